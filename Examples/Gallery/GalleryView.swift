import SpinMarkdown
import SpinTTY

/// The list of pages on the left; on the right the page, and its code if there is room.
struct GalleryView: View {
  let gallery: Gallery
  let screen: Screen

  /// The rows of the code, after those of the page.
  private var codeRows: Int { min(12, screen.size.rows - 19) }

  var body: some View {
    VStack {
      HStack(spacing: 1) {
        if gallery.page.isWide {
          VStack { gallery.page.view(gallery.demo) }.frame(width: .fill, height: .fill)
        } else {
          if screen.size.columns >= 60 { index }
          VStack {
            page
            if codeRows >= 4 { code }
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
    List(Page.all, gallery.pages) { Text($0.title) }.scrollbar().id(Area.pages)
      .frame(width: .fixed(14), height: .fill)
      .border(title: "gallery")
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
      .padding(horizontal: 1, vertical: screen.size.rows < 16 ? 0 : 1)
      .frame(width: .fill, height: .fill)
      .border(title: gallery.page.title)
    }
  }

  private var code: some View {
    Viewport(gallery.code, axes: [.vertical, .horizontal]) {
      Code(gallery.page.code, Code.swift)
    }
    .id(Area.code)
    .frame(width: .fill, height: .fixed(codeRows))
    .border(title: "code")
  }
}
