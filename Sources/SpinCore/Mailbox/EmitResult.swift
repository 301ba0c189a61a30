/// The fate of an emitted event.
public enum EmitResult: Hashable, Sendable {
  /// The mailbox took it.
  ///
  /// The loop reduces the event after those before it, unless it turns out to be stale or a repeat, is
  /// dropped to make room for a newer event, or the loop stops first.
  case accepted

  /// The mailbox did not take it.
  case dropped(DropReason)

  /// Whether the mailbox took the event.
  public var isAccepted: Bool { self == .accepted }

  /// Whether the mailbox may take the next event of the same effect: it took this one, or was only
  /// full.
  package var allowsMore: Bool { self == .accepted || self == .dropped(.full) }
}

/// An event that was not reduced, as ``RunOptions/onDrop`` receives it.
public struct DroppedEvent<Event: Sendable>: Sendable {
  /// The event, which made no transition.
  public let event: Event

  /// Why it was dropped.
  public let reason: DropReason

  /// Where it came from: a feedback of the spin, or code outside of the loop.
  public let origin: Origin

  /// Creates a value to compare with.
  public init(event: Event, reason: DropReason, origin: Origin = .outside) {
    self.event = event
    self.reason = reason
    self.origin = origin
  }
}

extension DroppedEvent: Equatable where Event: Equatable {}
