public import Foundation
@_exported public import SpinCore

/// What a loop has taken, from its beginning on: each event with its sender, its outcome and the effects that
/// its step has described.
///
/// A log is data. It can be kept in memory, written as a file of JSON lines, and read in another process.
/// Fold it with a reducer to see each state again:
///
/// ```swift
/// let record = RunRecord<State, Event>(limit: 10_000)
/// let running = spin.start(on: .async, options: RunOptions(monitors: [.recording(into: record)]))
/// try await running.settled()
/// print(try record.log.replay(spin).state(at: 1))
/// ```
///
/// A log has everything that a run took from outside of its definition: events, and messages, such as that a
/// part of an effect has ended. It has the first state and a few later ones, see ``StateKeeping``.
public struct RunLog<State: Sendable, Event: Sendable>: Sendable {
  /// The run.
  public internal(set) var header: RunHeader

  /// The beginning of the run, and what the loop has taken since, in order.
  public internal(set) var entries: [Entry] = []

  /// The least number of entries that are kept; `nil` if all are.
  public let limit: Int?

  /// Whether the run was stopped; if not, the newest entry may lack effects.
  public internal(set) var hasEnded = false

  /// Whether the state of the newest transition was kept by the end of the run, and not by its step.
  var endKeepsState = false

  /// Whether the log was made of events alone, without what the feedbacks wanted.
  var hasOnlyEvents: Bool { header.hasOnlyEvents }

  /// What was wrong with the end of the file that the log was read from; `nil` if it was whole.
  public internal(set) var damage: RunLogError?

  /// An entry that the loop has taken, or the beginning of the run.
  public struct Entry: Sendable {
    /// Who has sent it.
    public internal(set) var sender: RunSender

    /// The event; `nil` for the beginning and for a message.
    public internal(set) var event: Event?

    /// What became of it.
    public internal(set) var outcome: RunOutcome

    /// The time of its step, since the beginning of the run.
    public internal(set) var time: Duration

    /// How long it has waited in the mailbox, as far as the loop's clock tells.
    public internal(set) var waited: Duration

    /// The call that has emitted it, such as `SearchView.swift:40`.
    public internal(set) var site: String?

    /// How many events the full mailbox has given up since the entry before: see `OverflowPolicy`.
    public internal(set) var lostBefore = 0

    /// Whether a part of the effect that has delivered the event has ended with it.
    public internal(set) var endsPart = false

    /// Whether the loop kept no copy of the event after its step, because the event carries a `Reply`.
    public internal(set) var isForgotten = false

    /// The effects that its step has described, in order.
    public internal(set) var effects: [RunEffect] = []

    /// The executions that its step has cancelled, in order, without those that the stop of the run has
    /// cancelled.
    public internal(set) var cancelled: [RunExecution] = []

    /// Whether the loop was stopped before its step had described all effects that the feedbacks wanted.
    public internal(set) var isCutOff = false

    /// The state after its step, if it was kept.
    public internal(set) var state: State?
  }

  /// Creates an empty log.
  init(_ header: RunHeader, limit: Int? = nil) {
    self.header = header
    self.limit = limit.map { max($0, 1) }
  }

  /// Creates the log of a run of which only the first state is known.
  package init(named name: String, beginningWith state: State, number: Int) {
    self.init(RunHeader(State.self, Event.self))
    header.name = name
    header.hasOnlyEvents = true
    add(.entry(.only(.start, nil, .begins(number: number), state)))
  }

  /// Lets the end of the run keep the state after the newest transition.
  mutating func keepLast(_ state: State?) {
    guard let last = entries.lastIndex(where: { $0.outcome.isTransition }) else { return }
    entries[last].state = state ?? entries[last].state
  }

  /// Adds an event of which only the number is known and, perhaps, the state after it.
  ///
  /// An event of `nil` is one that means nothing any more.
  package mutating func add(_ event: Event?, number: Int, state: State?) {
    add(.entry(.only(.outside, event, .reduced(number: number), state)))
  }

  /// The numbers of the transitions of the log; `nil` for a log without one.
  public var numbers: ClosedRange<Int>? {
    guard let first = entries.first?.outcome.number,
      let last = entries.last(where: { $0.outcome.isTransition })?.outcome.number
    else { return nil }
    return first...last
  }
}

extension RunLog.Entry {
  fileprivate static func only(
    _ sender: RunSender, _ event: Event?, _ outcome: RunOutcome, _ state: State?
  ) -> RunLog.Entry {
    RunLog.Entry(
      sender: sender, event: event, outcome: outcome, time: .zero, waited: .zero, site: nil,
      state: state)
  }
}

