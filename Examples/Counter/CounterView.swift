import SpinTTY

/// What the counter shows: its value as large as there is room for, and always as text.
struct CounterView: View {
  let counter: Counter
  let screen: Screen

  private static let columns = 36

  var body: some View {
    VStack(alignment: .center, spacing: isRoomy ? 1 : 0) {
      Text("value: \(counter.value) \(counter.name)").foreground(color).bold()
      if isRoomy { BigText("\(counter.value)").foreground(color) }
      ProgressBar(counter.value, of: Counter.limit).foreground(color)
        .frame(width: .fixed(min(CounterView.columns, screen.size.columns)))
      Help()
    }
    .padding(horizontal: isRoomy ? 2 : 0, vertical: isRoomy ? 1 : 0)
  }

  /// Whether there is room for large digits and for space around them.
  private var isRoomy: Bool {
    screen.kind == .inline
      ? screen.size.rows >= 16 : screen.size.rows >= 12 && screen.size.columns >= 24
  }

  private var color: Color {
    switch counter {
    case .fixed: .default
    case .increasing: .green
    case .decreasing: .red
    }
  }
}
