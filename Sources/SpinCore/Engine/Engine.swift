/// The loop as a pure state machine: facts in, orders out.
///
/// It knows no states, events or closures, only feedbacks by number and executions by serial. It
/// decides everything that the loop contract promises about them: which executions are stale, which
/// are cancelled, start or wait, and whether the loop is settled or finished. ``Drain`` reports
/// each fact to it and carries out its orders.
///
/// Its rules:
/// - Every effect belongs to an element. A feedback without a collection has one, element 0. No
///   function of the engine or of the drain asks which kind of feedback it serves, except to find its
///   record.
/// - Where nothing runs, no strategy has anything to decide. Otherwise one function decides,
///   ``elementChanged(_:_:_:in:now:)``.
/// - Messages of a sender cannot be taken back: only a stop dooms them.
/// - An event of work is stale if the execution or branch that delivered it is not alive.
/// - The event of plain work that goes on changes nothing: it is decided first.
/// - What only some feedbacks need, such as places and periods, is in their ``ElementRecords``.
@usableFromInline
package struct Engine: Sendable {
  /// The number of the next transition.
  package var nextNumber = 0
  /// The serial of the newest execution.
  package var newestSerial: UInt64 = 0
  /// The feedbacks, in order of declaration.
  package var records: [FeedbackRecord]
  /// The elements of the feedbacks that have an effect for each element.
  package var collections: [ElementRecords]
  /// The executions to cancel, in order of declaration, until ``cancellationsTaken()``.
  package var doomed: [EntryTag] = []
  /// The machines of the staged executions, by serial.
  package var stages = SerialList<StageMachine>()
  /// The branches of staged executions, by serial.
  package var branches: [UInt64: Branch] = [:]
  /// The nodes of staged executions to begin, until ``branchBeginsTaken()``.
  package var branchBegins: [BranchBegin] = []
  /// The immediate events of parts that wait in the mailbox, by the serials of their entries.
  package var posted = SerialList<PostedEvents>()
  /// How many lives of parts have ended, counted for each feedback of the part.
  package var lifeEnds: UInt64 = 0
  // NB: the short properties are last, so that those of the drain follow without a gap.
  /// Executions and waiting effects that keep the loop from being settled.
  package var alive: Int32 = 0
  /// Streams that work on a state, and receivers that have not joined.
  package var busyStreams: Int32 = 0
  /// Bodies of user code that have not returned, alive or not.
  package var bodies: Int32 = 0
  /// The phase of the loop.
  package var phase = Phase.new
  /// Whether the spin drops repeats, so that each event is compared before it is reduced.
  package let hasRepeats: Bool
  /// Whether an event from outside is reduced at once: the loop runs and compares no events.
  var isPlain = false

  package init(
    _ records: [FeedbackRecord], collections: [ElementRecords] = [], hasRepeats: Bool = false
  ) {
    self.records = records
    self.collections = collections
    self.hasRepeats = hasRepeats
  }

  /// The phases of a loop.
  package enum Phase: Hashable, Sendable {
    /// Transition 0 has not been made.
    case new
    case running
    case stopped
  }

  /// Whether transition 0 has been made, or is under way.
  package var isStarted: Bool { nextNumber > 0 }

  /// Whether the loop has been stopped.
  package var isStopped: Bool { phase == .stopped }

  /// Whether no effect that counts is alive.
  ///
  /// The engine knows nothing of the mailbox's entries.
  package var isSettled: Bool { alive == 0 && busyStreams == 0 }

  /// Whether the loop has stopped and all user code has returned.
  package var isFinished: Bool { isStopped && bodies == 0 }
}

// MARK: - Steps

extension Engine {
  /// What to do with an entry of the mailbox.
  package enum Verdict: Hashable, Sendable {
    /// Reduce its event.
    case reduce
    /// Reduce its event; the execution it came from has ended.
    case reduceAndRetire
    /// Reduce its event, and tell its ticket.
    case reduceAwaited
    /// Drop its event.
    case drop(DropReason)
    /// Drop its event; the execution it came from has ended.
    case dropAndRetire(DropReason)
    /// Drop its event, which ends a branch; the execution goes on unless it has ended as well.
    case dropStaged(DropReason, BranchStep)
    /// Compare its event with those before it, and report the result to
    /// ``eventCompared(_:isRepeat:)``.
    case compare
    /// There is no event; the execution it came from has ended.
    case retire
    /// There is no event, and no execution has ended; callbacks of a live one may have finished.
    case sweep
    /// There is no event, and nothing to do.
    case nothing
    /// There is no event; report how many states the stream has taken.
    case askState
    /// There is no event; call the effect closure of an element whose start was held.
    case call(element: Int)
    /// Reduce its event, which came from a branch of a staged execution.
    case reduceStaged(BranchStep)
    /// There is no event; a branch of a staged execution has ended, or its alarm was due.
    case advance(BranchStep)
    /// Take the event as that of the execution that its ticket has.
    case lookUp
    /// There is no event; ask the host which one the entry means.
    case interpret
  }

