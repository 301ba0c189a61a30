import SpinTTY

extension Page {
  static let help = Page(
    "Help", "The row below names the keys of the moment; a table names all.", focus: .help
  ) { _ in
    Button("All keys", id: Area.help)
    Text("? opens the table on every page.").styled(.secondary)
  } keys: {
    Key.help(.click(Area.help), help: "")
  }
}
