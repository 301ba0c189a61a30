import SpinTTY

extension Page {
  static let files = Page("FilePicker", "A folder is read when it is opened.") { demo in
    FilePicker(demo.files).scrollbar().id(Area.files).frame(height: .fill)
  } keys: {
    Control(Area.files) { .demo(.files($0)) }
  }
}
