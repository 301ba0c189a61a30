/// What a drain keeps about staged executions; made for the first of them.
///
/// *Isolation*: belongs to the owner of the drain.
@usableFromInline
final class StagedExecutions<Event: Sendable> {
  /// The branches whose work was started.
  @usableFromInline var live = SerialList<LiveExecution<Event>>()
  /// What the nodes of each execution do.
  private var stages: [UInt64: Pieces] = [:]
  /// How many staged executions each feedback has started.
  private var started: [Int: UInt64] = [:]
  private let draw: RandomDraw

  /// The pieces of one execution.
  private struct Pieces {
    var all: [StagePiece<Event>]
    /// What the random numbers of the execution are made of.
    let draw: RandomDraw
    /// Whether it has waited for an alarm.
    var hasWaited = false
  }

  @usableFromInline
  init(seed: UInt64?) {
    draw = RandomDraw(seed: seed ?? .random(in: 0 ... .max))
  }

  /// Keeps the pieces of a staged part of an execution.
  @usableFromInline
  func add(_ pieces: [StagePiece<Event>], of execution: EntryTag) {
    guard stages[execution.serial] == nil else {
      stages[execution.serial]?.all += pieces
      return
    }
    let feedback = execution.feedback
    let number = started[feedback, default: 0]
    started[feedback] = number + 1
    stages[execution.serial] = Pieces(
      all: pieces, draw: draw.with(UInt64(feedback)).with(number))
  }

  /// Takes what a node does; leaves what it will do again.
  @usableFromInline
  func takePiece(_ begin: Engine.BranchBegin) -> StagePiece<Event> {
    let (execution, node) = (begin.execution.serial, begin.node)
    guard let piece = stages[execution]?.all[node] else { return .none }
    if case .attempt(let backoff, let body, let number) = piece {
      if !begin.isAlarm {
        stages[execution]?.all[node] = .attempt(backoff, body, number: number + 1)
      }
    } else {
      stages[execution]?.all[node] = .none
    }
    return piece
  }

  /// How long a node is to wait.
  @usableFromInline
  func delay(_ piece: StagePiece<Event>, _ begin: Engine.BranchBegin) -> Duration {
    stages[begin.execution.serial]?.hasWaited = true
    switch piece {
    case .alarm(.fixed(let delay)): return delay
    case .alarm(.backoff(let backoff, let attempt, let series)):
      let draw = draw.with(UInt64(begin.execution.feedback)).with(series)
      return backoff.delay(after: attempt, draw: draw) ?? .zero
    case .attempt(let backoff, _, let number):
      return backoff.delay(after: number, draw: self.draw(begin)) ?? .zero
    case .none, .work, .events, .marker, .timeout: unreachable("a node without an alarm waits")
    }
  }

  private func draw(_ begin: Engine.BranchBegin) -> RandomDraw {
    (stages[begin.execution.serial]?.draw ?? draw).with(UInt64(begin.node))
  }

  /// Whether time has passed for an execution since it was started, or is about to.
  @usableFromInline
  func hasWaited(_ execution: EntryTag) -> Bool { stages[execution.serial]?.hasWaited == true }

  /// Lets go of what a node did.
  @usableFromInline
  func forget(_ step: Engine.BranchStep) {
    stages[step.execution]?.all[step.node] = .none
  }

  /// Lets go of an execution that is over.
  @usableFromInline
  func forget(_ execution: EntryTag) {
    if !stages.isEmpty { stages[execution.serial] = nil }
  }

  /// Removes a branch, if its work was started, and returns it.
  @usableFromInline
  func takeLive(_ tag: EntryTag) -> LiveExecution<Event>? {
    forget(tag)
    return live.index(of: tag.serial).map { live.remove(at: $0) }
  }
}
