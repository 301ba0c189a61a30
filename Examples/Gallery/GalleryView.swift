import SpinMarkdown
import SpinTTY

/// The list of pages on the left; on the right the page, and its code if there is room.
struct GalleryView: View {
  let gallery: Gallery
  let screen: Screen

  /// The most rows of the code: the page has at least three fifths of the screen.
  private var codeRows: Int { screen.size.rows * 2 / 5 - 1 }

  var body: some View {
    VStack {
      HStack(spacing: 1) {
        if gallery.page.isWide {
          VStack { gallery.page.view(gallery.demo) }.frame(width: .fill, height: .fill)
        } else {
          if screen.size.columns >= 60 { index }
          VStack {
            page
            if codeRows >= 6 { code }
          }
          .frame(width: .fill, height: .fill)
        }
      }
      .frame(height: .fill)
      Help()
    }
    .title("gallery: \(gallery.page.title)")
  }

  private var index: some View {
    List(Page.rows, gallery.pages) { row in
      if row.isTitle {
        Text(row.text).styled(.accent).bold()
      } else {
        Text(row.text).padding(Insets(leading: 1))
      }
    }
    .scrollbar().id(Area.pages)
    .frame(width: .fixed(14), height: .fill)
    .padding(Insets(bottom: screen.size.rows < 16 ? 0 : 1))
  }

  /// On a low screen, the page has no frame and no note.
  @ViewBuilder private var page: ViewList {
    if screen.size.rows < 10 {
      VStack { gallery.page.view(gallery.demo) }.frame(width: .fill, height: .fill)
    } else {
      VStack(spacing: screen.size.rows < 16 ? 0 : 1) {
        Text(gallery.page.note).styled(.secondary)
        gallery.page.view(gallery.demo)
      }
      .frame(width: .fill, height: .fill)
      .border(title: gallery.page.title)
    }
  }

  private var code: some View {
    Viewport(gallery.code) { Code(gallery.page.code, wrapping: .word, Code.swift) }
      .scrollbar().id(Area.code)
      .padding(Insets(top: 1, leading: 2, bottom: 1, trailing: 1))
      .frame(width: .fill, height: .max(codeRows))
  }
}
