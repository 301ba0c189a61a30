extension Effect {
  /// Combines several effects into one, which runs them at the same time and finishes when all of
  /// them have finished.
  ///
  /// *Ordering*: the immediate events of the parts come first, in written order.
  ///
  /// - Complexity: O(n) for n parts. Merge many effects at once, as an array, rather than one by
  ///   one.
  public static func merge(_ effects: Effect...) -> Effect {
    merge(effects)
  }

  /// Combines several effects into one, which runs them at the same time and finishes when all of
  /// them have finished.
  ///
  /// *Ordering*: the immediate events of the parts come first, in written order.
  ///
  /// - Complexity: O(n) for n parts. Merge many effects at once, as an array, rather than one by
  ///   one.
  public static func merge(_ effects: [Effect]) -> Effect {
    var events: [Event] = []
    var works: [Work<Event>] = []
    for effect in effects {
      switch effect.content {
      case .none: break
      case .event(let event): events.append(event)
      case .work(let work): works.append(work)
      case .composite(let more, let moreWorks):
        events += more
        works += moreWorks
      }
    }
    return composed(events, works)
  }

  /// Returns the same work with every event translated.
  ///
  /// - Parameter transform: A pure function. It is called at once for events in the description,
  ///   and on the emitting thread for others.
  /// - Returns: An effect of the same work.
  @inlinable
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Event) -> Other
  ) -> Effect<Other> {
    switch content {
    case .none: .none
    case .event(let event): .just(transform(event))
    case .work(let work): Effect<Other>(work: work.map(transform))
    case .composite(let events, let works):
      .composed(events.map(transform), works.map { $0.map(transform) })
    }
  }

  /// Returns the simplest content for the parts given.
  @usableFromInline
  static func composed(_ events: [Event], _ works: [Work<Event>]) -> Effect {
    switch (events.count, works.count) {
    case (0, 0): .none
    case (1, 0): .just(events[0])
    case (0, 1): Effect(work: works[0])
    default: Effect(content: .composite(events, works))
    }
  }
}

extension Work {
  @usableFromInline
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Event) -> Other
  ) -> Work<Other> {
    switch self {
    case .once(let body): .once { await body().map(transform) }
    case .body(let body): .body { emit in await body(emit.map(transform)) }
    case .registration(let register): .registration { emit in register(emit.map(transform)) }
    case .after(let delay, let event): .after(delay, transform(event))
    case .every(let period, let event): .every(period, transform(event))
    case .frames(let event): .frames { transform(event($0)) }
    case .clocked(let body):
      .clocked { emit, clock in await body(emit.map(transform), clock).map(transform) }
    case .staged(let stage): .staged(stage.map(transform))
    case .attempt(let body, let mayFail): .attempt(body.map(transform), mayFail: mayFail)
    }
  }
}
