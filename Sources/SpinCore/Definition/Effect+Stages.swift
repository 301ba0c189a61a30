extension Effect {
  /// Returns the effect, to begin when a delay has passed.
  ///
  /// ```swift
  /// Feedback(on: \.query) { query in
  ///   .run { .found(await titles(matching: query)) }.delayed(by: .milliseconds(300))
  /// }
  /// ```
  ///
  /// On a feedback `on:` a value this waits until the value has been the same for the delay, because
  /// another value cancels what waits. On a feedback that sees every state, the next event cancels it.
  ///
  /// Time passes on the runtime's scheduler, even for a delay of zero. Meanwhile the effect is
  /// alive and holds no task. Nothing of it begins before, and its immediate events are delivered
  /// when it does: they can then be stale. A delay of ``none`` is a pause: it keeps the loop from
  /// being settled.
  ///
  /// - Parameter delay: How long to wait; a negative delay counts as zero, and one of more than 146
  ///   billion years as that, so `.seconds(Int64.max)` is never.
  /// - Returns: An effect without immediate events.
  public func delayed(by delay: Duration) -> Effect {
    let part = part
    if part.works.isEmpty && part.events.count == 1 { return .after(delay, part.events[0]) }
    let delay = delay.asDelay
    switch content {
    case .work(.staged(.delay(.fixed(let rest), let inner))):
      return Effect(work: .staged(.delay(.fixed(delay.addingClamped(rest).asDelay), inner)))
    case .none, .event, .work, .composite:
      return Effect(work: .staged(.delay(.fixed(delay), part)))
    }
  }

  /// Returns the effect, to be cancelled if it has not ended in time.
  ///
  /// ```swift
  /// .run { .loaded(await download(address)) }.timeout(after: .seconds(5), .timedOut)
  /// ```
  ///
  /// The time is measured on the runtime's scheduler, from the start of the work. When it has
  /// passed, whatever is left of the effect is cancelled and `event` is its last event; those
  /// before it stand. A stream that has yielded and then hangs times out as well. Which of the
  /// effect's end and its timeout comes first is decided by the mailbox: the other is dropped as
  /// stale, if it had an event. An effect that has events but no work has ended at once.
  ///
  /// - Parameters:
  ///   - delay: How long the effect may take; a negative delay counts as zero, and one of more than 146
  ///     billion years as that, so `.seconds(Int64.max)` is never. An event of a delay or a period that
  ///     is due at the same moment is in time.
  ///   - event: The last event of an effect that has not ended.
  /// - Returns: An effect with the same immediate events.
  public func timeout(after delay: Duration, _ event: Event) -> Effect {
    let part = part
    if part.works.isEmpty { return self }
    return .composed(part.events, [.staged(.timeout(delay.asDelay, event, part.works))])
  }

  /// Carries out the first of several effects to yield an event, and cancels the others.
  ///
  /// ```swift
  /// .race(.run { .found(await cache.lookup(key)) }, .run { .found(await server.lookup(key)) })
  /// ```
  ///
  /// All of them begin. The one whose event the mailbox hands over first wins, and goes on; the others
  /// are dead in that step, before it is published, and what they have in the mailbox is dropped as
  /// stale. One that ends without an event does not win. When none is left, the race has ended.
  ///
  /// An effect with an immediate event wins when it is described: the first such one is the race, and
  /// the others never begin.
  ///
  /// - Complexity: O(n) for n effects. Many effects race as an array, and not one by one.
  /// - Parameter effects: The effects; of none the race is ``none``.
  /// - Returns: An effect that ends with the winner.
  public static func race(_ effects: Effect...) -> Effect {
    race(effects)
  }

  /// Carries out the first of several effects to yield an event, and cancels the others.
  ///
  /// The same as the form that takes them one by one.
  public static func race(_ effects: [Effect]) -> Effect {
    if let winner = effects.first(where: { $0.eventCount > 0 }) { return winner }
    var parts: [[Work<Event>]] = []
    for effect in effects {
      switch effect.content {
      case .work(.staged(.race(let more))): parts += more
      default: if effect.workCount > 0 { parts.append(effect.part.works) }
      }
    }
    if parts.count < 2 { return .composed([], parts.first ?? []) }
    return Effect(work: .staged(.race(parts)))
  }

  /// Returns the effect, followed by another one.
  ///
  /// ```swift
  /// .run { .saved(await save(draft)) }.then(.after(.seconds(3), .noticeHidden))
  /// ```
  ///
  /// The other effect begins when this one has ended, even if that was by a timeout or an error
  /// that was made an event, and its last event has been reduced: at the end of that step. After
  /// immediate events, it begins when those that joined the mailbox together with them have been
  /// reduced. Cancelling cancels both. The immediate events of this effect are immediate events of
  /// the whole. Those of the other are delivered when it begins, and can then be stale.
  ///
  /// With the default strategy on a feedback that sees every state, the first event that is reduced
  /// cancels the rest: give a chain to `on:`, to a source or to a feedback that continues.
  ///
  /// - Complexity: A chain of any length, even one that is built in a loop, is one flat list. Adding at
  ///   either end takes O(log n), amortised.
  public func then(_ next: Effect) -> Effect {
    if isNothing { return next }
    if next.isNothing { return self }
    var (events, chain) = asChain
    let (moreEvents, more) = next.asChain
    chain.rest.append(StagePart(events: moreEvents, works: more.first))
    chain.rest.append(more.rest)
    chain.hasEvents = !events.isEmpty
    return .composed(events, [.staged(.chain(chain))])
  }
}

extension Effect {
  /// Whether it has neither events nor work.
  private var isNothing: Bool { eventCount + workCount == 0 }

  /// What begins with the effect.
  var part: StagePart<Event> {
    switch content {
    case .none: StagePart(events: [], works: [])
    case .event(let event): StagePart(events: [event], works: [])
    case .work(let work): StagePart(events: [], works: [work])
    case .composite(let events, let works): StagePart(events: events, works: works)
    }
  }

  /// The immediate events, and the rest as a chain.
  private var asChain: ([Event], StageChain<Event>) {
    let part = part
    if part.works.count == 1, case .staged(.chain(let chain)) = part.works[0],
      chain.hasEvents == !part.events.isEmpty
    {
      return (part.events, chain)
    }
    return (
      part.events,
      StageChain(first: part.works, hasEvents: !part.events.isEmpty, rest: PartList())
    )
  }

  /// Begins the effect when the delay of a backoff after a failed attempt has passed.
  ///
  /// The series, such as the serial of an ``Attempt``, decides the jitter.
  @usableFromInline
  func delayed(by backoff: Backoff, after attempt: Int, series: UInt64) -> Effect {
    Effect(
      work: .staged(.delay(.backoff(backoff, after: attempt, series: series), part)))
  }
}
