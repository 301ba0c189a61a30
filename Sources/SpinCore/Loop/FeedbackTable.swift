/// The feedbacks of a run, and those among them whose effect closures are to be called in this step.
///
/// It is filled and emptied once a step, where the bookkeeping of arrays would show: the feedbacks are
/// called without being counted, and everything is in one piece of memory.
///
/// ```
/// | feedback 0 | … | feedback n-1 | call 0 | … | call n-1 |
/// ```
@usableFromInline
struct FeedbackTable<State: Sendable, Event: Sendable>: ~Copyable {
  @usableFromInline typealias Instance = FeedbackInstance<State, Event>

  @usableFromInline let feedbacks: UnsafeMutablePointer<Unmanaged<Instance>>
  @usableFromInline let calls: UnsafeMutablePointer<Int>
  @usableFromInline let count: Int
  @usableFromInline var callCount = 0

  /// Makes the memories of feedbacks for one run.
  @inlinable
  init(_ definitions: [Feedback<State, Event>], scopes: [ScopeNode<State, Event>]) {
    count = definitions.count
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: count * (MemoryLayout<Unmanaged<Instance>>.stride + MemoryLayout<Int>.stride),
      alignment: MemoryLayout<Int>.alignment)
    feedbacks = memory.bindMemory(to: Unmanaged<Instance>.self, capacity: count)
    calls = (memory + count * MemoryLayout<Unmanaged<Instance>>.stride).bindMemory(
      to: Int.self, capacity: count)
    for index in 0..<count {
      let instance = definitions[index].instance(scopes)
      (feedbacks + index).initialize(
        to: .passRetained(definitions[index].traits.isThrottled ? instance.throttled() : instance))
    }
  }

  @inlinable
  deinit {
    for index in 0..<count { feedbacks[index].release() }
    UnsafeMutableRawPointer(feedbacks).deallocate()
  }

  /// Lends a feedback to a closure, without counting it.
  @inlinable @inline(__always)
  func with<Result>(_ index: Int, _ body: (Instance) -> Result) -> Result {
    feedbacks[index]._withUnsafeGuaranteedRef(body)
  }

  /// Notes that the effect closure of a feedback is to be called.
  @inlinable @inline(__always)
  mutating func noteCall(_ index: Int) {
    calls[callCount] = index
    callCount &+= 1
  }

  @inlinable @inline(__always)
  mutating func forgetCalls() {
    callCount = 0
  }

  func contains(where predicate: (Instance) -> Bool) -> Bool {
    (0..<count).contains { with($0, predicate) }
  }
}
