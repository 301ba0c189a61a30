internal import SpinCore

/// The place where an observer is called instead of in the loop.
public enum ObservationPlace: Sendable {
  /// The main actor.
  case mainActor

  /// Refuses the name of the queue.
  @available(*, unavailable, renamed: "mainActor")
  public static var main: ObservationPlace { .mainActor }
}

/// Passes values to the main actor, in order.
final class MainActorRelay<Value: Sendable>: Sendable {
  private struct Content: ~Copyable, Sendable {
    var waiting = RingBuffer<Value>()
    var isOnItsWay = false
    var isOver = false
  }

  private let content = Guarded(Content())
  private let call: @MainActor @Sendable (Value) -> Void
  /// Whether the loop runs on the main actor, so that values are passed at once.
  private let isAtHome: Bool
  /// Whether all values that wait for the main actor are passed, or only the newest one.
  private let passesAll: Bool

  init(
    isAtHome: Bool, passesAll: Bool = false,
    _ call: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    self.isAtHome = isAtHome
    self.passesAll = passesAll
    self.call = call
  }

  /// Takes a value.
  ///
  /// Call it in the loop.
  func take(_ value: Value) {
    let (old, mustGo) = content.withLock { content in
      defer { content.isOnItsWay = true }
      let old = passesAll ? nil : content.waiting.popFirst()
      content.waiting.append(value)
      return (old, !content.isOnItsWay)
    }
    withExtendedLifetime(old) {}  // The last reference must not be released under the lock.
    if isAtHome { return MainActor.assumeIsolated { hand() } }
    if mustGo { go() }
  }

  /// Ends the calls of the closure.
  func end() {
    content.withLock { $0.isOver = true }
  }

  /// NB: one task at a time, so that values stay in order.
  private func go() {
    Task.detached { @MainActor in self.hand() }
  }

  /// Passes values for a slice, so that other work of the main actor goes on even if they keep coming.
  @MainActor
  private func hand() {
    var slice = Slice.of(Slice.usualLimit)
    while slice.permitsEntry(nil) {
      guard let value = takeNext() else { return }
      slice.left -= 1
      call(value)
    }
    go()
  }

  /// Takes the next value to pass, unless a call has ended the observation.
  private func takeNext() -> Value? {
    content.withLock { content in
      let next = content.isOver ? nil : content.waiting.popFirst()
      if next == nil { content.isOnItsWay = false }
      return next
    }
  }
}
