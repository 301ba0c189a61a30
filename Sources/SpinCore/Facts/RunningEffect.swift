/// An effect that is alive, see ``RunningSpin/effects``.
public struct RunningEffect: Hashable, Sendable, CustomStringConvertible {
  /// What an effect waits for.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Waiting: Hashable, Sendable {
    /// Nothing: it is at work.
    case nothing
    /// The alarm of a delay, a period, frames, a backoff, a timeout or a throttle.
    case alarm(AlarmFact.Purpose)
    /// The end of the effect before it.
    case queue
    /// A place among the elements that may be at work at the same time.
    case place
    /// That the event for which it is wanted is kept outside of the loop's memory.
    case durability
  }

  /// The feedback and the element that it belongs to.
  public let feedback: FeedbackOrigin

  /// The number of the execution; `nil` if its closure has not been called or it waits in a queue.
  public let execution: UInt64?

  /// The number of the transition in whose step it was described, or began to wait.
  public let transition: Int

  /// What it waits for.
  public let waiting: Waiting

  /// The time by the loop's scheduler at which its next alarm is due; `nil` if it has none.
  public let alarm: Duration?

  /// The numbers of its stages that have begun.
  package let stages: [UInt64]

  /// The effect in words, such as `search #3, since 12`, or `clock #2, since 1: its next event
  /// is due at 60.0 seconds`.
  public var description: String {
    let number = execution.map { " #\($0)" } ?? ""
    return "\(feedback)\(number), since \(transition)\(state)"
  }

  private var state: String {
    let time = alarm.map { " at \($0)" } ?? ""
    return switch waiting {
    case .nothing: ""
    case .queue: ": waits for \(WaitReason.queue.rawValue)"
    case .place: ": waits for \(WaitReason.place.rawValue)"
    case .durability: ": waits until its event is kept"
    case .alarm(.delay): ": waits for its delay\(time)"
    case .alarm(.period): ": its next event is due\(time)"
    case .alarm(.frames): ": emits with each frame"
    case .alarm(.backoff): ": waits for its next attempt\(time)"
    case .alarm(.timeout): ": must end before its timeout\(time)"
    case .alarm(.throttle): ": waits for \(WaitReason.period.rawValue)\(time)"
    }
  }
}
