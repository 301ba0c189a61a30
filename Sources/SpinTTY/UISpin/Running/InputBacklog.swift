internal import Synchronization

/// The number of inputs in the mailbox, for the thread that reads them.
///
/// A pipe can be faster than any reducer, and its keys do not count towards the mailbox's bound. A
/// run without a screen therefore stops reading while many inputs wait.
final class InputBacklog: Sendable {
  private let count = Atomic(0)
  /// Whether the reader waits for inputs to leave the mailbox.
  private let isHeld = Atomic(false)

  /// The reader waits at the first number and continues at the second.
  private static let (most, least) = (1_024, 512)

  /// Notes that an input is about to enter the mailbox.
  func enter() { count.wrappingAdd(1, ordering: .sequentiallyConsistent) }

  /// Notes that an input has left the mailbox, or has not entered it.
  ///
  /// - Returns: Whether to wake the reader.
  func leave() -> Bool {
    let left = count.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
    return left <= InputBacklog.least && isHeld.load(ordering: .sequentiallyConsistent)
      && isHeld.exchange(false, ordering: .sequentiallyConsistent)
  }

  /// Whether there is room for more inputs.
  ///
  /// If not, ``leave()`` reports when there is.
  func hasRoom() -> Bool {
    if count.load(ordering: .sequentiallyConsistent) < InputBacklog.most { return true }
    isHeld.store(true, ordering: .sequentiallyConsistent)
    // Inputs may have left meanwhile.
    guard count.load(ordering: .sequentiallyConsistent) <= InputBacklog.least else { return false }
    isHeld.store(false, ordering: .sequentiallyConsistent)
    return true
  }
}
