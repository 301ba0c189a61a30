/// The loop as a pure state machine: facts in, orders out.
///
/// It knows neither states nor events nor closures, only feedbacks by number and executions by
/// serial, and decides everything that the loop contract promises about them: what is stale, what
/// is cancelled, what starts, what waits, whether the loop is settled and whether it is finished.
/// ``Loop`` tells it what has happened and carries out what it answers.
@usableFromInline
package struct Engine: Sendable {
  /// The number of the next transition.
  @usableFromInline package var nextNumber = 0
  /// The serial of the newest execution.
  @usableFromInline package var newestSerial: UInt64 = 0
  /// The feedbacks, in order of declaration.
  @usableFromInline package var records: [FeedbackRecord]
  /// The elements of those that have an effect for each element.
  @usableFromInline package var collections: [ElementRecords]
  /// Executions and waiting effects that keep the loop from being settled.
  @usableFromInline package var alive = 0
  /// Streams that work on a state.
  @usableFromInline package var busyStreams = 0
  /// Bodies of user code that have not returned, alive or not.
  @usableFromInline package var bodies = 0
  /// How far the loop is.
  @usableFromInline package var phase = Phase.new
  /// Whether events may be repeats, so that each is compared before it is reduced.
  @usableFromInline package let hasRepeats: Bool
  /// Whether an event from outside is reduced as it comes: the loop runs, and compares no events.
  @usableFromInline var isPlain = false
  /// The executions to cancel, in order of declaration, until ``cancellationsTaken()``.
  @usableFromInline package var doomed: [EntryTag] = []
  /// The machines of the staged executions, by serial.
  @usableFromInline package var stages = SerialList<StageMachine>()
  /// The branches of staged executions, by serial.
  @usableFromInline package var branches: [UInt64: Branch] = [:]
  /// The nodes of staged executions to begin, until ``branchBeginsTaken()``.
  @usableFromInline package var branchBegins: [BranchBegin] = []

  @usableFromInline
  package init(
    _ records: [FeedbackRecord], collections: [ElementRecords] = [], hasRepeats: Bool = false
  ) {
    self.records = records
    self.collections = collections
    self.hasRepeats = hasRepeats
  }

  /// How far a loop is.
  @usableFromInline
  package enum Phase: Hashable, Sendable {
    /// Transition 0 has not been made.
    case new
    case running
    case stopped
  }

  /// Whether transition 0 has been made, or is under way.
  @inlinable package var isStarted: Bool { nextNumber > 0 }

  /// Whether the loop has been stopped.
  @inlinable package var isStopped: Bool { phase == .stopped }

  /// Whether nothing is alive that could bring an event; the mailbox is the loop's business.
  @inlinable package var isSettled: Bool { alive == 0 && busyStreams == 0 }

  /// Whether the loop has stopped and all user code has returned.
  @inlinable package var isFinished: Bool { isStopped && bodies == 0 }
}

// MARK: - Steps

extension Engine {
  /// What to do with an entry of the mailbox.
  @usableFromInline
  package enum Verdict: Hashable, Sendable {
    /// Reduce its event.
    case reduce
    /// Reduce its event; the execution it came from has ended.
    case reduceAndRetire
    /// Reduce its event, and tell whoever awaits that.
    case reduceAwaited
    /// Drop its event.
    case drop(DropReason)
    /// Drop its event; the execution it came from has ended.
    case dropAndRetire(DropReason)
    /// Drop its event, and let the execution go on whose branch has ended with it.
    case dropStaged(DropReason, BranchStep)
    /// Compare its event with those before it, and tell: see ``eventCompared(_:isRepeat:)``.
    case compare
    /// There is no event; the execution it came from has ended.
    case retire
    /// There is no event, and the execution goes on; its callbacks may have finished.
    case sweep
    /// There is no event, and nothing to do.
    case nothing
    /// There is no event; tell how many states the stream of an element has taken.
    case askState
    /// There is no event; the effect closure of an element is to be called, which was held.
    case call(element: Int)
    /// Reduce its event, which came from a branch of a staged execution.
    case reduceStaged(BranchStep)
    /// There is no event; a branch of a staged execution has ended.
    case advance(BranchStep)
  }

