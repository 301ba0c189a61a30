internal import Synchronization

/// Something that happens once, for any thread to see.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isRaised: Bool { value.load(ordering: .acquiring) }

  /// Raises it; says whether it was down.
  @discardableResult
  func raise() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}
