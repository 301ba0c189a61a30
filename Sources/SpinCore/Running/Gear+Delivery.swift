/// How messages get to the receivers.
///
/// Each entry takes its place under the lock. Whoever finds the receivers there takes them, and carries
/// out what waits:
///
/// ```
/// sender                              another sender
/// lock: append
/// lock: take receivers, entries
/// deliver …                           lock: append; the receivers are gone, so it is done
/// lock: receivers back; an entry!
/// lock: take receivers, entries       (the other one may have taken them)
/// deliver …
/// lock: receivers back; no entries
/// ```
///
/// A thread that is inside a closure or a step of a loop appends, and leaves the rest to its outermost
/// frame. Meanwhile the receivers are there, and another thread may deliver what was appended.
extension Gear {
  /// Gives an entry its place, and sees to it that it is carried out.
  func add(_ entry: GearEntry<Message>) {
    let isTaken = shared.withLock { shared in
      shared.entries.append(entry)
      return shared.receivers == nil
    }
    if isTaken || defersDelivery() { return }
    // Loops on the caller's thread make their steps after the delivery, not inside it.
    ThreadFrame.within(.delivery, of: identity, on: ThreadFrame.Thread.current) { _ in
      while deliver() { Platform.yieldThread() }
    }
  }

  private var identity: UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Leaves the delivery to the outermost frame of the thread, if there is one: one round at a time, so
  /// that a loop which finds others sending all the time goes on with its own events.
  private func defersDelivery() -> Bool {
    ThreadFrame.defers(.call { if self.deliver() { _ = self.defersDelivery() } })
  }

  /// Carries out what waits, unless another thread does.
  ///
  /// - Returns: Whether something waits again that nobody has taken.
  private func deliver() -> Bool {
    var entries = RingBuffer<GearEntry<Message>>()
    var receivers: GearReceivers<Message>?
    shared.withLock { shared in
      if shared.receivers == nil || shared.entries.isEmpty { return }
      // NB: swapped, so that no second reference makes the next change copy the list.
      swap(&shared.receivers, &receivers)
      swap(&shared.entries, &entries)
    }
    if receivers == nil { return false }
    while let entry = entries.popFirst() { receivers?.carryOut(entry) }
    return shared.withLock { shared in
      swap(&shared.receivers, &receivers)
      if !shared.entries.isEmpty { return true }
      swap(&shared.entries, &entries)  // The memory serves again.
      shared.entries.releaseBurst()
      return false
    }
  }
}
