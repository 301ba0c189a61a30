internal import SpinCore

/// The token of an observer: ends the observation when it is cancelled or dropped.
///
/// A call that is under way on another thread may still be coming to its end when `cancel()`
/// returns; cancelled by a closure of the loop itself, the observer is not called again.
///
/// The token keeps nothing of the closure, and the loop lets go of it when the observation has ended:
/// an object whose closure observes may keep the token.
public final class ObservationToken: Sendable {
  private let end: Guarded<(@Sendable () -> Void)?>

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = Guarded(end)
  }

  deinit {
    cancel()
  }

  /// Ends the observation.
  ///
  /// May be called again.
  public func cancel() {
    let end = end.withLock { $0.take() }
    end?()
  }
}
