internal import SpinCore

/// The handle of a loop, for closures that are written before the loop is started; held weakly.
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
