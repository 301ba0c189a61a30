import SpinCore
import SpinRecording
import SpinTestSupport

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
  /// What the run's monitor was told, with the numbers of events.
  var facts: [ToldFact] = []
  /// What the run's `onDrop` was told.
  var drops: [DroppedEvent<Word>] = []
  /// For each registration that ran, how often its cancellation ran.
  var registrations: [Int] = []
  /// What registrations were told that emitted when they were cancelled.
  var lastWords: [EmitResult] = []
  /// What observers saw that joined later.
  var latecomers: [[Transition<Node, Word>]] = []
  /// The states that streams have taken.
  var streamed: [Int: [Node]] = [:]
  /// What was forwarded.
  var heard: [Heard] = []
  /// The state in the end, unless the handle was dropped.
  var state: Node?
  /// The log of the run, if the run is monitored.
  var log: RunLog<Node, Word>?
  /// How many events a full mailbox has given up.
  var lossCount: Int { drops.count { [.full, .coalesced].contains($0.reason) } }
  /// For what the run has waited in vain.
  var stuck: String?

  /// After so many lines a run is stopped: parts that put in others can make millions of steps before
  /// the last fuel is burnt.
  static let mostLines = 200_000

  /// Whether the run was stopped for its length, so that only its lines say something.
  var isCut: Bool { lines.count >= Self.mostLines }
}

/// What a monitor was told.
struct ToldFact: Sendable {
  var fact: Fact
  var number: Int?
  var event: Word?
}

/// An event of another loop, which was made of an event of this one.
struct Heard: Equatable, Sendable {
  var slot: Int
  var kind: Int
  var id: Int
}

/// What became of an event that somebody waited for.
enum Outcome: Equatable, Sendable {
  /// It was reduced, and this is the state right after it.
  case state(Node)
  /// It was reduced, and answered with the number of its transition.
  case answer(Int)
  /// It was reduced, and not answered.
  case noReply
  case dropped(DropReason)
  /// Something that cannot be.
  case error(String)
}

/// Where the record of a run is written, and where its reader waits.
final class Notebook: Sendable {
  let record = Guarded(Record())
  /// The log of the run, if the run is monitored.
  let recording = RunRecord<Node, Word>()
  /// Opened when all user code has returned and the memory of the run is freed.
  let end = Gate()
}
