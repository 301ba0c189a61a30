import AllocationCounter
import Harness
import SpinCallbacks
import SpinChildren
import SpinCore

/// A part whose feedback responds to no state.
struct Field: Equatable, Sendable {
  var count = 0
  var text = "a text that is longer than fifteen bytes"
  var numbers: [Int] = []

  static let spin = Spin<Field, Int>(initialState: Field()) {
    Feedback(filteredBy: { $0.count < 0 }) { _ in .just(1) }
    Reducer { field, number in
      field.count += number
      field.numbers.append(number)
      if field.numbers.count == 1_000 { field.numbers.removeAll(keepingCapacity: true) }
    }
  }
}

/// A state with parts, plain and by id.
struct Form: Sendable {
  var own = 0
  var first = Field()
  var all: Children<Int, Field>

  init(_ count: Int) {
    all = Children((0..<count).map { ($0, Field()) })
  }
}

/// The events of the parts and of the whole.
enum FormEvent: Sendable {
  case first(Int)
  case one(Int, Int)
  case own
  case write(Int)
  case add(Int)
  case remove(Int)

  var first: Int? { if case .first(let number) = self { number } else { nil } }
  var one: (Int, Int)? { if case .one(let id, let number) = self { (id, number) } else { nil } }
}

private func reduce(_ form: inout Form, _ event: FormEvent) {
  switch event {
  case .first, .one: break
  case .own: form.own += 1
  case .write(let id): form.all[id: id]?.count += 1
  case .add(let id): form.all.append(Field(), id: id)
  case .remove(let id): form.all.remove(id: id)
  }
}

private let alone = Spin<Form, FormEvent>(initialState: Form(0)) {
  Feedback(filteredBy: { $0.own < 0 }) { _ in .just(.own) }
  Reducer { reduce(&$0, $1) }
}

private let withPart = Spin<Form, FormEvent>(initialState: Form(0)) {
  Scope(state: \.first, event: FormEvent.first, from: \.first) { Field.spin }
  Reducer { reduce(&$0, $1) }
}

private func withChildren(_ count: Int) -> Spin<Form, FormEvent> {
  Spin<Form, FormEvent>(initialState: Form(count)) {
    Scope(forEach: \.all, event: FormEvent.one, from: \.one) { Field.spin }
    Reducer { reduce(&$0, $1) }
  }
}

/// A measurement of events of one kind, for a loop on the caller's thread that is kept between
/// rounds.
func steps<State, Event>(
  _ name: String, _ operations: Int,
  _ spin: @autoclosure @escaping @Sendable () -> Spin<State, Event>,
  against: String? = nil, limit: Double? = nil, _ event: @escaping @Sendable (Int) -> Event
) -> Measurement {
  let running = Lazy { spin().start(on: .callersThread) }
  return Measurement(name, operations: operations, against: against, limit: limit) { count in
    let running = running.value
    for number in 0..<count { running.emit(event(number)) }
  }
}

/// Measures a step of a spin with parts: events of a part, events of the whole, and few or many parts.
let scopes: [Measurement] = [
  steps("event of a spin without scopes", 100_000, alone) { _ in .own },
  steps(
    "event of the whole, beside a plain scope", 100_000, withPart,
    against: "event of a spin without scopes", limit: 1.75
  ) { _ in .own },
  steps("event of a spin that runs alone", 100_000, Field.spin) { _ in 1 },
  steps(
    "event of a plain scope", 100_000, withPart, against: "event of a spin that runs alone"
  ) { _ in .first(1) },
  steps("event of one of 10 children", 20_000, withChildren(10)) { .one($0 % 10, 1) },
  steps(
    "event of one of 1,000 children", 20_000, withChildren(1_000),
    against: "event of one of 10 children", limit: 1.5
  ) { .one($0 % 1_000, 1) },
  steps("the whole writes to one of 10 children", 20_000, withChildren(10)) { .write($0 % 10) },
  steps(
    "the whole writes to one of 1,000 children", 20_000, withChildren(1_000),
    against: "the whole writes to one of 10 children", limit: 1.5
  ) { .write($0 % 1_000) },
  steps("event of the whole, beside 10 children", 20_000, withChildren(10)) { _ in .own },
  steps(
    "event of the whole, beside 1,000 children", 20_000, withChildren(1_000),
    against: "event of the whole, beside 10 children", limit: 1.5
  ) { _ in .own },
]

/// Makes parts that appear, respond to one of their states, and leave; a hundred are alive at a
/// time.
func partsComeAndGo(_ count: Int) async {
  let running = withChildren(0).start(on: .callersThread)
  let alive = 100
  for id in 0..<alive { running.emit(.add(id)) }
  let (bytes, time) = (Int(heap_bytes()), ContinuousClock.now)
  for number in 0..<count {
    running.emit(.one(number, -1))
    running.emit(.remove(number))
    running.emit(.add(number + alive))
  }
  let duration = ContinuousClock.now - time
  precondition(running.state.all.count == alive)
  print(
    "\(count) parts that came and went: \(Int(heap_bytes()) - bytes) bytes more, in \(duration)")
}
