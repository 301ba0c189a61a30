public import Synchronization

/// An async body that the runtime is about to be given.
@usableFromInline
struct PendingBody<Event: Sendable>: Sendable {
  @usableFromInline let run: ExecutionPart<Event>
  @usableFromInline let body: EffectBody
  /// Whether cancelling the run cancels the body.
  @usableFromInline let isCancellable: Bool

  @inlinable
  init(_ run: ExecutionPart<Event>, isCancellable: Bool = true, _ body: EffectBody) {
    self.run = run
    self.body = body
    self.isCancellable = isCancellable
  }

  @inlinable
  func start(on runtime: any SpinRuntime) {
    let cancellation = runtime.start(body, on: run.executor)
    if isCancellable { run.hold(cancellation) }
  }
}

/// The bodies of a step; the first has a place of its own, because most often there is no other.
@usableFromInline
struct PendingBodies<Event: Sendable>: Sendable {
  @usableFromInline var first: PendingBody<Event>?
  @usableFromInline var more: [PendingBody<Event>] = []

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { first == nil }

  @inlinable
  mutating func append(_ body: PendingBody<Event>) {
    if first == nil { first = body } else { more.append(body) }
  }

  /// Returns the bodies and leaves nothing behind.
  @inlinable
  mutating func takeAll() -> PendingBodies {
    var taken = PendingBodies()
    swap(&taken, &self)
    return taken
  }

  @inlinable
  func start(on runtime: any SpinRuntime) {
    first?.start(on: runtime)
    for body in more { body.start(on: runtime) }
  }

  /// Starts the bodies after a turn; leaves the only one to the task of the turn, if it may.
  @inlinable
  func start(on runtime: any SpinRuntime, orLeaveTo next: inout NextBody) {
    guard more.isEmpty, let first, first.run.executor == nil, let task = next.task else {
      return start(on: runtime)
    }
    first.run.taskID.store(task.id, ordering: .releasing)
    first.run.hold(task.cancellation)
    next.body = first.body
  }
}
