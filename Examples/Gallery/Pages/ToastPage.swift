import SpinTTY

extension Page {
  static let toast = Page(
    "Toast", "A message that a feedback removes after some seconds.",
    focus: .toast, opens: .toast("Everything was saved.")
  ) { _ in
    Button("Save", id: Area.toast)
    Text("The keys below the message go on working.")
      .styled(.secondary)
  } keys: {
    Click(
      Area.toast, help: "save",
      .demo(.toast("Everything was saved.")))
  } layers: {
    Layer(
      \.demo.toast, at: .bottomTrailing, catches: .itsOwn
    ) { text, _ in
      Toast(text, look: .success)
    }
  }
}
