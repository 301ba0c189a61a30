import SpinCallbacks
import SpinTTY

/// A log that fills the screen, and a new line at each step.
struct Log: Sendable {
  var step = 0
  var lines = LogView.Lines()
  var model = LogView.Model()

  init() {
    for _ in 0..<23 { append() }
  }

  mutating func append() {
    let number = lines.endIndex
    let time = [12 + number / 3600 % 24, number / 60 % 60, number % 60]
      .map { $0.padded(to: 2, with: "0") }.joined(separator: ":")
    let level = number % 5 == 0 ? "warning" : "notice "
    lines.append(
      "\(time) \(level) request \(number * 7919 % 100_000) took \(number * 31 % 900) ms")
  }

  static let spin = Spin<Log, Event>(initialState: Log()) {
    Reducer { log, event in
      switch event {
      case .next:
        log.step += 1
        log.append()
      }
    }
  }

  static var ui: UISpin<Log, Event> {
    UISpin(spin, options: .bare) { log, _ in
      Header(name: "log", step: log.step)
      LogView(log.lines, log.model)
        .lineStyle { $0.dropFirst(9).hasPrefix("warning") ? Style(foreground: .yellow) : .plain }
    } keys: {
      Key("n", help: "next step", .next)
      Key.quit("q")
    }
  }
}
