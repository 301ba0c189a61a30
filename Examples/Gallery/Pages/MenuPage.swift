import SpinTTY

extension Page {
  static let menu = Page(
    "Menu", "A menu is a layer below its button.", focus: .menuButton, opens: .open
  ) { demo in
    Button("File ▾", id: Area.menuButton)
    Text(demo.note.map { "last: \($0)" } ?? "Nothing yet.")
      .styled(.secondary)
  } keys: {
    Click(Area.menuButton, help: "file", .demo(.open))
  } layers: {
    Layer.menu(
      \.demo.menu, option: \.self, at: .below(Area.menuButton)
    ) { .demo(.menu($0)) }
    .dimsBelow(true)
  }
}
