import SpinAsync
import SpinCallbacks

enum Step: Sendable {
  case add(Int)
}

@inline(__always)
func add(_ count: inout Int, _ step: Step) {
  switch step {
  case .add(let amount): count &+= amount
  }
}

/// One feedback that does nothing: the minimum of most loops.
let counting = Spin<Int, Step>(initialState: 0) {
  Feedback(filteredBy: { $0 < 0 }) { _ in .just(.add(1)) }
  Reducer { count, step in add(&count, step) }
}

/// A loop that feeds itself until it has counted to a limit.
func selfFed(_ limit: Int) -> Spin<Int, Step> {
  Spin(initialState: 0) {
    Feedback { count in count < limit ? .just(.add(1)) : .none }
    Reducer { count, step in add(&count, step) }
  }
}

/// A state with eight references.
struct Document: Sendable {
  var count = 0
  var lines = ["a line"]
  var words = ["a", "word"]
  var marks = [1, 2]
  var tags: Set<String> = ["tag"]
  var names = ["a": 1]
  var title = "a title that is too long to be stored in place"
  var author = "an author whose name is long as well"
  var history = [["a"]]
}

/// The same loop with a state that has references.
func selfFedDocument(_ limit: Int) -> Spin<Document, Step> {
  Spin(initialState: Document()) {
    Feedback { document in document.count < limit ? .just(.add(1)) : .none }
    Reducer { document, step in add(&document.count, step) }
  }
}

/// Feedbacks; only the first responds.
func selfFed(_ limit: Int, feedbacks: Int) -> Spin<Int, Step> {
  Spin(initialState: 0) {
    Feedback { count in count < limit ? .just(.add(1)) : .none }
    for _ in 1..<feedbacks { Feedback(filteredBy: { $0 < 0 }) { _ in .none } }
    Reducer { count, step in add(&count, step) }
  }
}

/// Plain feedbacks, which are called with each state; only the first responds.
func selfFedPlainly(_ limit: Int, feedbacks: Int) -> Spin<Int, Step> {
  Spin(initialState: 0) {
    Feedback { count in count < limit ? .just(.add(1)) : .none }
    for _ in 1..<feedbacks { Feedback { count in count < 0 ? .just(.add(1)) : .none } }
    Reducer { count, step in add(&count, step) }
  }
}

/// A loop whose every event comes from an effect.
func fed(
  _ limit: Int, by effect: @escaping @Sendable () -> Effect<Step>
) -> Spin<Int, Step> {
  Spin(initialState: 0) {
    Feedback { count in count < limit ? effect() : .none }
    Reducer { count, step in add(&count, step) }
  }
}

/// A loop with one effect, a chain of a number of effects.
func chained(_ count: Int, _ effect: Effect<Step>) -> Spin<Int, Step> {
  Spin(initialState: 0) {
    Feedback(while: { _ in true }) { (0..<count).reduce(.none) { chain, _ in chain.then(effect) } }
    Reducer { sum, step in add(&sum, step) }
  }
}

/// A loop whose every state cancels a task and starts another.
let restarting = Spin<Int, Step>(initialState: 0) {
  Feedback { _ in .run { () async -> Step? in nil } }
  Reducer { count, step in add(&count, step) }
}

/// A loop that emits through an emitter, which a source passes out of the loop.
final class Outlet: Sendable {
  let spin: Spin<Int, Step>
  private let emitters: AsyncStream<Emitter<Step>>

  init() {
    let (emitters, continuation) = AsyncStream<Emitter<Step>>.makeStream()
    self.emitters = emitters
    spin = Spin<Int, Step>(initialState: 0) {
      Feedback(filteredBy: { $0 < 0 }) { _ in .just(.add(1)) }
      Feedback.source {
        .callback { emit in
          continuation.yield(emit)
          return .none
        }
      }
      Reducer { count, step in add(&count, step) }
    }
  }

  func emitter() async -> Emitter<Step> {
    for await emitter in emitters { return emitter }
    preconditionFailure("The source was not started.")
  }
}

/// A loop with a number of effects that never end.
func holding(_ effects: Int) -> Spin<Int, Step> {
  Spin(initialState: 0) {
    Feedback(filteredBy: { $0 < 0 }) { _ in .just(.add(1)) }
    Feedback(on: { _ in true as Bool? }) { _ in
      .merge((0..<effects).map { _ in .after(.seconds(Int64.max), .add(1)) })
    }
    .named("holding")
    Reducer { count, step in add(&count, step) }
  }
}