  /// The loop started: transition 0 is under way.
  package mutating func started() {
    nextNumber = 1
    phase = .running
    isPlain = !hasRepeats
  }

  /// An entry was taken from the mailbox.
  ///
  /// Only this function decodes entries.
  @inline(__always)
  package mutating func entryTaken(_ tag: EntryTag) -> Verdict {
    guard tag.isOfNoExecution, tag.hasEvent else { return entryOfExecutionTaken(tag) }
    if !isPlain { return isStopped ? .drop(.stopped) : .compare }
    nextNumber &+= 1
    return .reduce
  }

  /// The event of an entry was compared with those before it.
  ///
  /// NB: a fact of its own, because only the comparison decides whether there is a transition,
  /// which then gets a number, and only then can the execution end.
  package mutating func eventCompared(_ tag: EntryTag, isRepeat: Bool) -> Verdict {
    if tag.kind == .awaited {
      if isRepeat { return .drop(.repeated) }
      nextNumber &+= 1
      return .reduceAwaited
    }
    if tag.kind != .immediate, branches[tag.serial] != nil {
      return eventOfBranchCompared(tag, isRepeat: isRepeat)
    }
    let hasEnded =
      switch tag.kind {
      case .immediate: immediateReduced(tag)
      case .deliveredLast, .bodyEndedDelivering: partFinished(tag)
      default: false
      }
    if isRepeat { return hasEnded ? .dropAndRetire(.repeated) : .drop(.repeated) }
    nextNumber &+= 1
    return hasEnded ? .reduceAndRetire : .reduce
  }

  mutating func entryOfExecutionTaken(_ tag: EntryTag) -> Verdict {
    switch tag.kind {
    case .outside, .delivered:
      return isStopped ? .drop(.stopped) : deliveryTaken(tag, isLast: false)
    case .immediate:
      if isStopped { return .drop(.stopped) }
      if takePosted(tag) { return .drop(.stale) }
      if hasRepeats { return .compare }
      nextNumber &+= 1
      return immediateReduced(tag) ? .reduceAndRetire : .reduce
    case .deliveredLast:
      return isStopped ? .drop(.stopped) : deliveryTaken(tag, isLast: true)
    case .bodyEndedDelivering:
      bodyEnded()
      return isStopped ? .drop(.stopped) : deliveryTaken(tag, isLast: true)
    case .finished:
      return finishTaken(tag)
    case .bodyEndedFinished:
      bodyEnded()
      return finishTaken(tag)
    case .bodyEnded:
      bodyEnded()
      return .nothing
    case .streamAsked:
      return .askState
    case .holdEnded:
      return holdEnded(tag).map { .call(element: $0) } ?? .nothing
    case .awaited:
      if isStopped { return .drop(.stopped) }
      if hasRepeats { return .compare }
      nextNumber &+= 1
      return .reduceAwaited
    case .stageDue:
      return factOfBranchTaken(tag)
    case .attemptFailed:
      bodyEnded()
      return factOfBranchTaken(tag)
    case .sent:
      return .lookUp
    case .input:
      return .interpret
    }
  }

  private mutating func finishTaken(_ tag: EntryTag) -> Verdict {
    if !branches.isEmpty && branches[tag.serial] != nil { return factOfBranchTaken(tag) }
    return partFinished(tag) ? .retire : .sweep
  }

  private mutating func deliveryTaken(_ tag: EntryTag, isLast: Bool) -> Verdict {
    guard let index = records[tag.feedback].executions.index(of: tag.serial) else {
      return deliveryOfBranchTaken(tag, isLast: isLast)
    }
    if hasRepeats { return .compare }
    nextNumber &+= 1
    return isLast && partEnded(tag.feedback, index) ? .reduceAndRetire : .reduce
  }

  /// A feedback was asked about the new state.
  ///
  /// - Returns: Whether to call its effect closure. The executions that are no longer wanted are
  ///   doomed.
  @inline(__always)
  package mutating func feedbackAnswered(_ feedback: Int, _ answer: Answer) -> Bool {
    switch answer {
    case .unchanged, .listed: return false
    // Where nothing runs, no strategy has anything to decide.
    case .wanted where records[feedback].isAtRest: return true
    case .declined where records[feedback].isAtRest: return false
    default: return respond(feedback, to: answer)
    }
  }

  @inline(never)
  private mutating func respond(_ feedback: Int, to answer: Answer) -> Bool {
    let change: ElementChange
    switch answer {
    case .unchanged, .listed: return false
    case .wanted: change = .wanted
    case .declined: change = .declined
    case .withdrawn: change = .withdrawn
    case .ended, .listedAgain:
      endLife(feedback)
      return false
    case .wantedAgain:
      endLife(feedback)
      change = .wanted
    }
    if case .call = elementChanged(feedback, 0, change) { return true }
    return false
  }

  /// The doomed executions were taken, to be cancelled.
  package mutating func cancellationsTaken() {
    doomed.removeAll(keepingCapacity: true)
  }
}
