import SpinCore

/// The field's classic: a value from 0 to 10 that stands still, goes up or goes down.
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

  /// Whether it goes on by itself.
  var isRunning: Bool {
    switch self {
    case .fixed, .increasing(_, paused: true), .decreasing(_, paused: true): false
    case .increasing, .decreasing: true
    }
  }

  var isStill: Bool { !isRunning }

  mutating func apply(_ event: Event) {
    switch (event, self) {
    case (.reset, _): self = .start
    case (.tick, .increasing(_, paused: false)): add(1)
    case (.tick, .decreasing(_, paused: false)): add(-1)
    case (.tick, _): break
    case (.add(let step), _): if isStill { add(step) }
    case (.toggle, .fixed(let value)): self = value == 0 ? .increasing(0) : .decreasing(value)
    case (.toggle, .increasing(let value, let isPaused)):
      self = .increasing(value, paused: !isPaused)
    case (.toggle, .decreasing(let value, let isPaused)):
      self = .decreasing(value, paused: !isPaused)
    }
  }

  /// Changes the value within its limits; at either end it turns around.
  private mutating func add(_ step: Int) {
    let value = min(max(value + step, 0), Counter.limit)
    switch self {
    case .fixed: self = .fixed(value)
    case .increasing(_, let isPaused), .decreasing(_, let isPaused):
      if value == 0 {
        self = .increasing(0, paused: isPaused)
      } else if value == Counter.limit {
        self = .decreasing(value, paused: isPaused)
      } else if case .increasing = self {
        self = .increasing(value, paused: isPaused)
      } else {
        self = .decreasing(value, paused: isPaused)
      }
    }
  }
}

/// The counter and how many steps it has made, for a program that ends after some.
struct Counting: Equatable, Sendable {
  var counter = Counter.start
  var ticks = 0

  var isStill: Bool { counter.isStill }

  /// Makes the definition, which knows nothing of tasks, queues or terminals.
  static func spin(
    from start: Counting = Counting(), interval: Duration
  ) -> Spin<Counting, Counter.Event> {
    Spin(initialState: start) {
      Feedback(while: \.counter.isRunning) { .every(interval, .tick) }
        .named("ticks")
      Reducer { counting, event in
        if event == .tick { counting.ticks += 1 }
        counting.counter.apply(event)
      }
    }
  }
}
