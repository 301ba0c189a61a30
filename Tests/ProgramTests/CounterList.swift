import SpinChildren
import SpinCore

/// Counts, by hand and by itself.
struct Counter: Equatable, Sendable {
  enum Event: Equatable, Sendable { case add(Int), toggle, tick }

  var count = 0, isRunning = false

  static let spin = Spin<Counter, Event>(initialState: Counter()) {
    Feedback(while: \.isRunning) { .every(.seconds(1), .tick) }.named("clock")
    Reducer { counter, event in
      switch event {
      case .add(let number): counter.count += number
      case .toggle: counter.isRunning.toggle()
      case .tick: counter.count += 1
      }
    }
  }
}

/// A list of counters to which one may add, and which one may remove and put in another order.
struct CounterList: Equatable, Sendable {
  enum Event: Equatable, Sendable {
    case add, remove(Int), move(Int, to: Int), counter(Int, Counter.Event)

    var counter: (Int, Counter.Event)? {
      if case .counter(let id, let event) = self { (id, event) } else { nil }
    }
  }

  var counters = Children<Int, Counter>(), newest = 0

  static let spin = Spin<CounterList, Event>(initialState: CounterList()) {
    Scope(forEach: \.counters, event: Event.counter, from: \.counter) { Counter.spin }
    Reducer { list, event in
      switch event {
      case .add:
        list.newest += 1
        list.counters.append(Counter(), id: list.newest)
      case .remove(let id): list.counters.remove(id: id)
      case .move(let id, let position): list.counters.move(id: id, to: position)
      case .counter: break
      }
    }
  }
}
