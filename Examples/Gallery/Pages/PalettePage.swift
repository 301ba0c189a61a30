import SpinTTY

extension Page {
  static let palette = Page(
    "Palette", "Every key with a help text is a command, found by some of its letters.",
    focus: .palette
  ) { _ in
    Button("Commands", id: Area.palette)
    Text("ctrl-P opens it on every page.").styled(.secondary)
  } keys: {
    Key.palette(.click(Area.palette), help: "")
  }
}
