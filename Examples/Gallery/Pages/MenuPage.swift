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
    Layer(\.demo.menu, at: .below(Area.menuButton)) { menu, _ in
      Choices(menu, axis: .vertical) { $0 }.id(Area.menu)
    } keys: {
      Control(Area.menu, help: "move") { .demo(.menu($0)) }
      Key(.escape, .clickOutside, help: "close", .demo(.close))
    }
    .dimsBelow(true)
  }
}
