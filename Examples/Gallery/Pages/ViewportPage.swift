import SpinTTY

extension Page {
  static let viewport = Page(
    "Viewport", "A window on a view that is larger than its place.", focus: .manual
  ) { demo in
    Viewport(demo.manual) {
      for chapter in 1...9 {
        Text("Chapter \(chapter)").bold()
        Text(
          "All that can change is in the state,"
            + " or is derived from it."
        )
        .padding(1)
      }
    }
    .scrollbar().id(Area.manual)
  } keys: {
    Control(Area.manual, help: "scroll") { .demo(.manual($0)) }
  }
}
