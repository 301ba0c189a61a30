/// The order of the messages of a gear, and how they get to the receivers.
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
///
/// It knows no types: generic code would look them up again and again for each message.
@usableFromInline
package final class GearCore: Sendable {
  private struct Shared: ~Copyable, Sendable {
    /// What waits for a thread that delivers, in order.
    var entries = RingBuffer<GearEntry>()
    /// The receivers; `nil` while a thread delivers, which has them then.
    var receivers: GearReceivers?
  }

  /// Guards the order of the messages; nothing is delivered under the lock.
  private let shared: Guarded<Shared>

  init(replaysLatest: Bool) {
    shared = Guarded(Shared(receivers: GearReceivers(replaysLatest: replaysLatest)))
  }

  /// Sends a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - whenDelivered: Called once, when all receivers have it.
  @usableFromInline
  func send(_ message: GearObject, whenDelivered: (@Sendable () -> Void)? = nil) {
    add(.message(message, whenDelivered: whenDelivered))
  }

  /// Adds a receiver, which hears what is sent from now on.
  func join(_ receiver: GearReceiver) {
    add(.joined(receiver))
  }

  /// Removes a receiver, which hears nothing more.
  func leave(_ receiver: GearReceiver) {
    receiver.leave()
    add(.left(receiver))
  }

  /// Tells the receivers, after what was sent before, that there is nothing more to hear.
  func end() {
    add(.ended)
  }
}

extension GearCore {
  /// Gives an entry its place, and sees to it that it is carried out.
  private func add(_ entry: GearEntry) {
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

  private var identity: ObjectIdentifier { ObjectIdentifier(self) }

  /// Leaves the delivery to the outermost frame of the thread, if there is one: one round at a time, so
  /// that a loop which finds others sending all the time goes on with its own events.
  private func defersDelivery() -> Bool {
    ThreadFrame.defers(.call { if self.deliver() { _ = self.defersDelivery() } })
  }

  /// Carries out what waits, unless another thread does.
  ///
  /// - Returns: Whether something waits again that nobody has taken.
  private func deliver() -> Bool {
    var entries = RingBuffer<GearEntry>()
    var receivers: GearReceivers?
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

/// What happens to a gear, in one order.
enum GearEntry: Sendable {
  case message(GearObject, whenDelivered: (@Sendable () -> Void)?)
  case joined(GearReceiver)
  case left(GearReceiver)
  case ended
}
