internal import Synchronization

#if canImport(Combine)
  internal import Combine
#else
  internal import OpenCombine
#endif

/// States that each subscriber gets by a delivery of its own.
struct States<State: Sendable>: Publisher {
  typealias Output = State
  typealias Failure = Never

  /// Whether a slow subscriber gets every state, and not only the newest one.
  let keepsAll: Bool
  /// Makes a loop push its states into a delivery; returns what ends that.
  let begin: (Delivery<State>) -> AnyCancellable?

  func receive<Target: Subscriber>(subscriber: Target)
  where Target.Input == State, Target.Failure == Never {
    let delivery = Delivery(to: subscriber, keepsAll: keepsAll)
    subscriber.receive(subscription: delivery)
    if let source = begin(delivery) { delivery.setSource(source) }
  }
}

/// The states on their way to one subscriber, and then the end.
///
/// ```
/// loop               push 1 ─▶ receive(1) ────────────────▶ receive(2)
/// another thread                     request: adds, and leaves   ▲
/// loop, in receive(1)                push 2: waits ──────────────┘
/// ```
///
/// A thread delivers the states that wait, unless another thread does so already. So calls of the subscriber
/// neither overlap nor overtake each other.
final class Delivery<State: Sendable>: Subscription, Sendable {
  /// A subscriber, which is called by one thread at a time: the one that has set `isDelivering`.
  private struct Target: @unchecked Sendable {
    /// Returns the number of further states; `nil` for all.
    let receive: (State) -> Int?
    let complete: () -> Void
  }

  /// The source of the states.
  ///
  /// The thread that takes it out of ``Progress`` cancels it, so it is cancelled once.
  private struct Source: @unchecked Sendable {
    let cancellable: AnyCancellable
  }

  private struct Progress: Sendable {
    /// The subscriber; `nil` once it has cancelled or got the end.
    var target: Target?
    var source: Source?
    /// The states that the subscriber has not asked for; `nil` in the places before `head`.
    var waiting: [State?] = []
    /// The place of the next state.
    var head = 0
    /// The number of states that the subscriber has asked for; `nil` for all.
    var demand: Int? = 0
    var hasEnded = false
    var isDelivering = false

    mutating func ask(for count: Int?) {
      guard let old = demand, let count else { return demand = nil }
      let (sum, isTooLarge) = old.addingReportingOverflow(count)
      demand = isTooLarge ? nil : sum
    }

    mutating func takeWaiting() -> [State?] {
      defer { (waiting, head) = ([], 0) }
      return waiting
    }

    /// Adds a state.
    ///
    /// - Complexity: O(1) on average, because the places before the head are removed when they are the most.
    mutating func append(_ state: State) {
      if head > waiting.count / 2 {
        waiting.removeFirst(head)
        head = 0
      }
      waiting.append(state)
    }

    /// Forgets the subscriber; returns everything that was kept for it.
    mutating func takeAll() -> (Target?, Source?, [State?]) {
      defer { (target, source) = (nil, nil) }
      return (target, source, takeWaiting())
    }

    /// The next call of the subscriber, if nobody calls it now.
    mutating func next() -> Step? {
      guard !isDelivering, let target else { return nil }
      if demand != 0, head < waiting.count, let state = waiting[head].take() {
        head += 1
        demand = demand.map { $0 - 1 }
        isDelivering = true
        return .state(state, target)
      }
      guard hasEnded, head == waiting.count else { return nil }
      self.target = nil
      return .end(target)
    }
  }

  private enum Step: Sendable {
    case state(State, Target)
    case end(Target)
  }

  private let keepsAll: Bool
  private let progress: Mutex<Progress>

  init<Downstream: Subscriber>(to subscriber: Downstream, keepsAll: Bool)
  where Downstream.Input == State, Downstream.Failure == Never {
    self.keepsAll = keepsAll
    let target = Target(
      receive: { subscriber.receive($0).max },
      complete: { subscriber.receive(completion: .finished) })
    progress = Mutex(Progress(target: target))
  }

  // MARK: The loop

  func setSource(_ source: AnyCancellable) {
    let source = Source(cancellable: source)
    let isOver = progress.withLock { progress in
      if progress.target != nil { progress.source = source }
      return progress.target == nil
    }
    if isOver { source.cancellable.cancel() }
  }

  func push(_ state: State) {
    // NB: released after the lock, because the end of a state may be the code of a user.
    let old = progress.withLock { progress in
      guard progress.target != nil else { return [State?]() }
      defer { progress.append(state) }
      return keepsAll ? [] : progress.takeWaiting()
    }
    withExtendedLifetime(old) { deliver() }
  }

  /// The last state that was pushed is the last one.
  func end() {
    progress.withLock { $0.hasEnded = true }
    deliver()
  }

  // MARK: The subscriber

  func request(_ demand: Subscribers.Demand) {
    let count = demand.max
    progress.withLock { $0.ask(for: count) }
    deliver()
  }

  func cancel() {
    let (target, source, waiting) = progress.withLock { $0.takeAll() }
    source?.cancellable.cancel()
    withExtendedLifetime((target, waiting)) {}
  }

  private func deliver() {
    while let step = progress.withLock({ $0.next() }) {
      switch step {
      case .state(let state, let target):
        let count = target.receive(state)
        progress.withLock { progress in
          progress.ask(for: count)
          progress.isDelivering = false
        }
      case .end(let target):
        target.complete()
        cancel()
      }
    }
  }
}
