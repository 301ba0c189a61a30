import AllocationCounter
import Harness
import SpinCallbacks
import SpinChildren
import SpinCore
import Synchronization

/// A job that is alive as long as it is in the state.
struct Job: Identifiable, Equatable, Sendable {
  let id: Int
  var version = 0
}

/// The state of a spin with an effect for each of many jobs.
struct Jobs: Sendable {
  var list: [Job]
  var byID: [Int: Int]
  var children: Children<Int, Job>
  var others = 0

  init(_ count: Int) {
    list = (0..<count).map { Job(id: $0) }
    byID = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 0) })
    children = Children(list)
  }
}

/// The changes of the jobs.
enum JobsEvent: Sendable {
  case changeInList(Int)
  case changeByID(Int)
  case changeChild(Int)
  case replaceChild
  case replace
  case other
}

private let alive = Effect<JobsEvent>.callback { _ in .none }

/// A loop with a live effect for each of a number of jobs, made before the measurement.
private func live(
  _ count: Int, _ feedback: Feedback<Jobs, JobsEvent>
) -> RunningSpin<Jobs, JobsEvent> {
  let spin = Spin<Jobs, JobsEvent>(initialState: Jobs(count)) {
    feedback
    Reducer { jobs, event in
      switch event {
      case .changeInList(let index): jobs.list[index].version += 1
      case .changeByID(let id): jobs.byID[id, default: 0] += 1
      case .changeChild(let id): jobs.children[id: id]?.version += 1
      case .replaceChild:
        let first = jobs.children.remove(at: 0)
        jobs.children.append(Job(id: first.id + jobs.children.count + 1))
      case .replace:
        let first = jobs.list.removeFirst()
        jobs.list.append(Job(id: first.id + jobs.list.count + 1))
      case .other: jobs.others += 1
      }
    }
  }
  return spin.start(on: .callersThread)
}

private func inList(_ count: Int) -> RunningSpin<Jobs, JobsEvent> {
  live(count, Feedback(forEach: \.list) { _ in alive })
}

private func byID(_ count: Int) -> RunningSpin<Jobs, JobsEvent> {
  live(count, Feedback(forEach: \.byID) { _, _ in alive })
}

private func children(_ count: Int) -> RunningSpin<Jobs, JobsEvent> {
  live(count, Feedback(forEach: \.children) { _, _ in alive })
}

/// A measurement of events of one kind, for a loop with a number of elements that is kept between
/// rounds.
private func sets(
  _ name: String, _ elements: Int, _ operations: Int,
  _ make: @escaping @Sendable (Int) -> RunningSpin<Jobs, JobsEvent>, against: String? = nil,
  limit: Double? = nil, _ event: @escaping @Sendable (Int) -> JobsEvent
) -> Measurement {
  let running = Lazy { make(elements) }
  return Measurement(name, operations: operations, against: against, limit: limit) { count in
    let running = running.value
    for number in 0..<count { running.emit(event(number % elements)) }
  }
}

/// The cost of a step by the number of elements with effects.
let sets: [Measurement] = [
  sets("one of 10 elements changes, array", 10, 20_000, inList) { .changeInList($0) },
  sets(
    "one of 10,000 elements changes, array", 10_000, 1_000, inList,
    against: "one of 10 elements changes, array"
  ) { .changeInList($0) },
  sets("one of 10 elements changes, dictionary", 10, 20_000, byID) { .changeByID($0) },
  sets(
    "one of 10,000 elements changes, dictionary", 10_000, 200, byID,
    against: "one of 10 elements changes, dictionary"
  ) { .changeByID($0) },
  sets("one of 10 children changes", 10, 20_000, children) { .changeChild($0) },
  sets(
    "one of 10,000 children changes", 10_000, 20_000, children,
    against: "one of 10 children changes", limit: 1.5
  ) { .changeChild($0) },
  sets("no child changes, of 10", 10, 100_000, children) { _ in .other },
  sets(
    "no child changes, of 10,000", 10_000, 100_000, children, against: "no child changes, of 10",
    limit: 1.5
  ) { _ in .other },
  sets("the first of 10,000 children leaves, and one appears", 10_000, 1_000, children) { _ in
    .replaceChild
  },
  sets("no element changes, of 10", 10, 100_000, inList) { _ in .other },
  sets(
    "no element changes, of 10,000", 10_000, 100_000, inList, against: "no element changes, of 10",
    limit: 1.5
  ) { _ in .other },
  sets("the first of 10,000 elements leaves, and one appears", 10_000, 1_000, inList) { _ in
    .replace
  },
]

/// Makes elements that appear, have an effect, and leave; a hundred are alive at a time.
func elementsComeAndGo(_ count: Int) async {
  let alive = 100
  let running = children(alive)
  for _ in 0..<alive { running.emit(.replaceChild) }
  let (bytes, time) = (Int(heap_bytes()), ContinuousClock.now)
  for _ in 0..<count { running.emit(.replaceChild) }
  let duration = ContinuousClock.now - time
  precondition(running.state.children.count == alive)
  print(
    "\(count) elements that came and went: \(Int(heap_bytes()) - bytes) bytes more, in \(duration)")
}

/// A value that is made at its first use.
final class Lazy<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  var value: Value {
    made.withLock { made in
      let value = made ?? make()
      made = value
      return value
    }
  }
}
