import SpinTTY

extension Page {
  static let layout = Page("Layout", "Stacks share their room; borders and padding take some.") {
    _ in
    HStack(spacing: 1) {
      Text("fixed").frame(width: .fixed(7)).border(.light)
      Text("fills twice").frame(width: .fill(2)).border(.double)
      Text("fills once").frame(width: .fill(1)).border(.heavy)
    }
    HStack {
      Text("left")
      Spacer()
      Text("right")
    }
    .padding(horizontal: 2)
    .border(.rounded, title: "a spacer")
    Text("in the middle of what is left")
      .alignment(.center).frame(height: .fill)
  }
}
