internal import Synchronization

/// The token of an observer: ends the observation when it is cancelled or dropped.
///
/// A call that is under way on another thread may still be coming to its end when `cancel()`
/// returns; cancelled by a closure of the loop itself, the observer is not called again.
public final class ObservationToken: Sendable {
  private let end: @Sendable () -> Void
  private let isOver = Atomic(false)

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    cancel()
  }

  /// Ends the observation.
  ///
  /// May be called again.
  public func cancel() {
    if !isOver.exchange(true, ordering: .acquiringAndReleasing) { end() }
  }
}
