import SpinAsync
import SpinExampleSupport

/// `countdown`: a number that counts down to zero, and then starts.
@main
struct Countdown: Equatable, Sendable {
  var seconds = 5
  var hasStarted = false

  /// Whether the clock ticks.
  var isCounting: Bool { seconds > 0 }

  enum Event {
    case tick
    case start
  }

  static let spin = Spin<Countdown, Event>(initialState: Countdown()) {
    // A period while the condition is true. (These seconds are short.)
    Feedback(while: \.isCounting) { .every(.milliseconds(100), .tick) }

    // One delay, in the state that passes the filter. The start makes another state, in which no
    // effect runs, so the loop settles.
    Feedback(filteredBy: { !$0.isCounting && !$0.hasStarted }) { _ in
      .after(.milliseconds(50), .start)
    }

    Reducer { countdown, event in
      switch event {
      case .tick: countdown.seconds -= 1
      case .start: countdown.hasStarted = true
      }
    }
  }

  static func main() async throws {
    // Returns by itself, because the loop detects exactly when it has settled.
    try await spin.run(on: .async) { transition in
      Console.print(transition.state.hasStarted ? "go" : "\(transition.state.seconds)")
    }
  }
}
