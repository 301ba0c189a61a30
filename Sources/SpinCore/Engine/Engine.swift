/// The loop as a pure state machine: facts in, orders out.
///
/// It knows no states, events or closures, only feedbacks by number and executions by serial. It
/// decides everything that the loop contract promises about them: which executions are stale, which
/// are cancelled, start or wait, and whether the loop is settled or finished. ``Drain`` reports
/// each fact to it and carries out its orders.
///
/// Its rules:
/// - Every effect belongs to an element. A feedback without a collection has one, element 0.
///   Whether a feedback has a collection is asked only to find the record of an element.
/// - Where nothing runs, no strategy has anything to decide. Otherwise one function decides,
///   ``elementChanged(_:_:_:in:now:)``.
/// - Messages of a sender cannot be taken back: only a stop dooms them.
/// - An event of work is stale if the execution or branch that delivered it is not alive.
/// - An event of plain work that goes on changes no record. So the engine decides about such events first.
/// - What only some feedbacks need, such as places and periods, is in their ``ElementRecords``.
@usableFromInline
package struct Engine: Sendable {
  /// The number of the next transition.
  package var nextNumber = 0
  /// The serial that was given last.
  package var newestSerial: UInt64 = 0
  /// The feedbacks, in order of declaration.
  package var records: [FeedbackRecord]
  /// The elements of the feedbacks that have an effect for each element.
  package var collections: [ElementRecords]
  /// The executions to cancel, in order of declaration, until ``cancellationsTaken()``.
  package var doomed: [EntryTag] = []
  /// The records of staged executions and of parts, at most one; made for the first of them.
  ///
  /// NB: an array, which is on the heap only if it is not empty, and is copied with the engine.
  var extras: [EngineExtras] = []
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
  /// The number of the newest transition; -1 if there is none.
  var newestNumber: Int { nextNumber &- 1 }

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
    case reduce(Ending)
    /// Drop its event.
    case drop(DropReason, Ending)
    /// Compare its event with those before it, and report the result to
    /// ``eventCompared(_:isRepeat:)``.
    case compare
    /// There is no event. ``Ending/nothing`` means that one part of several has finished, or that the leaf is
    /// not alive.
    case end(Ending)
    /// There is no event, and nothing to do.
    case nothing
    /// There is no event; report how many states the stream has taken.
    case askState
    /// There is no event; call the effect closure of an element whose start was held.
    case call(element: Int)
    /// The entry stands for an event that its ticket or the host knows.
    case lookUp
  }

  /// What has ended with an entry.
  ///
  /// A leaf delivers events. A plain execution is one leaf, whatever the number of its parts. The leaves of a
  /// staged execution are ``Branch``es.
  package enum Ending: Hashable, Sendable {
    case nothing
    /// A leaf, whose execution goes on.
    case leaf(Branch)
    /// A plain execution, or one whose last immediate event this was.
    case execution
    /// A leaf, and its execution with it.
    case both(Branch)
  }

  /// The loop started: transition 0 is under way.
  package mutating func started() {
    nextNumber = 1
    phase = .running
    isPlain = !hasRepeats
  }

  /// An entry was taken from the mailbox.
  @inline(__always)
  package mutating func entryTaken(_ tag: EntryTag) -> Verdict {
    guard tag.isOfNoExecution, tag.hasEvent else { return entryOfExecutionTaken(tag) }
    if !isPlain { return isStopped ? .drop(.stopped, .nothing) : .compare }
    nextNumber &+= 1
    return .reduce(.nothing)
  }

  /// The event of an entry was compared with those before it.
  ///
  /// NB: a separate fact, because only the comparison decides whether the event makes a transition and gets a
  /// number. The execution must not end before that.
  package mutating func eventCompared(_ tag: EntryTag, isRepeat: Bool) -> Verdict {
    let isLast = tag.deliversLast
    var ending = Ending.nothing
    if tag.kind == .immediate {
      ending = immediateReduced(tag)
    } else if !isRepeat || isLast, !tag.isOutside {
      // A repeat wins no race: it does not count as an event of the leaf.
      guard let taken = leafTaken(tag, isRepeat ? .ended : .event(isLast: isLast)) else {
        unreachable("a stale event is compared")
      }
      ending = taken
    }
    if isRepeat { return .drop(.repeated, ending) }
    nextNumber &+= 1
    return .reduce(ending)
  }

  /// An entry without an event was taken, or one that belongs to an execution or has a ticket.
  mutating func entryOfExecutionTaken(_ tag: EntryTag) -> Verdict {
    switch tag.kind {
    case .outside:
      unreachable("an event from outside belongs to an execution")
    case .delivered:
      return deliveryTaken(tag, isLast: false)
    case .bodyEndedDelivering:
      bodyEnded()
      fallthrough
    case .deliveredLast:
      return deliveryTaken(tag, isLast: true)
    case .immediate:
      if isStopped { return .drop(.stopped, .nothing) }
      if takePosted(tag) { return .drop(.stale, .nothing) }
      if hasRepeats { return .compare }
      nextNumber &+= 1
      return .reduce(immediateReduced(tag))
    case .bodyEndedFinished:
      bodyEnded()
      fallthrough
    case .finished:
      return .end(leafTaken(tag, .ended) ?? .nothing)
    case .attemptFailed:
      bodyEnded()
      return .end(leafTaken(tag, .failed) ?? .nothing)
    case .stageDue:
      return .end(leafTaken(tag, .due) ?? .nothing)
    case .bodyEnded:
      bodyEnded()
      return .nothing
    case .streamAsked:
      return .askState
    case .holdEnded:
      return holdEnded(tag).map { .call(element: $0) } ?? .nothing
    case .awaited, .sent, .input:
      return .lookUp
    }
  }

  private mutating func deliveryTaken(_ tag: EntryTag, isLast: Bool) -> Verdict {
    if isStopped { return .drop(.stopped, .nothing) }
    if hasRepeats { return isLeaf(tag) ? .compare : .drop(.stale, .nothing) }
    guard let ending = leafTaken(tag, .event(isLast: isLast)) else {
      return .drop(.stale, .nothing)
    }
    nextNumber &+= 1
    return .reduce(ending)
  }

  /// Whether the leaf that an entry came from is alive.
  private func isLeaf(_ tag: EntryTag) -> Bool {
    records[tag.feedback].executions.index(of: tag.serial) != nil || branch(tag.serial) != nil
  }

  /// An event of a leaf, or a fact about it, was taken.
  ///
  /// - Returns: What has ended; `nil` if the leaf is not alive, so that the entry is stale.
  private mutating func leafTaken(_ tag: EntryTag, _ fact: LeafFact) -> Ending? {
    guard let index = records[tag.feedback].executions.index(of: tag.serial) else {
      return branchTaken(tag, fact)
    }
    // The event of plain work that goes on changes nothing.
    if case .event(isLast: false) = fact { return .nothing }
    return count(tag.feedback, index) { $0.parts -= 1 } ? .execution : .nothing
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

  private mutating func respond(_ feedback: Int, to answer: Answer) -> Bool {
    if answer.endsLife { endLife(feedback) }
    guard let change = answer.change else { return false }
    return elementChanged(feedback, 0, change) == .call
  }

  /// The doomed executions were taken, to be cancelled.
  package mutating func cancellationsTaken() {
    doomed.removeAll(keepingCapacity: true)
  }
}
