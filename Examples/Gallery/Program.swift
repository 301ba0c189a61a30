import SpinCallbacks
import SpinExampleSupport
import SpinTTY

/// `gallery`: a page for each view, with its code beside it.
@main
struct Program {
  static let usage = """
    usage: gallery [THEME]

    Shows the views of SpinTTY: first all at once, and then a page for each, with its code.
    Without a theme, SPINTTY_THEME names it: \(Theme.bundled.map(\.name).joined(separator: ", ")).

    Keys: ] and [ change the page, or F3 and F2 while text is typed, and so do the arrows in the list
    of pages; tab moves through what a page shows, ? shows all keys, ctrl-P searches them, q quits.
    """

  static func main() {
    let theme = CommandLine.arguments.dropFirst().first ?? Console.variable("SPINTTY_THEME")
    guard CommandLine.arguments.count == 1 || theme.flatMap({ Theme.named($0) }) != nil else {
      if CommandLine.arguments.dropFirst() == ["--help"] {
        Console.line(usage)
        return Console.flush(or: "the help cannot be written")
      }
      Console.complain("it takes the name of a theme\n\(usage)")
      Console.end(64)
    }
    // Without a screen, the program should end, and the first page moves forever.
    let page = Console.isTerminal ? Page.all[0] : .text
    Console.run { try Gallery.ui(Gallery(theme: theme, page: page)).run(on: .callbacks) }
  }
}
