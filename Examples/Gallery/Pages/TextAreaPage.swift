import SpinTTY

extension Page {
  static let textArea = Page(
    "TextArea", "Lines that wrap, with undo: ctrl and _ take a step back.", focus: .letter
  ) { demo in
    TextArea(demo.letter, placeholder: "write something")
      .id(Area.letter).frame(width: .fill, height: .fill)
  } keys: {
    Control(Area.letter) { .demo(.letter($0)) }
  }
}
