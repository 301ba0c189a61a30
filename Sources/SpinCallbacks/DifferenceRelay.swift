internal import SpinCore

/// Passes each value that differs from the previous one to a closure on the main actor.
///
/// If several values wait for the main actor, only the newest one is passed, unless it equals the
/// last passed value.
struct DifferenceRelay<Value: Equatable & Sendable>: Sendable {
  private let newest = Latest<Value>()
  private let relay: MainActorRelay<Value>

  init(isAtHome: Bool, _ observe: @escaping @MainActor @Sendable (Value) -> Void) {
    let shown = Latest<Value>()
    relay = MainActorRelay(isAtHome: isAtHome) { value in
      if shown.isNew(value) { observe(value) }
    }
  }

  /// Takes a value from the loop.
  func take(_ value: Value) {
    if newest.isNew(value) { relay.take(value) }
  }

  /// Ends the calls of the closure, without keeping the closure alive.
  var end: @Sendable () -> Void {
    { [weak relay] in relay?.end() }
  }
}
