internal import Synchronization

/// How a loop is made to take no entries for a while.
///
/// ```
/// drain                              elsewhere
/// step                               lock: raise `suspended`
/// sees it before the next entry
/// lock: lower `busy`                 emit: not idle → lock: append, raise `entries`, wakes nobody
///                                    lock: lower `suspended`, raise `requests` → owns the drain
/// ```
///
/// Requests and a stop wake the drain as ever; it attends to them, takes nothing, and rests again.
extension Mailbox {
  /// Whether no entry is to be taken.
  @inlinable package var isSuspended: Bool { has(Self.suspended) }

  /// Keeps the drain from taking entries; does nothing after a stop.
  package func suspend() {
    shared.withLock { _ in
      if word.load(ordering: .relaxed) & Self.stopped == 0 { raiseSuspended() }
    }
  }

  /// Lets the drain take entries again.
  package func resume() {
    let wakes = shared.withLock { _ in
      guard word.load(ordering: .relaxed) & Self.suspended != 0 else { return false }
      lower(Self.suspended)
      // NB: the drain alone knows whether its queue is empty, so it is woken in any case.
      return raise(Self.requests) == .wakes
    }
    if wakes { wake() }
  }

  private func raiseSuspended() {
    word.bitwiseOr(Self.suspended, ordering: .acquiringAndReleasing)
  }

  /// Raises a signal for a drain that is not to be woken.
  ///
  /// Called under the lock.
  @usableFromInline
  func raiseQuietly(_ signal: UInt8) -> Enqueued {
    word.bitwiseOr(signal, ordering: .acquiringAndReleasing)
    return .queued
  }

  /// Gives the ownership of the drain back, and leaves the entries where they are, unless there is
  /// something to do.
  ///
  /// - Parameter isEmpty: Whether the mailbox must have no entry in its inbox.
  /// - Returns: Whether it was given back.
  @usableFromInline
  func giveBackSuspended(ifEmpty isEmpty: Bool) -> Bool {
    shared.withLock { _ in
      let signals = word.load(ordering: .relaxed)
      guard signals & Self.suspended != 0, signals & (Self.requests | Self.stopped) == 0,
        !isEmpty || signals & Self.entries == 0
      else { return false }
      lower(Self.busy)
      return true
    }
  }
}
