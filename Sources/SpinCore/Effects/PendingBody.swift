internal import Synchronization

/// An async body to give to the runtime.
struct PendingBody: Sendable {
  let part: ExecutionPart
  let body: EffectBody
  /// Whether cancelling the execution cancels the body.
  var isCancellable = true

  func start(on runtime: any SpinRuntime) {
    let cancellation = runtime.start(body, on: part.executor)
    if isCancellable { part.hold(cancellation) }
  }
}

extension OneOrMore {
  /// Starts the bodies after a turn, or leaves a single one to the task of the turn, if permitted.
  func start(
    on runtime: any SpinRuntime, orLeaveTo next: inout NextBody
  ) where Element == PendingBody {
    guard more.isEmpty, let first, first.part.executor == nil, let task = next.task else {
      return forEach { $0.start(on: runtime) }
    }
    first.part.taskID.store(task.id, ordering: .releasing)
    first.part.hold(task.cancellation)
    next.body = first.body
  }
}
