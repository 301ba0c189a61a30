/// Why an event was not reduced.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum DropReason: Hashable, Sendable {
  /// The effect that delivered it was replaced or cancelled, or the life of the part that it belongs to has
  /// ended, see ``Scope``.
  case stale

  /// The effect that delivered it had already finished.
  case finished

  /// The loop has stopped.
  case stopped

  /// It repeats a recent event, see ``DropRepeats``.
  case repeated

  /// The mailbox was full, see ``MailboxBound``.
  case full

  /// A newer event with the same key took its place, see ``OverflowPolicy/coalesce(_:)``.
  case coalesced
}

extension DropReason {
  package var inWords: String {
    switch self {
    case .stale: "the effect that emitted it was cancelled"
    case .finished: "the effect that emitted it had finished"
    case .stopped: "the loop has stopped"
    case .repeated: "it repeats a recent event"
    case .full: "the mailbox is full"
    case .coalesced: "a newer event has taken its place"
    }
  }
}
