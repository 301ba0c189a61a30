/// Entries of a mailbox, in order.
typealias EntryRing = SlotRing<EntryTag>

/// The kind of a mailbox entry and where it comes from, in one word.
///
/// ```
/// 63                      20 19         4 3    0
/// |        serial           |    feedback    | kind |
/// ```
///
/// The serial distinguishes the execution from others. 44 bits last for 203 days at one serial per
/// microsecond. After that serials repeat. The engine compares a serial only with those of the executions that
/// are alive. So a repeated serial does harm only if another effect is alive, or an event of it waits, for all
/// this time.
package struct EntryTag: Hashable, Sendable, SlotTag {
  package enum Kind: UInt8, Sendable {
    /// An event from outside.
    case outside
    /// An event in an effect's description.
    case immediate
    /// An event that an effect's work emitted.
    case delivered
    /// An event that an effect's work emitted, with which the part of the effect is finished.
    case deliveredLast
    /// No event: a part of the effect is finished.
    case finished
    /// No event: a body of user code has returned.
    case bodyEnded
    /// ``bodyEnded`` together with ``deliveredLast``.
    case bodyEndedDelivering
    /// No event: ``bodyEnded`` together with ``finished``.
    case bodyEndedFinished
    /// No event: a stream waits for a state. ``ExecutionPart/taken`` has the number of states that it
    /// has taken.
    case streamAsked
    /// No event: the alarm of an element's held start was due.
    case holdEnded
    /// An event from outside that has an ``EventTicket``; the serial is the ticket's number.
    case awaited
    /// No event: the alarm of a staged execution was due.
    case stageDue
    /// No event: a body of user code has returned, and will be tried again.
    case attemptFailed
    /// ``delivered`` with an ``EventTicket``, which has the execution; the serial is the ticket's
    /// number.
    case sent
    /// An input, which may mean an event: the serial is its number, see ``LoopHost``.
    case input
  }

  /// The kinds of entries that have an event, as bits.
  static var eventKinds: UInt64 { 0b0010_0100_0100_1111 }

  /// The number of feedbacks that a spin can have.
  static let feedbackLimit = 1 << 16
  static let serialMask: UInt64 = (1 << 44) - 1

  let bits: UInt64

  init(bits: UInt64) {
    self.bits = bits
  }

  package init(_ kind: Kind, feedback: Int = 0, serial: UInt64 = 0) {
    bits =
      UInt64(kind.rawValue) | UInt64(truncatingIfNeeded: feedback) &<< 4
      | (serial & EntryTag.serialMask) &<< 20
  }

  /// Whether entries of the kind have an event.
  package var hasEvent: Bool { EntryTag.eventKinds &>> (bits & 0xF) & 1 != 0 }

  /// Whether it is an event that a full mailbox has no room for.
  var needsRoom: Bool { isOutside || kind == .delivered || kind == .sent }

  /// Whether it belongs to no execution: an event from outside without a ticket, or an immediate
  /// event that neither a queue nor the life of a part counts.
  var isOfNoExecution: Bool { serial == 0 }

  /// The tag by which the loop knows an execution or a branch; its entries differ in their kinds.
  static func execution(feedback: Int, serial: UInt64) -> EntryTag {
    EntryTag(.delivered, feedback: feedback, serial: serial)
  }

  /// An event from outside.
  package static var outside: EntryTag { EntryTag(bits: 0) }

  /// An event from outside of which the loop keeps no copy, and for which nobody waits.
  package static var outsideForgetting: EntryTag {
    awaited(ticket: serialMask, forgetsEvent: true)
  }

  /// An event from outside that has an ``EventTicket``.
  ///
  /// - Parameters:
  ///   - ticket: The number of the ticket; not 0.
  ///   - forgetsEvent: Whether the loop keeps no copy of the event after its step.
  /// - Returns: The tag.
  static func awaited(ticket: UInt64, forgetsEvent: Bool) -> EntryTag {
    EntryTag(.awaited, feedback: forgetsEvent ? 1 : 0, serial: ticket)
  }

  /// Whether it has an event or may mean one: a mailbox refuses it once the loop has been told to stop.
  var mayBeReduced: Bool { hasEvent || kind == .input }

  /// Whether a part of the effect is finished with its event.
  var deliversLast: Bool { kind == .deliveredLast || kind == .bodyEndedDelivering }

  /// Whether a body of user code has returned.
  var endsBody: Bool {
    switch kind {
    case .bodyEnded, .bodyEndedDelivering, .bodyEndedFinished, .attemptFailed: true
    default: false
    }
  }

  /// Whether the serial is the number of a ticket.
  var hasTicket: Bool { kind == .awaited || kind == .sent }

  /// Whether the loop keeps no copy of an awaited event after its step.
  var forgetsEvent: Bool { kind == .awaited && feedback == 1 }

  package var kind: Kind {
    guard let kind = Kind(rawValue: UInt8(truncatingIfNeeded: bits & 0xF)) else {
      unreachable("a tag of an unknown kind")
    }
    return kind
  }
  /// Whether it is an event from outside; it then names no feedback.
  package var isOutside: Bool { kind == .outside || kind == .awaited || kind == .input }
  package var feedback: Int { Int(truncatingIfNeeded: (bits &>> 4) & 0xFFFF) }
  package var serial: UInt64 { bits &>> 20 }

  /// Returns the tag of another kind for the same execution.
  package func with(_ kind: Kind) -> EntryTag {
    EntryTag(bits: (bits & ~0xF) | UInt64(kind.rawValue))
  }
}
