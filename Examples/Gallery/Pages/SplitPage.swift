import SpinTTY

extension Page {
  static let split = Page(
    "Split", "The mouse or arrows move the divider; z and a key set it.", focus: .panes
  ) { demo in
    Split(demo.panes) {
      Text("A drag or an arrow moves the line.")
        .alignment(.topLeading).border(title: "first")
    } second: {
      VStack(spacing: 1) {
        Button("Menu", id: Area.menuButton)
          .hint("Opens a menu here, or at the pointer.")
        Text(demo.note.map { "last: \($0)" } ?? "Nothing yet.")
          .styled(.secondary)
      }
      .alignment(.topLeading).border(title: "second")
    }
    .id(Area.panes)
  } keys: {
    Control(Area.panes, help: "resize") { .demo(.panes($0)) }
    Key("z h", help: "narrow", .demo(.panes(.place(1, of: 4))))
    Key("z z", help: "even", .demo(.panes(.place(1, of: 2))))
    Key("z l", help: "wide", .demo(.panes(.place(3, of: 4))))
    Key(
      "m", .click(Area.menuButton), .click(Area.panes, .right),
      help: "menu", .demo(.openHere))
    Key.hint(.f(1), help: "what is this")
  } layers: {
    Layer.menu(
      \.demo.menuHere, option: \.self, at: .pointer
    ) { .demo(.menuHere($0)) }
  }
}
