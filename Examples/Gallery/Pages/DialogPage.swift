import SpinTTY

extension Page {
  static let dialog = Page(
    "Dialog", "A layer lives as long as its part of the state.",
    focus: .ask, opens: .ask("all files")
  ) { demo in
    Button("Remove…", id: Area.ask)
    Text(demo.note.map { "answer: \($0)" } ?? "No answer yet.")
      .styled(.secondary)
  } keys: {
    Click(Area.ask, help: "remove", .demo(.ask("all files")))
  } layers: {
    Layer(\.demo.question) { what, _ in
      Dialog("Remove") {
        Text("Remove \(what)?")
      } buttons: {
        Button("No", id: Area.no, isDefault: true)
        Button("Yes", id: Area.yes, look: .error)
      }
    } keys: {
      Key(
        "y", .click(Area.yes), help: "yes", .demo(.note("yes")))
      Key(
        "n", .escape, .click(Area.no), help: "no",
        .demo(.note("no")))
    }
  }
}
