internal import Synchronization

/// The number of inputs that wait in the mailbox, for a thread that reads more of them.
///
/// A pipe can be faster than any reducer, and its keys need no room in the mailbox. So a run without
/// a screen stops reading while many of them wait.
final class InputBacklog: Sendable {
  private let count = Atomic(0)
  /// Whether the reader waits until fewer do.
  private let isHeld = Atomic(false)

  /// The reader waits at the first number, and goes on at the second.
  private static let (most, least) = (1_024, 512)

  /// An input is about to enter the mailbox.
  func enter() { count.wrappingAdd(1, ordering: .sequentiallyConsistent) }

  /// An input has left the mailbox, or has not entered it.
  ///
  /// - Returns: Whether to wake the reader.
  func leave() -> Bool {
    let left = count.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
    return left <= InputBacklog.least && isHeld.load(ordering: .sequentiallyConsistent)
      && isHeld.exchange(false, ordering: .sequentiallyConsistent)
  }

  /// Whether there is room for more; if there is none, ``leave()`` says when there is.
  func hasRoom() -> Bool {
    if count.load(ordering: .sequentiallyConsistent) < InputBacklog.most { return true }
    isHeld.store(true, ordering: .sequentiallyConsistent)
    // They may have left meanwhile.
    guard count.load(ordering: .sequentiallyConsistent) <= InputBacklog.least else { return false }
    isHeld.store(false, ordering: .sequentiallyConsistent)
    return true
  }
}
