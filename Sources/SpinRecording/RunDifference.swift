/// The first thing that goes another way when a run is rehearsed, see
/// ``/SpinRecording/RunLog/rehearse(_:ignoring:renaming:)``.
///
/// ```
/// After event 1 typed("s") from outside, this effect is not described any more: search #1 (body).
/// ```
public struct RunDifference: Hashable, Sendable {
  /// What differs.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: String, Hashable, Sendable {
    /// The state after the step.
    case state
    /// The effects that the step has described.
    case effects
    /// The event that an effect has described.
    case event
    /// Whether the event was reduced, or why it was dropped.
    case outcome
    /// The sender: what has sent the entry of the log does not exist, or something else is next.
    case sender
  }

  /// What differs.
  public let kind: Kind

  /// The name of the feedback that it is about, without elements; `nil` for a state.
  public let feedback: String?

  /// The place of the entry in the log's `entries`.
  public let entry: Int

  /// The number of the newest transition, before or after which the run goes another way.
  public let number: Int

  /// The difference without its place: equal for runs that go another way for the same reason.
  package var group: Group { Group(kind: kind, feedback: feedback, reason: reason) }

  package struct Group: Hashable, Sendable {
    let kind: Kind
    let feedback: String?
    let reason: String
  }

  private let reason: String

  private let words: String

  init(
    _ kind: Kind, _ feedback: String?, entry: Int, number: Int, reason: String, _ words: String
  ) {
    self.kind = kind
    self.feedback = feedback
    self.entry = entry
    self.number = number
    self.reason = reason
    self.words = words
  }
}

extension RunDifference: CustomStringConvertible {
  /// The difference in a sentence, which can have further lines.
  public var description: String { words }
}
