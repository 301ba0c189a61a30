extension Effect {
  /// Returns an effect that begins after a delay.
  ///
  /// ```swift
  /// Feedback(on: \.query) { query in
  ///   .run { .found(await titles(matching: query)) }.delayed(by: .milliseconds(300))
  /// }
  /// ```
  ///
  /// On a feedback `on:` a value, the effect begins when the value has stayed equal for the delay,
  /// because another value cancels the waiting effect. On a feedback that sees every state, the
  /// next event cancels it.
  ///
  /// Time passes on the runtime's scheduler, even for a delay of zero. During the delay the effect
  /// is alive and holds no task. Nothing of it begins before the delay has passed. Its immediate
  /// events are then delivered, so they can be stale; events that the mailbox accepts after the end
  /// of the delay come after them. Delaying ``none`` makes a pause, which keeps
  /// the loop from being settled.
  ///
  /// - Parameter delay: The time to wait. A negative delay counts as zero, and a delay of more than
  ///   146 billion years as 146 billion years, so `.seconds(Int64.max)` means never.
  /// - Returns: An effect without immediate events.
  public func delayed(by delay: Duration) -> Effect {
    if case .event(let event) = content { return .after(delay, event) }
    let delay = delay.asDelay
    guard case .work(let work) = content, case .delay(.fixed(let rest), let inner)? = work.stage
    else {
      return Effect(work: .staged(.delay(.fixed(delay), part)))
    }
    return Effect(work: .staged(.delay(.fixed(delay.addingClamped(rest).asDelay), inner)))
  }

  /// Returns an effect that is cancelled if it has not ended in time.
  ///
  /// ```swift
  /// .run { .found(await titles(matching: query)) }.timeout(after: .seconds(5), .timedOut)
  /// ```
  ///
  /// The time is measured on the runtime's scheduler, from the start of the work. When it has
  /// passed, the rest of the effect is cancelled and `event` is its last event; earlier events
  /// remain valid. A stream that has yielded and then hangs times out as well. The mailbox decides
  /// whether the effect's end or its timeout comes first: the event of the later one is dropped as
  /// stale. An effect that has events but no work ends at once.
  ///
  /// - Parameters:
  ///   - delay: The time that the effect may take. A negative delay counts as zero, and a delay of
  ///     more than 146 billion years as 146 billion years, so `.seconds(Int64.max)` means never. If
  ///     an event of a delay or a period is due at the same instant, it comes before the timeout.
  ///   - event: The last event of an effect that has not ended.
  /// - Returns: An effect with the same immediate events.
  public func timeout(after delay: Duration, _ event: Event) -> Effect {
    let works = works
    if works.isEmpty { return self }
    return .composed(events, [.staged(.timeout(delay.asDelay, EventOf(event), works))])
  }

  /// Runs several effects until one yields an event, goes on with that one, and cancels the others.
  ///
  /// ```swift
  /// .race(.run { .found(await cache.lookup(key)) }, .run { .found(await server.lookup(key)) })
  /// ```
  ///
  /// All effects begin. The effect whose event is taken from the mailbox first wins, and goes on.
  /// The others are dead before that step is published, and their events in the mailbox are dropped
  /// as stale. An effect that ends without an event does not win. When none is left, the race has
  /// ended.
  ///
  /// An effect with an immediate event wins when it is described: the race is the first such
  /// effect, and the others never begin.
  ///
  /// - Complexity: O(n) for n effects. Pass many effects as an array, rather than one by one.
  /// - Parameter effects: The effects. A race without effects is ``none``.
  /// - Returns: An effect that ends with the winner.
  public static func race(_ effects: Effect...) -> Effect {
    race(effects)
  }

  /// Runs several effects until one yields an event, goes on with that one, and cancels the others.
  ///
  /// The same as the form with variadic arguments.
  public static func race(_ effects: [Effect]) -> Effect {
    if let winner = effects.first(where: { !$0.events.isEmpty }) { return winner }
    var parts: [[Work]] = []
    for effect in effects {
      let works = effect.works
      if works.count == 1, case .race(let more)? = works[0].stage {
        parts += more
      } else if !works.isEmpty {
        parts.append(works)
      }
    }
    if parts.count < 2 { return .composed([], parts.first ?? []) }
    return Effect(work: .staged(.race(parts)))
  }

  /// Returns an effect that is followed by another one.
  ///
  /// ```swift
  /// .run { .saved(await save(draft)) }.then(.after(.seconds(3), .noticeHidden))
  /// ```
  ///
  /// The other effect begins when this effect has ended and its last event has been reduced, at the end of
  /// that step. A timeout, or an error that became an event, also ends this effect. If this effect has only
  /// immediate events, the loop first reduces all immediate events of their step. Cancelling cancels both
  /// effects.
  ///
  /// The immediate events of this effect are immediate events of the whole. Those of the other effect
  /// are delivered when it begins, so they can be stale.
  ///
  /// With the default strategy on a feedback that sees every state, the first event that is reduced
  /// cancels the rest: use a chain with `on:`, a source or a feedback that continues.
  ///
  /// - Complexity: A chain of any length is one flat list, even if it is built in a loop. Adding at
  ///   either end takes O(log n), amortised.
  public func then(_ next: Effect) -> Effect {
    if isNothing { return next }
    if next.isNothing { return self }
    var chain = asChain
    let more = next.asChain
    chain.rest.append(StageContent(events: next.part.events, works: more.first))
    chain.rest.append(more.rest)
    return .composed(events, [.staged(.chain(chain))])
  }
}

extension Effect {
  /// Whether it has neither events nor work.
  private var isNothing: Bool { if case .none = content { true } else { false } }

  /// The immediate events.
  var events: [Event] {
    switch content {
    case .none, .work: []
    case .event(let event): [event]
    case .composite(let events, _): events
    }
  }

  /// The works.
  var works: [Work] {
    switch content {
    case .none, .event: []
    case .work(let work): [work]
    case .composite(_, let works): works
    }
  }

  /// The effect's events and works as the content of a stage.
  var part: StageContent { StageContent(events: events.map(EventOf.init), works: works) }

  /// The effect, without its immediate events, as a chain.
  private var asChain: StageChain {
    let works = works
    if case .chain(let chain)? = works.first?.stage, works.count == 1,
      chain.hasEvents == !events.isEmpty
    {
      return chain
    }
    return StageChain(first: works, hasEvents: !events.isEmpty, rest: BlockList())
  }

  /// Returns an effect that begins after the delay of a backoff for a failed attempt.
  ///
  /// The series, such as the serial of an ``Attempt``, decides the jitter.
  func delayed(by backoff: Backoff, after attempt: Int, series: UInt64) -> Effect {
    Effect(
      work: .staged(.delay(.backoff(backoff, after: attempt, series: series), part)))
  }
}
