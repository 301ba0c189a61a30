internal import Synchronization

/// An event that happens once, visible to all threads.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isRaised: Bool { value.load(ordering: .acquiring) }

  /// Raises the flag; returns whether it was down.
  @discardableResult
  func raise() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}
