import SpinMarkdown
import SpinTTY

extension Page {
  static let markdown = Page(
    "Markdown", "CommonMark, tables, and code in colours.", focus: .markdown
  ) { demo in
    Viewport(demo.markdown) { Markdown(letter) }
      .scrollbar().id(Area.markdown).frame(height: .fill)
  } keys: {
    Control(Area.markdown, help: "scroll") {
      .demo(.markdown($0))
    }
  }

  private static let letter = Markdown.Document(
    """
    # A letter

    *Slanted*, **heavy** or `code`;
    [links](https://swift.org) open.

    > Quotes have a bar,
    > - lists have marks
    >   1. inside each other

    | what    | how many |
    |---------|---------:|
    | views   |       40 |
    | colours |      256 |

    ```swift
    let answer = "six by nine"  // or so
    ```

    ![a cat](cat.png)
    """)
}
