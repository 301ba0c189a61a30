import SpinTTY

extension Page {
  static let files = Page(
    "FilePicker", "A folder is read when it is opened.", focus: .filesButton, opens: .choose(true)
  ) { demo in
    Button("Open…", id: Area.filesButton)
    Text(demo.file.map { "chosen: \($0)" } ?? "No file yet.")
      .styled(.secondary)
  } keys: {
    Click(
      Area.filesButton, help: "open", .demo(.choose(true)))
  } layers: {
    Layer(when: \.demo.isChoosing) { gallery, _ in
      Dialog("Open a file") {
        FilePicker(gallery.demo.files).id(Area.files)
          .frame(width: .fixed(36), height: .fixed(8))
      }
    } keys: {
      Control(Area.files, help: "move") { .demo(.files($0)) }
      Key(
        .escape, .clickOutside, help: "close",
        .demo(.choose(false)))
    }
  }
}
