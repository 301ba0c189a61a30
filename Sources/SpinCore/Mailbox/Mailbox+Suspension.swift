internal import Synchronization

/// The suspension of a loop, during which it takes no entries.
///
/// ```
/// drain                              elsewhere
/// step                               lock: raise `suspended`
/// sees it before the next entry
/// lock: lower `busy`                 emit: not idle → lock: append, raise `entries`, wakes nobody
///                                    lock: lower `suspended`, raise `requests` → owns the drain
/// ```
///
/// A request wakes the drain as ever: it attends to the request, takes no entry, and rests again. A
/// stop ends the suspension.
extension Mailbox {
  /// Whether the drain must take no entries.
  package var isSuspended: Bool { has(Self.suspended) }

  /// Keeps the drain from taking entries; has no effect after a stop.
  ///
  /// - Parameter byGate: Whether the gate of the loop suspends it. Only the gate ends this suspension.
  package func suspend(byGate: Bool = false) {
    ThreadFrame.checkMayUseLoops()
    shared.withLock { shared in
      guard word.load(ordering: .relaxed) & Self.stopped == 0 else { return }
      if byGate {
        shared.isBehind = true
      } else if shared.suspensions < .max {
        shared.suspensions += 1
      }
      raiseQuietly(Self.suspended)
    }
  }

  /// Ends one suspension, and lets the drain take entries again if it was the last.
  package func resume(byGate: Bool = false) {
    ThreadFrame.checkMayUseLoops()
    let wakes = shared.withLock { shared in
      guard word.load(ordering: .relaxed) & Self.suspended != 0 else { return false }
      if byGate {
        shared.isBehind = false
      } else if shared.suspensions > 0 {
        shared.suspensions -= 1
      }
      if shared.isBehind || shared.suspensions > 0 { return false }
      // NB: only the drain knows whether its queue is empty, so it is woken in any case.
      return raiseEndingSuspension(Self.requests)
    }
    if wakes { wake() }
  }

  /// Raises a signal without waking the drain.
  ///
  /// Called under the lock.
  func raiseQuietly(_ signal: UInt8) {
    word.bitwiseOr(signal, ordering: .acquiringAndReleasing)
  }

  /// Gives the ownership of the drain back without taking the waiting entries, unless there is
  /// something else to do.
  ///
  /// - Parameter isEmpty: Whether the mailbox must have no entry in its inbox.
  /// - Returns: Whether the ownership was given back.
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
