/// A run whose work was started, and what ends it.
@usableFromInline
struct LiveRun<Event: Sendable>: Sendable {
  @usableFromInline
  enum Part: Sendable {
    case cancellation(Cancellation)
    case registration(Registration<Event>)
  }

  @usableFromInline let run: EffectRun<Event>
  @usableFromInline var parts: [Part] = []

  @inlinable
  init(_ run: EffectRun<Event>) {
    self.run = run
  }
}

// MARK: - Starting

extension Drain {
  /// Starts the work that was described, unless the loop has been stopped meanwhile.
  @inlinable
  mutating func startAll(_ loop: Loop<State, Event>) {
    for launch in starts {
      if loop.mustStop { break }
      start(launch, loop)
    }
    starts.removeAll(keepingCapacity: true)
  }

  @inlinable
  mutating func start(_ launch: Launch<Event>, _ loop: Loop<State, Event>) {
    let run = EffectRun<Event>(
      loop.door, tag: Tag(.delivered, slot: launch.slot, serial: launch.serial))
    let executor = loop.blueprint.feedbacks[launch.slot].traits.executor
    let index = live.count
    live.append(LiveRun(run))
    loop.probe?(.started(slot: launch.slot, serial: launch.serial))
    for work in launch.effect.works {
      if loop.mustStop { break }
      live[index].parts.append(start(work, run, executor, loop))
    }
  }

  @inlinable
  mutating func start(
    _ work: Work<Event>, _ run: EffectRun<Event>, _ executor: (any TaskExecutor)?,
    _ loop: Loop<State, Event>
  ) -> LiveRun<Event>.Part {
    switch work {
    case .once(let body):
      .cancellation(start(loop, on: executor) { await run.finish(running: body) })
    case .body(let body):
      .cancellation(start(loop, on: executor) { await run.finish(running: body) })
    case .registration(let register):
      .registration(begin(Registration(register, on: executor), run, loop))
    case .after(let delay, let event):
      .cancellation(
        loop.runtime.scheduler.after(delay) { run.deliver(event, .deliveredLast) })
    case .every(let period, let event):
      .cancellation(tick(run, event, period, loop))
    }
  }

  @usableFromInline
  func tick(
    _ run: EffectRun<Event>, _ event: Event, _ period: Duration, _ loop: Loop<State, Event>
  ) -> Cancellation {
    let ticker = Ticker(run, event, every: period, on: loop.runtime.scheduler)
    ticker.arm()
    return Cancellation { ticker.cancel() }
  }

  /// Calls a registration, in the loop or on its executor.
  @inlinable
  mutating func begin(
    _ registration: Registration<Event>, _ run: EffectRun<Event>, _ loop: Loop<State, Event>
  ) -> Registration<Event> {
    guard let executor = registration.executor else {
      registration.begin(run)
      return registration
    }
    _ = start(loop, on: executor) {
      registration.begin(run)
      return (run.tag.with(.bodyEnded), nil)
    }
    return registration
  }

  /// Has the runtime run a body that ends with a fact for the mailbox.
  @inlinable
  mutating func start(
    _ loop: Loop<State, Event>, on executor: (any TaskExecutor)?,
    _ body: @escaping @Sendable () async -> (Tag, Event?)
  ) -> Cancellation {
    engine.bodyStarted()
    let body = EffectBody { [door = loop.door, isMoved = executor != nil] in
      let (tag, event) = await body()
      guard let turn = door.postLast(tag, event) else { return nil }
      if isMoved {
        loop.runtime.run(turn)  // The user's executor is no place for the loop's closures.
        return nil
      }
      return turn
    }
    return loop.runtime.start(body, on: executor)
  }
}

extension EffectRun {
  /// Runs a body that yields at most one event; returns the fact it ends with.
  @inlinable
  func finish(running body: () async -> Event?) async -> (Tag, Event?) {
    if isDead { return (tag.with(.bodyEnded), nil) }
    enter()
    let event = await body()
    exit()
    return (tag.with(event == nil ? .bodyEndedFinished : .bodyEndedDelivering), event)
  }

  /// Runs a body that emits; returns the fact it ends with.
  @inlinable
  func finish(running body: (Emitter<Event>) async -> Void) async -> (Tag, Event?) {
    if isDead { return (tag.with(.bodyEnded), nil) }
    enter()
    await body(Emitter(target: RunTarget(self)))
    exit()
    return (tag.with(.bodyEnded), nil)
  }
}

// MARK: - Ending

extension Drain {
  /// Takes an entry that has no event.
  @usableFromInline
  mutating func takeFact(_ tag: Tag, _ loop: Loop<State, Event>) {
    if tag.kind == .bodyEnded || tag.kind == .bodyEndedFinished { engine.bodyEnded() }
    if tag.kind == .streamAsked { engine.streamAsked(tag.slot, taken: tag.serial) }
    guard tag.kind == .finished || tag.kind == .bodyEndedFinished else { return }
    guard engine.partFinished(tag) else { return sweepParts(tag, loop) }
    retire(tag, loop)
    if hasQueues && !loop.mustStop { takeWaiting(tag.slot, loop) }
    if blockCount > 0 { joinBlock(loop) }
    if !starts.isEmpty { startAll(loop) }
  }

  /// Forgets a run that has ended by itself; its registrations are cancelled, to clean up.
  @inlinable
  mutating func retire(_ tag: Tag, _ loop: Loop<State, Event>) {
    loop.probe?(.ended(slot: tag.slot, serial: tag.serial))
    guard let index = liveIndex(tag) else { return }
    let ended = live.remove(at: index)
    for case .registration(let registration) in ended.parts { end(registration, loop) }
  }

  /// Cleans up the registrations of a run that have finished while other parts go on.
  private mutating func sweepParts(_ tag: Tag, _ loop: Loop<State, Event>) {
    guard let index = liveIndex(tag) else { return }
    let parts = live[index].parts
    for case .registration(let registration) in parts where registration.isFinished {
      end(registration, loop)
    }
  }

  /// Cancels the runs that the engine has doomed: first all are dead, then their code runs.
  @inlinable
  mutating func cancelDoomed(_ loop: Loop<State, Event>) {
    var ending: [LiveRun<Event>] = []
    for tag in engine.doomed {
      loop.probe?(.cancelled(slot: tag.slot, serial: tag.serial))
      guard let index = liveIndex(tag) else { continue }
      ending.append(live.remove(at: index))
    }
    engine.cancellationsTaken()
    for live in ending { live.run.kill() }
    for live in ending {
      for part in live.parts {
        switch part {
        case .cancellation(let cancellation): cancellation.cancel()
        case .registration(let registration): end(registration, loop)
        }
      }
    }
  }

  @usableFromInline
  mutating func end(_ registration: Registration<Event>, _ loop: Loop<State, Event>) {
    guard let cancellation = registration.end() else { return }
    guard let executor = registration.executor else { return cancellation.cancel() }
    _ = start(loop, on: executor) {
      cancellation.cancel()
      return (Tag(.bodyEnded), nil)
    }
  }

  @inlinable
  func liveIndex(_ tag: Tag) -> Int? {
    live.firstIndex { $0.run.tag.slot == tag.slot && $0.run.tag.serial == tag.serial }
  }
}
