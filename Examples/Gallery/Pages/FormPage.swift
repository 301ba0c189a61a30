import SpinTTY

extension Page {
  static let form = Page(
    "Form", "Errors stand below; enter clicks the default button.", focus: .name
  ) { demo in
    Form {
      Field("name", error: demo.nameError) {
        TextInput(demo.name).id(Area.name)
      }
      // The page Select has its menu.
      Field("backup") {
        Select(demo.period) { "every \($0) days" }
          .id(Area.period)
      }
      Checkbox(
        "and when it starts", demo.atStart, id: Area.atStart)
      Button("Save", id: Area.save, isDefault: true)
    }
    .environment(\.density, .regular)
    Text(demo.saved.map { "saved: \($0)" } ?? "Not saved yet.")
      .styled(.secondary)
  } keys: {
    Control(Area.name) { .demo(.name($0)) }
    Control(Area.period) { .demo(.period($0)) }
    Click(Area.period, .demo(.openPeriods))
    Click(Area.atStart, .demo(.atStart))
    Click(Area.save, help: "save", .demo(.save))
  }
}
