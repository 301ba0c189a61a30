import SpinCallbacks
import SpinTTY

/// A number in a box in the middle of the screen.
struct Counter: Sendable {
  var step = 0
  var value: Int { step * 7 % 10_000 }

  static let spin = Spin<Counter, Event>(initialState: Counter()) {
    Reducer { counter, event in
      switch event {
      case .next: counter.step += 1
      }
    }
  }

  static var ui: UISpin<Counter, Event> {
    UISpin(spin, options: .bare) { counter, _ in
      Header(name: "counter", step: counter.step)
      Text("value: \(counter.value.padded(to: 5))").bold().foreground(.green)
        .frame(width: .fixed(38), height: .fixed(3), alignment: .center)
        .border(.light, padding: 0)
        .frame(width: .fill, height: .fill, alignment: .center)
    } keys: {
      Key("n", help: "next step", .next)
      Key.quit("q")
    }
  }
}
