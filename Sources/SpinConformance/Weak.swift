internal import SpinCore

/// A weak reference to a running loop, for closures that are created before the loop starts.
final class Weak<State: Sendable, Event: Sendable>: Sendable {
  private struct Reference: Sendable {
    weak var running: RunningSpin<State, Event>?
  }

  private let reference = Guarded(Reference())

  func set(_ running: RunningSpin<State, Event>) {
    reference.withLock { $0.running = running }
  }

  var value: RunningSpin<State, Event>? { reference.withLock { $0.running } }

  @discardableResult
  func emit(_ event: Event) -> EmitResult? { value?.emit(event) }
}
