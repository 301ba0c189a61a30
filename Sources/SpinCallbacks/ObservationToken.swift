internal import SpinCore

/// The token of an observation, which ends when the token is cancelled or released.
///
/// ```swift
/// token = running.observe { print($0.state) }  // as long as the property keeps it
/// _ = running.observe { print($0.state) }  // ends at once
/// ```
///
/// If the observer is being called on another thread, that call may continue after `cancel()` has
/// returned. If a closure of the loop itself calls `cancel()`, the observer is not called again.
///
/// The token does not keep the closure alive, and the loop releases the closure when the
/// observation has ended. An object may therefore hold the token of its own observing closure.
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
  /// Calling it again has no effect.
  public func cancel() {
    let end = end.withLock { $0.take() }
    end?()
  }
}
