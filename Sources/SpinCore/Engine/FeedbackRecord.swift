/// How the engine treats the effects of a feedback.
@usableFromInline
package enum FeedbackKind: Sendable {
  /// Its effects respond to states: they can be replaced, and keep the loop from being settled.
  case reacting
  /// Its effects send messages, which cannot be taken back: only stopping the loop cancels them,
  /// and they keep the loop from being settled.
  case sender
  /// Its one effect listens to the outside. It is never stale and never counted.
  case source
  /// Its one effect consumes states. It is never stale, and counted while it works on a state.
  case stream
  /// Its one effect receives messages of a gear. It is never stale, and counted until it has
  /// joined.
  case receiver

  /// Whether each of its effects keeps the loop from being settled.
  package var countsEffects: Bool { self == .reacting || self == .sender }

  /// Whether it keeps the loop from being settled while it is busy.
  var countsWhileBusy: Bool { self == .stream || self == .receiver }
}

/// A feedback's answer to a state, before its effect closure is called.
@usableFromInline
package enum Answer: Sendable {
  /// There is work to describe.
  case wanted
  /// The state did not pass the filter. This counts as an effect that does nothing.
  case declined
  /// The selected value is the one before: nothing changes.
  case unchanged
  /// The selected value is gone: the engine cancels running and waiting effects.
  case withdrawn
  /// The life of the part has ended: the engine cancels running and waiting effects, and none of
  /// them counts for the next life.
  case ended
  /// Elements have changed; see ``ElementWatcher/changes``.
  case listed
  /// The running effects belong to an earlier life and are cancelled, and there is work to
  /// describe.
  case wantedAgain
  /// The running effects belong to an earlier life and are cancelled, and elements have changed.
  case listedAgain

  /// Whether the answer concerns waiting effects or elements.
  var isAboutMore: Bool {
    switch self {
    case .wanted, .declined, .unchanged: false
    case .withdrawn, .ended, .listed, .wantedAgain, .listedAgain: true
    }
  }

  /// Whether the feedback must forget its waiting effects.
  var forgetsWaiting: Bool { isAboutMore && self != .listed }

  /// Whether elements have changed.
  var listsElements: Bool { self == .listed || self == .listedAgain }

  /// Whether the life of the part to which the effects so far belong has ended.
  var endsLife: Bool { self == .ended || self == .wantedAgain || self == .listedAgain }

  /// The same answer, given in a new life of the part, which ends the life before it.
  var again: Answer {
    switch self {
    case .wanted, .wantedAgain: .wantedAgain
    case .listed, .listedAgain: .listedAgain
    case .declined, .unchanged, .withdrawn, .ended: .ended
    }
  }
}

/// One live execution of an effect.
package struct Execution: Equatable, Sendable {
  /// The parts of the effect that are not finished.
  package var parts: Int
  /// The immediate events that are not reduced yet; counted for the queue strategy only.
  package var immediates: Int
  /// The element that it belongs to.
  package let element: Int

  var isOver: Bool { parts == 0 && immediates == 0 }
}

/// The engine's record of one feedback.
///
/// A feedback without a collection has one element, number 0.
package struct FeedbackRecord: Sendable {
  package let kind: FeedbackKind
  /// The strategy; ``ExecutionStrategy/continueOnNewState`` if the effects are never replaced.
  package let strategy: ExecutionStrategy
  /// Whether it belongs to a part, whose life may end before its immediate events are reduced.
  package let isOfPart: Bool
  /// Whether its effects need no place, no queue and no life of a part.
  let isSimple: Bool
  /// The index in ``Engine/collections``; 16 bits suffice, because a spin has at most 65,536 feedbacks.
  let collectionNumber: UInt16?
  /// The executions that are alive, oldest first.
  package var executions = SerialList<Execution>()
  /// The effects of element 0, if there is no collection.
  package var work = ElementWork()
  /// The number of the newest end of a life of its part, see ``Engine/lifeEnds``.
  package var latestEnd: UInt64 = 0

  package init(
    kind: FeedbackKind, strategy: ExecutionStrategy, collection: Int? = nil, isOfPart: Bool = false
  ) {
    self.kind = kind
    self.strategy = kind == .reacting ? strategy : .continueOnNewState
    self.isOfPart = isOfPart
    collectionNumber = collection.map { UInt16(truncatingIfNeeded: $0) }
    isSimple = collection == nil && !isOfPart && !self.strategy.rules.queues
  }

  /// The index of its elements in ``Engine/collections``, if it has an effect for each element.
  package var collection: Int? { collectionNumber.map { Int($0) } }

  /// Notes an execution that begins.
  mutating func append(_ execution: Execution, serial: UInt64) {
    executions.append(execution, serial: serial)
    if collectionNumber == nil { work.begin() }
  }

  /// Takes the serials of all executions, oldest first, and the effects of element 0.
  ///
  /// NB: in one access, because a getter would copy the record.
  mutating func forgetWork() -> (serials: [UInt64], work: ElementWork) {
    defer {
      executions.removeAll()
      work = ElementWork()
    }
    return (executions.serials, work)
  }

  /// Whether it has one element, and no effect of that is alive.
  var isAtRest: Bool { !work.isAtWork && collectionNumber == nil }

  /// Whether effects of an element wait for each other.
  var queues: Bool { strategy.rules.queues }
}

/// The engine's record of the effects of one element.
package struct ElementWork: Equatable, Sendable {
  /// How many executions are alive.
  package var live: Int32 = 0
  /// How many described effects wait for the one before them.
  package var waiting: Int32 = 0
  /// How many states its stream was handed.
  package var handed: UInt64 = 0
  /// Whether its stream works on a state, or its receiver has not joined.
  package var isBusy = false

  /// Notes an execution that begins.
  mutating func begin() {
    live += 1
    handed = 0
  }

  /// Notes an execution that has ended, and returns whether a busy stream has ended with it.
  mutating func end() -> Bool {
    live -= 1
    if live > 0 || !isBusy { return false }
    isBusy = false
    return true
  }

  var isAtWork: Bool { live | waiting != 0 }
  /// Whether a waiting effect may start.
  package var isReady: Bool { waiting > 0 && live == 0 }
}
