/// The order of a gear's messages, and their delivery to the receivers.
///
/// Each entry takes its place under the lock. A thread that finds the receivers there takes them,
/// and carries out the waiting entries:
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
/// A thread that is inside a closure or a step of a loop appends, and leaves the rest to its
/// outermost frame. Until then the receivers are there, and another thread may deliver the appended
/// entry.
///
/// It knows no types, because generic code would look up type metadata repeatedly for each message.
@usableFromInline
package final class GearCore: Sendable {
  private struct Shared: ~Copyable, Sendable {
    /// The entries that wait for a delivering thread, in order.
    var entries = RingBuffer<GearEntry>()
    /// The receivers; `nil` while a delivering thread has them.
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
  ///   - whenDelivered: Called once, when all receivers have the message.
  @usableFromInline
  func send(_ message: GearObject, whenDelivered: (@Sendable () -> Void)? = nil) {
    let cause = ThreadFrame.Thread.current.value.cause
    add(.message(message, cause, whenDelivered: whenDelivered))
  }

  /// Adds a receiver, which gets the messages that are sent from now on, until the cancellation is called.
  ///
  /// The cancellation keeps neither the gear nor the receiver.
  func join(_ receiver: GearReceiver) -> Cancellation {
    add(.joined(receiver))
    return Cancellation { [weak self, weak receiver] in
      guard let self, let receiver else { return }
      receiver.leave()
      add(.left(receiver))
    }
  }

  /// Tells the receivers that the gear has ended, after the messages that were sent before.
  func end() {
    add(.ended)
  }
}

extension GearCore {
  /// Gives an entry its place, and has it carried out.
  private func add(_ entry: GearEntry) {
    let isTaken = shared.withLock { shared in
      shared.entries.append(entry)
      return shared.receivers == nil
    }
    if isTaken || defersDelivery() { return }
    // Loops on the caller's thread make their steps after the delivery, not inside it.
    ThreadFrame.within(.delivery, of: identity, on: ThreadFrame.Thread.current) { _ in
      while deliver() { SystemCall.yieldThread() }
    }
  }

  private var identity: ObjectIdentifier { ObjectIdentifier(self) }

  /// Leaves the delivery to the outermost frame of the thread, and returns whether there is one.
  ///
  /// The frame delivers one round at a time, so that a loop goes on with its own events even if
  /// others send all the time.
  private func defersDelivery() -> Bool {
    ThreadFrame.defers(.call { if self.deliver() { _ = self.defersDelivery() } })
  }

  /// Carries out the waiting entries, unless another thread does.
  ///
  /// - Returns: Whether further entries wait that no thread has taken.
  private func deliver() -> Bool {
    var entries = RingBuffer<GearEntry>()
    let receivers = shared.withLock { shared -> GearReceivers? in
      if shared.receivers == nil || shared.entries.isEmpty { return nil }
      swap(&shared.entries, &entries)
      return shared.receivers.take()
    }
    guard let receivers else { return false }
    while let entry = entries.popFirst() { receivers.carryOut(entry) }
    return shared.withLock { shared in
      shared.receivers = receivers
      if !shared.entries.isEmpty { return true }
      swap(&shared.entries, &entries)  // The memory is reused.
      shared.entries.releaseBurst()
      return false
    }
  }
}

/// An entry in the order of a gear.
enum GearEntry: Sendable {
  /// A message, and the step of a monitored loop that has sent it.
  case message(GearObject, KeptCause?, whenDelivered: (@Sendable () -> Void)?)
  case joined(GearReceiver)
  case left(GearReceiver)
  case ended
}
