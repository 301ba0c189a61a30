import SpinCallbacks
import SpinTTY

/// Twelve bars; a step makes each longer or shorter.
struct Bars: Sendable {
  var step = 0

  static let labels = [
    "gateway", "sessions", "search", "mail", "billing", "storage",
    "queue", "cache", "metrics", "traces", "login", "reports",
  ]

  func value(_ bar: Int) -> Int {
    100 + 4 * abs((step * (bar % 4 + 1) + 37 * bar) % 400 - 200)
  }

  static let spin = Spin<Bars, Event>(initialState: Bars()) {
    Reducer { bars, event in
      switch event {
      case .next: bars.step += 1
      }
    }
  }

  static var ui: UISpin<Bars, Event> {
    UISpin(spin, options: .bare) { bars, _ in
      VStack(spacing: 1) {
        Header(name: "bars", step: bars.step)
        BarChart(
          labels.indices.map { BarChart.Bar(labels[$0], Double(bars.value($0)), color: .green) },
          upTo: 1000)
      }
    } keys: {
      Key("n", help: "next step", .next)
      Key.quit("q")
    }
  }
}
