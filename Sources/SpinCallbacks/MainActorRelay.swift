internal import SpinCore

/// The place where an observer is called instead of in the loop.
public enum ObservationPlace: Sendable {
  /// The main actor.
  case main
}

/// Passes values to the main actor; if several wait, only the newest one.
final class MainActorRelay<Value: Sendable>: Sendable {
  private struct Content: Sendable {
    var newest: Value?
    var isOnItsWay = false
    var isOver = false
  }

  private let content = Guarded(Content())
  private let call: @MainActor @Sendable (Value) -> Void
  /// Whether the values are already passed on the main actor.
  private let isAtHome: Bool

  init(isAtHome: Bool, _ call: @escaping @MainActor @Sendable (Value) -> Void) {
    self.isAtHome = isAtHome
    self.call = call
  }

  /// Takes a value.
  ///
  /// Call it in the loop.
  func take(_ value: Value) {
    let (old, mustGo) = content.withLock { content in
      defer {
        content.newest = value
        content.isOnItsWay = true
      }
      return (content.newest, !content.isOnItsWay)
    }
    withExtendedLifetime(old) {}  // The last reference must not be released under the lock.
    if isAtHome { return MainActor.assumeIsolated { hand() } }
    // NB: one task at a time, so that values stay in order.
    if mustGo { Task.detached { @MainActor in self.hand() } }
  }

  /// Ends the calls of the closure.
  func end() {
    content.withLock { $0.isOver = true }
  }

  @MainActor
  private func hand() {
    let (value, isOver) = content.withLock { content in
      defer {
        content.newest = nil
        content.isOnItsWay = false
      }
      return (content.newest, content.isOver)
    }
    if let value, !isOver { call(value) }
  }
}
