package import SpinCore

/// The handle of a loop, for closures that are written before the loop is started.
///
/// It keeps the loop alive, so the code that sets it must stop the loop.
package final class Handle<State: Sendable, Event: Sendable>: Sendable {
  private let running = Guarded<RunningSpin<State, Event>?>(nil)

  package init() {}

  /// The handle; `nil` until it is set.
  package var value: RunningSpin<State, Event>? { running.withLock { $0 } }

  package func set(_ handle: RunningSpin<State, Event>?) {
    let old = running.withLock { running in
      defer { running = handle }
      return running
    }
    withExtendedLifetime(old) {}  // The last reference must not be released under the lock.
  }

  @discardableResult
  package func emit(_ event: Event) -> EmitResult? {
    value?.emit(event)
  }

  package func stop() {
    value?.stop()
  }
}