/// A run that was recorded.
public struct RunHeader: Hashable, Sendable {
  /// The name of the run, see `RunOptions`.
  public internal(set) var name: String?

  /// The types of the state and of the events, with their modules.
  public internal(set) var stateType, eventType: String

  /// The names of the feedbacks, in order of declaration.
  public internal(set) var feedbacks: [String]

  /// The seed of the run's random numbers.
  public internal(set) var seed: UInt64

  /// When the run began, by the clock of the machine, to the second.
  public internal(set) var began: Date

  /// Whether the log was made of events alone, see ``RunLog``.
  var hasOnlyEvents = false
}

/// Who has sent an entry of a ``RunLog``, in words that mean the same in another process.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum RunSender: Hashable, Sendable {
  /// Nobody: the beginning of the run.
  case start
  /// Code outside of the loop.
  case outside
  /// The description of an effect of a feedback, whose immediate event it is.
  case immediate(of: String)
  /// A subscription, which has emitted the event as it began: the execution of a feedback's effect.
  case subscription(of: String, execution: Int)
  /// An execution of a feedback's effect, or a stage of it.
  ///
  /// Executions are counted from 1 for each feedback and each element; stages are counted for each execution.
  case effect(of: String, execution: Int, stage: Int?)
  /// The alarm that has held a start for the period of a throttle, counted from 1 for each feedback and
  /// element.
  case throttle(of: String, count: Int)
}

extension RunSender: CustomStringConvertible {
  /// The sender in words, such as `search[3] #2`.
  public var description: String {
    switch self {
    case .start: "the start"
    case .outside: "outside"
    case .immediate(let feedback): "\(feedback) at once"
    case .subscription(let feedback, let execution): "\(feedback) #\(execution) as it began"
    case .effect(let feedback, let execution, let stage):
      "\(feedback) #\(execution)\(stage.map { " stage \($0)" } ?? "")"
    case .throttle(let feedback, let count): "the throttle of \(feedback) for the \(count). time"
    }
  }

  /// The feedback that it belongs to, if it belongs to one.
  public var feedback: String? {
    switch self {
    case .start, .outside: nil
    case .immediate(let feedback), .subscription(let feedback, _), .effect(let feedback, _, _),
      .throttle(let feedback, _):
      feedback
    }
  }
}

/// What became of an entry of a ``RunLog``.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum RunOutcome: Hashable, Sendable {
  /// The run begins here, or only its log does: the state has this number.
  case begins(number: Int)
  /// Its event was reduced, in the transition of this number.
  case reduced(number: Int)
  /// Its event was not reduced, for a reason such as `stale`: the name of a case of `DropReason`.
  case dropped(reason: String)
  /// It has no event: a part of an effect has ended, an alarm was due, or a sequence has asked for a state.
  case message(RunMessage)

  /// The number of its transition, if it made one.
  public var number: Int? {
    switch self {
    case .begins(let number), .reduced(let number): number
    case .dropped, .message: nil
    }
  }

  var isTransition: Bool { number != nil }
}

/// An entry without an event.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum RunMessage: Hashable, Sendable {
  /// One of several parts of an effect has ended, the last one, or an attempt, see `EndReason`.
  case ended(EndReason)
  /// An alarm was due.
  case alarm
  /// A sequence of states has asked for the next one; `taken` is the number of states that it had taken.
  case asked(taken: UInt64)
  /// A kind of message that this version of the library does not know.
  case unknown(String)
}

/// An effect that a step has described.
public struct RunEffect: Hashable, Sendable {
  /// The feedback, with its element.
  public internal(set) var feedback: String

  /// The number of its execution, counted from 1 for each feedback and element; `nil` if it has no work, or
  /// waits.
  public internal(set) var execution: Int?

  /// What it consists of, such as `after 0.3 seconds {body}`.
  public internal(set) var shape: String
}

/// An execution of an effect.
public struct RunExecution: Hashable, Sendable {
  /// The feedback, with its element.
  public internal(set) var feedback: String

  /// Its number, counted from 1 for each feedback and element.
  public internal(set) var number: Int
}

extension RunExecution: CustomStringConvertible {
  /// The execution in words, such as `search #2`.
  public var description: String { "\(feedback) #\(number)" }
}

extension RunEffect: CustomStringConvertible {
  /// The effect in words, such as `search #2 (body)`.
  public var description: String {
    "\(feedback)\(execution.map { " #\($0)" } ?? "") (\(shape))"
  }
}
