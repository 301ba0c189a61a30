import SpinTTY

extension Page {
  static let priority = Page("Priority", "Minima first; what does not fit is left out whole.") {
    _ in
    HStack {
      Text("15 columns").frame(width: .fixed(15).priority(2)).border(.light)
      Text("at least 12").frame(width: .fill.atLeast(12).priority(1)).border(.double)
      Text("12 to 20, first to go").frame(width: .fill.atLeast(12).atMost(20)).border(.heavy)
    }
    for width in [70, 48, 30] {
      HStack {
        Text("name").frame(width: .fixed(15).priority(2)).background(.rgb(0, 95, 135))
        Text("size").frame(width: .fill.atLeast(12).priority(1)).background(.rgb(135, 0, 95))
        Text("date").frame(width: .fill.atLeast(12).atMost(20)).background(.rgb(95, 95, 0))
      }
      .foreground(.rgb(255, 255, 255)).frame(width: .fixed(width))
    }
  }
}
