import SpinCore

/// The classic counter: a value from 0 to 10 that stands still, goes up or goes down.
enum Counter: Equatable, Sendable {
  case fixed(Int)
  case increasing(Int, paused: Bool = false)
  case decreasing(Int, paused: Bool = false)

  static let limit = 10
  static let start = Counter.fixed(limit)

  enum Event: Equatable, Sendable {
    case toggle
    case reset
    case add(Int)
    case tick
  }

  var value: Int {
    switch self {
    case .fixed(let value), .increasing(let value, _), .decreasing(let value, _): value
    }
  }

  var name: String {
    switch self {
    case .fixed: "fixed"
    case .increasing(_, let isPaused): isPaused ? "increasing paused" : "increasing"
    case .decreasing(_, let isPaused): isPaused ? "decreasing paused" : "decreasing"
    }
  }

  /// Whether the value changes by itself.
  var isRunning: Bool {
    switch self {
    case .increasing(_, paused: false), .decreasing(_, paused: false): true
    default: false
    }
  }

  mutating func apply(_ event: Event) {
    switch (event, self) {
    case (.reset, _): self = .start
    case (.toggle, .fixed(let value)): self = value == 0 ? .increasing(0) : .decreasing(value)
    case (.toggle, .increasing(let value, let paused)): self = .increasing(value, paused: !paused)
    case (.toggle, .decreasing(let value, let paused)): self = .decreasing(value, paused: !paused)
    case (.tick, .increasing(_, paused: false)): add(1)
    case (.tick, .decreasing(_, paused: false)): add(-1)
    case (.tick, _): break
    case (.add(let step), _): if !isRunning { add(step) }
    }
  }

  /// Changes the value within its limits, and reverses the direction at either end.
  private mutating func add(_ step: Int) {
    let value = min(max(value + step, 0), Counter.limit)
    switch self {
    case .fixed: self = .fixed(value)
    case .increasing(_, let paused) where value == Counter.limit,
      .decreasing(_, let paused) where value > 0:
      self = .decreasing(value, paused: paused)
    case .increasing(_, let paused), .decreasing(_, let paused):
      self = .increasing(value, paused: paused)
    }
  }
}

/// The counter and the number of its steps, for a program that ends after some.
struct Counting: Equatable, Sendable {
  var counter = Counter.start
  var ticks = 0

  var isStill: Bool { !counter.isRunning }

  /// Makes the definition, which names no task, queue or terminal.
  static func spin(
    from start: Counting = Counting(), interval: Duration
  ) -> Spin<Counting, Counter.Event> {
    Spin(initialState: start) {
      Feedback(while: \.counter.isRunning) { .every(interval, .tick) }.named("ticks")
      Reducer { counting, event in
        if event == .tick { counting.ticks += 1 }
        counting.counter.apply(event)
      }
    }
  }
}
