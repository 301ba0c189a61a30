/// How the engine treats the effects of a feedback.
@usableFromInline
package enum FeedbackKind: Sendable {
  /// Its effects answer states: they can be superseded, and keep the loop from being settled.
  case reacting
  /// Its one effect listens to the outside: never stale, never counted.
  case source
  /// Its one effect consumes states: never stale, counted while it works on one.
  case stream
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
  /// Elements have changed; see ``ElementWatcher/changes``.
  case listed

  /// Whether effects that wait, or elements, are concerned.
  @inlinable var isAboutMore: Bool { self == .withdrawn || self == .listed }
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
  /// How many states a stream has been handed.
  @usableFromInline package var handed: UInt64 = 0
  /// Whether a stream works on a state.
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
