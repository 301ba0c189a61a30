/// A drain's records of staged executions; made for the first of them.
///
/// *Isolation*: belongs to the owner of the drain.
final class StagedExecutions {
  /// The branches that have started and are alive; a gate may hold their code.
  var live = SerialList<LiveExecution>()
  /// The pieces of work of each execution's nodes.
  var stages = SerialList<Pieces>()
  /// How many staged executions each feedback has started.
  var started: [Int: UInt64] = [:]
  let draw: RandomDraw

  /// The pieces of one execution.
  struct Pieces {
    var all: [StagePiece]
    /// The source of the execution's random numbers.
    let draw: RandomDraw
    /// Whether it has waited for an alarm.
    var hasWaited = false
  }

  init(seed: UInt64?) {
    draw = RandomDraw(seed: seed ?? .random(in: 0 ... .max))
  }

  /// Keeps the pieces of a staged part of an execution.
  func add(_ pieces: [StagePiece], of execution: EntryTag) {
    if update(execution.serial, { $0.all += pieces }) != nil { return }
    let feedback = execution.feedback
    let number = started[feedback, default: 0]
    started[feedback] = number + 1
    stages.append(
      Pieces(all: pieces, draw: draw.with(UInt64(feedback)).with(number)), serial: execution.serial)
  }

  /// The number of the call that a node is about to make, if it makes attempts.
  func attempt(_ begin: Engine.BranchBegin) -> Int? {
    guard case .attempt(_, _, let number) = pieces(of: begin.execution)?.all[begin.node] else {
      return nil
    }
    return number + 1
  }

  /// Takes the piece of a node; an attempt stays, because it may be made again.
  func takePiece(_ begin: Engine.BranchBegin) -> StagePiece {
    let taken = update(begin.execution.serial) { pieces in
      let piece = pieces.all[begin.node]
      guard case .attempt(let backoff, let work, let number) = piece else {
        pieces.all[begin.node] = .none
        return piece
      }
      if !begin.isAlarm {
        pieces.all[begin.node] = .attempt(backoff, work, number: number + 1)
      }
      return piece
    }
    return taken ?? .none
  }

  /// Returns the delay of a node, and notes that its execution waits.
  ///
  /// `element` names the element of the execution, whose attempts have jitter of their own.
  func delay(
    _ piece: StagePiece, _ begin: Engine.BranchBegin, of element: () -> ElementID?
  ) -> Duration {
    update(begin.execution.serial) { $0.hasWaited = true }
    switch piece {
    case .alarm(.fixed(let delay)): return delay
    case .alarm(.backoff(let backoff, let attempt, let series)):
      var draw = draw.with(UInt64(begin.execution.feedback)).with(series)
      if backoff.jitter > 0, let element = element() { draw = draw.with("\(element)") }
      return backoff.delay(after: attempt, draw: draw) ?? .zero
    case .attempt(let backoff, _, let number):
      return backoff.delay(after: number, draw: self.draw(begin, backoff, of: element)) ?? .zero
    case .none, .work, .events, .marker, .timeout: unreachable("a node without an alarm waits")
    }
  }

  /// The source of the random numbers of a node that makes attempts.
  ///
  /// NB: the number of an execution depends on the order in which elements have started, so those of elements
  /// do not count.
  private func draw(
    _ begin: Engine.BranchBegin, _ backoff: Backoff, of element: () -> ElementID?
  ) -> RandomDraw {
    var draw = pieces(of: begin.execution)?.draw ?? draw
    if backoff.jitter > 0, let element = element() {
      draw = self.draw.with(UInt64(begin.execution.feedback)).with("\(element)")
    }
    return draw.with(UInt64(begin.node))
  }

  /// Whether an execution has waited for an alarm since it was started, or waits for one.
  func hasWaited(_ execution: EntryTag) -> Bool { pieces(of: execution)?.hasWaited == true }

  /// Releases the piece of a node.
  func forget(_ branch: Engine.Branch) {
    update(branch.execution) { $0.all[branch.node] = .none }
  }

  /// Releases the pieces of an execution that is over.
  func forget(_ execution: EntryTag) {
    if let place = stages.index(of: execution.serial) { stages.remove(at: place) }
  }

  func pieces(of execution: EntryTag) -> Pieces? {
    stages.index(of: execution.serial).map { stages[$0] }
  }

  /// Changes the pieces of an execution, if there are any.
  @discardableResult
  func update<Result>(
    _ execution: UInt64, _ change: (inout Pieces) -> Result
  ) -> Result? {
    stages.index(of: execution).map { stages.update(at: $0, change) }
  }

  /// Keeps a branch that starts.
  func add(_ branch: LiveExecution, _ part: ExecutionPart? = nil) {
    var branch = branch
    if let part { branch.parts.append(part) }
    live.append(branch, serial: branch.tag.serial)
  }

  /// Removes a branch, if it is alive, and returns it.
  func takeLive(_ tag: EntryTag) -> LiveExecution? {
    forget(tag)
    return live.index(of: tag.serial).map { live.remove(at: $0) }
  }
}
