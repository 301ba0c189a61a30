import SpinTTY

/// The view of the counter: its value as text and, if there is room, in large digits.
struct CounterView: View {
  let counter: Counter
  let screen: Screen

  private static let columns = 34

  var body: some View {
    if screen.kind == .inline {
      content
    } else if isRoomy {
      content.padding(horizontal: 1, vertical: 1).border(title: "counter")
        .alignment(.center)
    } else {
      content.alignment(.center)
    }
  }

  @ViewBuilder private var content: ViewList {
    let caption = "value: \(counter.value) \(counter.name)"
    VStack(alignment: .center, spacing: isRoomy ? 1 : 0) {
      if caption.count <= screen.size.columns {
        Text(caption).styled(look).bold()
      } else {
        Text("\(counter.value)").styled(look).bold()
        if screen.size.rows > 1 { Text(counter.name, wrapping: .none).styled(look) }
      }
      if isRoomy { BigText("\(counter.value)").styled(look) }
      ProgressBar(counter.value, of: Counter.limit).styled(look)
        .frame(width: .fixed(min(CounterView.columns, screen.size.columns)))
      Help().frame(width: .max(CounterView.columns))
    }
  }

  /// Whether there is room for large digits, and for space and a border around them.
  private var isRoomy: Bool { screen.size.rows >= 16 && screen.size.columns >= 42 }

  private var look: Theme.Token {
    switch counter {
    case .fixed: .text
    case .increasing: .success
    case .decreasing: .error
    }
  }
}
