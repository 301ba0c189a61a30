import SpinCore

/// What was written down of one run.
struct Record: Sendable {
  /// What happened inside, in order, with the loop's own names of runs.
  var lines: [Line] = []
  /// What was emitted, and what the emitter was told.
  var emissions: [Int: EmitResult] = [:]
  /// When the emitting began and ended.
  var moments: [Int: ClosedRange<Duration>] = [:]
  /// Those of them that were emitted by effects.
  var fromEffects: Set<Int> = []
  /// The events that async bodies and sequences handed to the loop.
  var returned: [Int] = []
  /// What those were told who waited for a transition or an answer, by their events.
  var outcomes: [Int: Outcome] = [:]
  /// The events that were emitted with a reply.
  var asked: Set<Int> = []
  /// How many lines there were before and after the loop was resumed.
  var resumptions: [ClosedRange<Int>] = []
  /// What the run's `onDrop` was told.
  var drops: [DroppedEvent<Nudge>] = []
  /// For each registration that ran, how often its cancellation ran.
  var registrations: [Int] = []
  /// What registrations were told that emitted when they were cancelled.
  var lastWords: [EmitResult] = []
  /// What observers saw that joined later.
  var latecomers: [[Transition<Wheel, Nudge>]] = []
  /// The states that streams have taken.
  var streamed: [Int: [Wheel]] = [:]
  /// The state in the end, unless the handle was dropped.
  var state: Wheel?
  /// For what the run has waited in vain.
  var stuck: String?
}

/// What became of an event that somebody waited for.
enum Outcome: Equatable, Sendable {
  /// It was reduced, and this is the state right after it.
  case state(Wheel)
  /// It was reduced, and answered with the number of its transition.
  case answer(Int)
  /// It was reduced, and not answered.
  case noReply
  case dropped(DropReason)
  /// Something that cannot be.
  case error(String)
}

extension Line {
  /// Puts what a loop's probe is told into the words of a record.
  init(_ fact: LoopTrace<Nudge>) {
    switch fact {
    case .taken(let tag, let event): self = Line(taken: tag, event)
    case .compared(let time): self = .compared(at: time)
    case .dropped(_, let reason): self = .dropped(reason)
    case .reduced(let number): self = .reduced(number: number)
    case .cancelled(let slot, let serial): self = .cancelled(RunName(slot: slot, serial: serial))
    case .published(let number): self = .published(number: number)
    case .described(let slot): self = .described(slot: slot)
    case .waited(let slot): self = .waited(slot: slot)
    case .posted(let slot, let count): self = .posted(slot: slot, count: count)
    case .started(let slot, let serial): self = .started(RunName(slot: slot, serial: serial))
    case .ended(let slot, let serial): self = .ended(RunName(slot: slot, serial: serial))
    case .clockRead(let slot, let now): self = .clock(slot: slot, now)
    case .held(let slot, let serial): self = .held(RunName(slot: slot, serial: serial))
    case .stopped: self = .stopped
    }
  }

  private init(taken tag: EntryTag, _ event: Nudge?) {
    switch tag.kind {
    case .outside, .awaited: self = .taken(.outside, event)
    case .immediate: self = .taken(.immediate(slot: tag.feedback), event)
    case .delivered, .deliveredLast, .bodyEndedDelivering, .finished, .bodyEndedFinished,
      .stageDue, .attemptFailed:
      self = .taken(.work(RunName(slot: tag.feedback, serial: tag.serial)), event)
    case .streamAsked: self = .taken(.stream(slot: tag.feedback, gone: Int(tag.serial)), event)
    case .holdEnded:
      self = .taken(.hold(RunName(slot: tag.feedback, serial: tag.serial)), event)
    case .bodyEnded: self = .bodyReturned
    case .listed: preconditionFailure("the mark of a list is taken for an entry")
    }
  }
}
