import SpinCore
import SpinTestSupport

/// One line of what happened in a spin of spins, or of what had to happen.
enum ScopeLine: Hashable, Sendable {
  /// An entry was taken; without an event it says that a piece of work has finished.
  case taken(Source, Word?)
  /// Some code has returned, which is of interest to those who wait for the end only.
  case bodyReturned
  case dropped(DropReason)
  case reduced(number: Int)
  /// A selector was called, with this node.
  case asked(slot: Int, String)
  case cancelled(RunName)
  case observed(number: Int, Word?, origin: String, Node)
  case published(number: Int)
  /// An effect closure was called, and what it saw.
  case called(slot: Int, String)
  case described(slot: Int)
  case waited(slot: Int)
  case posted(slot: Int, count: Int)
  case started(RunName)
  case ended(RunName)
  case stopped
  /// Somebody was told that the loop is settled.
  case settled
  /// The contract is broken in a way that has no line.
  case wrong(String)
}

/// What was written down of one run of a spin of spins.
struct ScopeRecord: Sendable {
  /// What happened inside, in order, with the loop's own names of runs.
  var lines: [ScopeLine] = []
  /// What was emitted, and what the emitter was told.
  var emissions: [Int: EmitResult] = [:]
  /// The events that async bodies handed to the loop.
  var returned: [Int] = []
  /// What the run's `onDrop` was told.
  var drops: [DroppedEvent<Word>] = []
  /// For each registration that ran, how often its cancellation ran.
  var registrations: [Int] = []
  /// For what the run has waited in vain.
  var stuck: String?
}

/// Where the record of a run is written, and where its reader waits.
final class ScopeNotebook: Sendable {
  let record = Guarded(ScopeRecord())
  /// Opened when all user code has returned and the memory of the run is freed.
  let end = Gate()
}

extension ScopeLine {
  /// Puts what a loop's probe is told into the words of a record.
  init(_ fact: LoopTrace<Word>) {
    switch fact {
    case .taken(let tag, let event): self = ScopeLine(taken: tag, event)
    case .dropped(_, let reason): self = .dropped(reason)
    case .reduced(let number): self = .reduced(number: number)
    case .cancelled(let slot, let serial): self = .cancelled(RunName(slot: slot, serial: serial))
    case .published(let number): self = .published(number: number)
    case .described(let slot): self = .described(slot: slot)
    case .waited(let slot): self = .waited(slot: slot)
    case .posted(let slot, let count): self = .posted(slot: slot, count: count)
    case .started(let slot, let serial): self = .started(RunName(slot: slot, serial: serial))
    case .ended(let slot, let serial): self = .ended(RunName(slot: slot, serial: serial))
    case .stopped: self = .stopped
    case .compared, .clockRead, .held: self = .wrong("the clock was asked")
    }
  }

  private init(taken tag: EntryTag, _ event: Word?) {
    switch tag.kind {
    case .outside, .awaited: self = .taken(.outside, event)
    case .immediate: self = .taken(.immediate(slot: tag.feedback), event)
    case .delivered, .deliveredLast, .bodyEndedDelivering, .finished, .bodyEndedFinished:
      self = .taken(.work(RunName(slot: tag.feedback, serial: tag.serial)), event)
    case .bodyEnded: self = .bodyReturned
    case .stageDue, .attemptFailed, .streamAsked, .holdEnded, .listed:
      self = .wrong("an entry of the kind \(tag.kind)")
    }
  }

  /// Whether it is the first of what one entry brings about.
  var isHead: Bool {
    switch self {
    case .taken, .bodyReturned, .stopped, .settled: true
    default: false
    }
  }

  /// The run it is about.
  var run: RunName? {
    switch self {
    case .started(let name), .ended(let name), .cancelled(let name): name
    default: nil
    }
  }

  /// The same line about a run of another name.
  func renamed(_ names: [RunName: RunName]) -> ScopeLine {
    func other(_ name: RunName) -> RunName { names[name] ?? name }
    return switch self {
    case .started(let name): .started(other(name))
    case .ended(let name): .ended(other(name))
    case .cancelled(let name): .cancelled(other(name))
    case .taken(let source, let event):
      .taken(source.run.map { source.renamed(other($0)) } ?? source, event)
    default: self
    }
  }
}
