/// The order of a gear's messages, and their delivery to the receivers.
///
/// An entry is a message, a receiver that joins or leaves, or the end of the gear. The lock guards the
/// waiting entries and the receivers. A thread appends its entry under the lock. If it finds the receivers
/// there, it takes them out, and carries out the waiting entries:
///
/// ```
/// sender                              another sender
/// lock: append
/// lock: take receivers
/// deliver …                           lock: append; the receivers are gone, so it is left to the first
/// lock: receivers back; an entry!
/// lock: take receivers                (the other one may have taken them)
/// deliver …
/// lock: receivers back; no entries
/// ```
///
/// A thread delivers a few entries at a time, and puts the receivers back in between. It goes on until its
/// own entry and all entries that other threads have left to it are delivered. If another thread takes the
/// receivers in between, that thread takes over the rest. So no thread delivers for long on behalf of a
/// thread that sends without pause:
///
/// ```
/// a thread that sends once            one that sends without pause
/// deliver a few …                     lock: append; the receivers are gone
/// lock: receivers back                lock: append; lock: take receivers
/// lock: others have taken them        deliver …
/// ```
///
/// If others send only while a thread delivers, none of them ever finds the receivers. After ``Slice/loan``,
/// the thread then leaves the rest to a task. The task delivers a slice, and leaves the rest to another task.
///
/// A thread that is inside a closure or a step of a loop only appends its entry. Its outermost
/// ``ThreadFrame`` delivers the entry when the step is complete. Until then another thread may find the
/// receivers, and deliver the entry.
///
/// The class is not generic: generic code would look up type metadata repeatedly for each message.
@usableFromInline
package final class GearCore: Sendable {
  fileprivate struct Shared: ~Copyable, Sendable {
    /// The entries that wait for a delivering thread, in order.
    var entries = RingBuffer<GearEntry>()
    /// The receivers; `nil` while a delivering thread has them.
    var receivers: GearReceivers?
    /// How many entries have got a place.
    var count: UInt64 = 0
    /// The number of the entry up to which the delivering thread must deliver.
    ///
    /// Each thread that comes with an entry sets it to ``count``, even if another thread is delivering.
    var owed: UInt64 = 0
    /// How often a thread has taken the receivers.
    var takes: UInt64 = 0
    /// Whether another thread has left an entry to the delivering one.
    var othersHaveSent = false
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
    let cause = ThreadFrame.Thread.current.value.cause.kept
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
    shared.withLock { shared in
      shared.entries.append(entry)
      shared.count += 1
    }
    let thread = ThreadFrame.Thread.current
    if thread.value.innermost != nil { return deliverLater(Shift()) }
    var shift = Shift()
    goOn(&shift)
  }

  /// Delivers as long as the thread must, inside no closure of a loop.
  ///
  /// Loops on the caller's thread make their steps after each portion, not while it is delivered.
  private func goOn(_ shift: inout Shift) {
    let thread = ThreadFrame.Thread.current
    while ThreadFrame.within(.delivery, of: identity, on: thread, { _ in deliver(&shift) }) {}
  }

  private var identity: ObjectIdentifier { ObjectIdentifier(self) }

  /// Leaves the delivery to the outermost frame of the thread.
  ///
  /// The frame delivers one portion in each round, so that a loop goes on with its own events even if others
  /// send all the time.
  private func deliverLater(_ shift: Shift) {
    _ = ThreadFrame.defers(
      .call {
        var shift = shift
        if self.deliver(&shift) { self.deliverLater(shift) }
      })
  }

  /// What a thread delivers for itself and others.
  fileprivate struct Shift: Sendable {
    /// The number of the thread's latest take, see ``Shared/takes``; 0 at first.
    var take: UInt64 = 0
    var slice = Slice.unhurried
    /// When the thread had delivered its first portion; `nil` until then.
    var since: UInt64?
    /// How long the thread then delivers for others, in nanoseconds.
    var loan = Slice.loan
  }

  /// The maximum number of entries that a thread carries out before another one can take over.
  private static var portion: Int { 16 }

  /// Carries out the next entries, unless another thread does.
  ///
  /// - Returns: Whether the thread must go on.
  private func deliver(_ shift: inout Shift) -> Bool {
    var receivers = shared.withLock { $0.takeReceivers(&shift.take) }
    let limit = min(Self.portion, shift.slice.left)
    guard let count = receivers?.carryOut(atMost: limit) else { return false }
    shift.slice.left -= count
    guard shared.withLock({ $0.putBack(&receivers) }) else { return false }
    guard let since = shift.since else {
      shift.since = Slice.time
      shift.beginSlice()
      return true
    }
    if shift.slice.permitsEntry(nil) { return true }
    SystemCall.yieldThread(for: Slice.offer) { shared.withLock { $0.takes == shift.take } }
    shift.beginSlice()
    guard Slice.time &- since >= shift.loan, shared.withLock({ $0.othersHaveSent }) else {
      return true
    }
    deliverElsewhere(shift)
    return false
  }

  /// Leaves the delivery to tasks.
  private func deliverElsewhere(_ shift: Shift) {
    Task.detached { [self] in
      var shift = shift
      (shift.since, shift.loan) = (Slice.time, 0)
      goOn(&shift)
    }
  }
}

extension GearCore.Shift {
  /// Begins a slice that looks at the clock after its first entry.
  fileprivate mutating func beginSlice() {
    slice = .of(Slice.usualLimit)
    slice.begin(nil)
  }
}

extension GearCore.Shared {
  /// Takes the receivers and what waits for them; `nil` if the thread has nothing to deliver any more.
  mutating func takeReceivers(_ take: inout UInt64) -> GearReceivers? {
    if take == 0 {
      owed = count
      othersHaveSent = receivers == nil
    }
    guard let count = receivers?.count, count < owed, take == 0 || take == takes else { return nil }
    takes += 1
    take = takes
    receivers?.take(&entries)
    return receivers.take()
  }

  /// Puts the receivers back.
  ///
  /// - Returns: Whether the thread must go on.
  mutating func putBack(_ taken: inout GearReceivers?) -> Bool {
    swap(&receivers, &taken)
    guard let count = receivers?.count, count >= owed else { return true }
    if receivers?.entries.isEmpty == true && entries.isEmpty {
      receivers?.entries.releaseBurst()
      entries.releaseBurst()
    }
    return false
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
