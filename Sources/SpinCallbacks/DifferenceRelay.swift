internal import SpinCore

/// Hands each value that differs from the one before to a closure on the main actor.
///
/// If the main actor is late, it gets the newest of the values that wait, unless that equals the one it
/// got before.
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

  /// Ends the calls of the closure; keeps nothing of it.
  var end: @Sendable () -> Void {
    { [weak relay] in relay?.end() }
  }
}
