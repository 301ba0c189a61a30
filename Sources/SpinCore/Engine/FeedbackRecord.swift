/// How the engine treats the effects of a feedback.
@usableFromInline
package enum FeedbackKind: Sendable {
  /// Its effects answer states: they can be superseded, and keep the loop from being settled.
  case reacting
  /// Its effects send messages, which nothing takes back: only stopping the loop cancels them, and they
  /// keep the loop from being settled.
  case sender
  /// Its one effect listens to the outside: never stale, never counted.
  case source
  /// Its one effect consumes states: never stale, counted while it works on one.
  case stream
  /// Its one effect hears messages of a gear: never stale, counted until it has joined.
  case receiver

  /// Whether each of its effects keeps the loop from being settled.
  @inlinable package var countsEffects: Bool { self == .reacting || self == .sender }

  /// Whether it keeps the loop from being settled while it is busy.
  @inlinable var countsWhileBusy: Bool { self == .stream || self == .receiver }
}

/// A feedback's answer to a state, before its effect closure is called.
@usableFromInline
package enum Answer: Sendable {
  /// There is work to describe.
  case wanted
  /// The state did not pass the filter: like an effect that does nothing.
  case declined
  /// The selected value is the one before: nothing is to change.
  case unchanged
  /// The selected value is gone: whatever runs or waits is to be cancelled.
  case withdrawn
  /// The life of the part has ended: whatever runs or waits is to be cancelled, and nothing of it
  /// counts for the next life.
  case ended
  /// Elements have changed; see ``ElementWatcher/changes``.
  case listed
  /// What runs belongs to an earlier life and is to be cancelled, and there is work to describe.
  case wantedAgain
  /// What runs belongs to an earlier life and is to be cancelled, and there are new elements.
  case listedAgain

  /// Whether effects that wait, or elements, are concerned.
  @inlinable var isAboutMore: Bool {
    switch self {
    case .wanted, .declined, .unchanged: false
    case .withdrawn, .ended, .listed, .wantedAgain, .listedAgain: true
    }
  }

  /// Whether what waits is to be forgotten.
  @inlinable var forgetsWaiting: Bool { isAboutMore && self != .listed }

  /// Whether there are changes of elements.
  @inlinable var listsElements: Bool { self == .listed || self == .listedAgain }

  /// The same answer of a new life, which ends the one before it.
  @inlinable var again: Answer {
    switch self {
    case .wanted, .wantedAgain: .wantedAgain
    case .listed, .listedAgain: .listedAgain
    case .declined, .unchanged, .withdrawn, .ended: .ended
    }
  }
}

/// One execution of an effect that is alive.
@usableFromInline
package struct Execution: Equatable, Sendable {
  /// The parts of the effect that are not finished.
  @usableFromInline package var parts: Int
  /// The immediate events that are not reduced yet; counted for the queue strategy only.
  @usableFromInline package var immediates: Int
  /// The element that it belongs to, if the feedback has an effect for each.
  @usableFromInline package var element = 0

  @inlinable
  init(parts: Int, immediates: Int) {
    self.parts = parts
    self.immediates = immediates
  }

  @inlinable var isOver: Bool { parts == 0 && immediates == 0 }
}

/// What the engine knows of one feedback.
@usableFromInline
package struct FeedbackRecord: Sendable {
  @usableFromInline package let kind: FeedbackKind
  @usableFromInline package let strategy: ExecutionStrategy
  /// The place of its elements among ``Engine/collections``, if it has an effect for each.
  @usableFromInline package let collection: Int?
  /// The executions that are alive, oldest first.
  @usableFromInline package var executions = SerialList<Execution>()
  /// How many described effects wait for their turn.
  @usableFromInline package var waiting = 0
  /// The number of the newest state that a stream was handed.
  ///
  /// An execution counts on from its serial, so no two executions have a number in common.
  @usableFromInline package var handed: UInt64 = 0
  /// Whether a stream works on a state, or a receiver has not joined.
  @usableFromInline package var isBusy = false

  @inlinable
  package init(kind: FeedbackKind, strategy: ExecutionStrategy, collection: Int? = nil) {
    self.kind = kind
    self.strategy = strategy
    self.collection = collection
  }

  /// Whether effects wait for each other.
  @inlinable var queues: Bool { kind == .reacting && strategy == .queueNewState }

  /// Whether a waiting effect may start.
  @inlinable package var isReady: Bool { waiting > 0 && executions.isEmpty }
}
