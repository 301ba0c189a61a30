import SpinTTY

/// What the counter shows: its value always as text and, if there is room, in large digits.
struct CounterView: View {
  let counter: Counter
  let screen: Screen

  private static let columns = 34

  var body: some View {
    if screen.kind == .inline {
      content
    } else if isRoomy {
      content.padding(horizontal: 2, vertical: 1).border(.rounded, title: "counter")
        .alignment(.center)
    } else {
      content.alignment(.center)
    }
  }

  @ViewBuilder private var content: ViewList {
    let caption = "value: \(counter.value) \(counter.name)"
    VStack(alignment: .center, spacing: isRoomy ? 1 : 0) {
      if caption.count <= screen.size.columns {
        Text(caption).foreground(color).bold()
      } else {
        Text("\(counter.value)").foreground(color).bold()
        if screen.size.rows > 1 { Text(counter.name, wrapping: .none).foreground(color) }
      }
      if isRoomy { BigText("\(counter.value)").foreground(color) }
      ProgressBar(counter.value, of: Counter.limit).foreground(color)
        .frame(width: .fixed(min(CounterView.columns, screen.size.columns)))
      Help().frame(width: .max(CounterView.columns))
    }
  }

  /// Whether there is room for large digits, and for space and a border around them.
  private var isRoomy: Bool { screen.size.rows >= 16 && screen.size.columns >= 42 }

  private var color: Color {
    switch counter {
    case .fixed: .default
    case .increasing: .green
    case .decreasing: .red
    }
  }
}