  /// The loop started: transition 0 is under way.
  @usableFromInline
  package mutating func started() {
    nextNumber = 1
    phase = .running
    isPlain = !hasRepeats
  }

  /// An entry was taken from the mailbox: the one place where entries are decoded.
  @inlinable @inline(__always)
  package mutating func entryTaken(_ tag: EntryTag) -> Verdict {
    guard tag.isOfNoExecution, tag.hasEvent else { return entryOfExecutionTaken(tag) }
    if !isPlain { return isStopped ? .drop(.stopped) : .compare }
    nextNumber &+= 1
    return .reduce
  }

  /// The event of an entry was compared with those before it.
  ///
  /// NB: a phase of its own, because the transition has no number, and its execution has not ended,
  /// before it is known whether there is one.
  @usableFromInline
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

  @usableFromInline
  mutating func entryOfExecutionTaken(_ tag: EntryTag) -> Verdict {
    switch tag.kind {
    case .outside, .delivered:
      return isStopped ? .drop(.stopped) : deliveryTaken(tag, isLast: false)
    case .immediate:
      if isStopped { return .drop(.stopped) }
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
      if records[tag.feedback].collection != nil { return .askState }
      streamAsked(tag.feedback, newest: tag.serial)
      return .nothing
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
    case .listed:
      unreachable("the mark of a list is taken for an entry")
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
  /// - Returns: Whether to call its effect closure. Executions that are no longer wanted are doomed.
  @inlinable
  package mutating func feedbackAnswered(_ feedback: Int, _ answer: Answer) -> Bool {
    switch answer {
    case .unchanged, .listed:
      return false
    case .withdrawn:
      doomAll(feedback)
      return false
    case .ended, .listedAgain:
      endLife(feedback)
      return false
    case .wantedAgain:
      endLife(feedback)
      return true
    case .declined, .wanted:
      guard records[feedback].kind == .reacting else { return answer == .wanted }
      switch records[feedback].strategy {
      case .cancelOnNewState:
        if !records[feedback].executions.isEmpty { doomAll(feedback) }
        return answer == .wanted
      case .continueOnNewState, .queueNewState:
        return answer == .wanted
      case .ignoreNewState:
        return answer == .wanted && records[feedback].executions.isEmpty
      }
    }
  }

  /// The doomed executions were taken, to be cancelled.
  @inlinable
  package mutating func cancellationsTaken() {
    doomed.removeAll(keepingCapacity: true)
  }

  /// Dooms what a feedback runs, because the life of its part has ended.
  @usableFromInline
  mutating func endLife(_ feedback: Int) {
    guard records[feedback].kind == .sender else { return doomAll(feedback) }
    if let collection = records[feedback].collection { forgetAll(feedback, collection) }
  }

  /// Dooms what a feedback runs, and forgets what waits.
  @usableFromInline
  mutating func doomAll(_ feedback: Int) {
    if let collection = records[feedback].collection { return dismissAll(feedback, collection) }
    for serial in records[feedback].executions.serials {
      let tag = EntryTag(.delivered, feedback: feedback, serial: serial)
      doomed.append(tag)
      if !stages.isEmpty { doomBranches(of: tag) }
    }
    if records[feedback].kind.countsEffects {
      alive -= records[feedback].executions.count + records[feedback].waiting
    }
    records[feedback].executions.removeAll()
    records[feedback].waiting = 0
    streamRested(feedback)
    // If it begins again, in another life, none of its numbers comes again.
    newestSerial = max(newestSerial, records[feedback].handed & EntryTag.serialMask)
  }
}
