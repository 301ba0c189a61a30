import SpinTTY

extension Page {
  static let priority = Page("Priority", "Minima first; what does not fit is left out whole.") {
    _ in
    for width in [60, 48, 42, 30] {
      HStack {
        Text("name: 15").frame(width: .fixed(15).priority(2))
          .background(.rgb(0, 95, 135))
        Text("size: 12 up")
          .frame(width: .fill.atLeast(12).priority(1))
          .background(.rgb(135, 0, 95))
        Text("date: 12 to 20")
          .frame(width: .fill.atLeast(14).atMost(20))
          .background(.rgb(95, 95, 0))
      }
      .foreground(.rgb(255, 255, 255))
      .frame(width: .fixed(width))
    }
  }
}
