/// A run whose work was started.
@usableFromInline
struct LiveRun<Event: Sendable>: Sendable {
  @usableFromInline let run: EffectRun<Event>
  /// Its callbacks; they are also cancelled, to clean up, when they finish by themselves.
  @usableFromInline var registrations: [Registration<Event>] = []

  @inlinable
  init(_ run: EffectRun<Event>) {
    self.run = run
  }
}

/// An async body that the runtime is about to be given.
@usableFromInline
struct PendingBody<Event: Sendable>: Sendable {
  @usableFromInline let run: EffectRun<Event>
  @usableFromInline let body: EffectBody
  /// Whether cancelling the run cancels the body.
  @usableFromInline let isCancellable: Bool

  @inlinable
  init(_ run: EffectRun<Event>, isCancellable: Bool = true, _ body: EffectBody) {
    self.run = run
    self.body = body
    self.isCancellable = isCancellable
  }

  @inlinable
  func start(on runtime: any SpinRuntime) {
    let cancellation = runtime.start(body, on: run.executor)
    if isCancellable { run.hold(cancellation) }
  }
}

/// The bodies of a step; the first has a place of its own, because most often there is no other.
@usableFromInline
struct PendingBodies<Event: Sendable>: Sendable {
  @usableFromInline var first: PendingBody<Event>?
  @usableFromInline var more: [PendingBody<Event>] = []

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { first == nil }

  @inlinable
  mutating func append(_ body: PendingBody<Event>) {
    if first == nil { first = body } else { more.append(body) }
  }

  /// Returns the bodies and leaves nothing behind.
  @inlinable
  mutating func takeAll() -> PendingBodies {
    var taken = PendingBodies()
    swap(&taken, &self)
    return taken
  }

  @inlinable
  func start(on runtime: any SpinRuntime) {
    first?.start(on: runtime)
    for body in more { body.start(on: runtime) }
  }
}

// MARK: - Starting

extension Drain {
  /// Starts the work that was described, unless the loop has been stopped meanwhile.
  @inlinable
  mutating func startAll(_ loop: Loop<State, Event>) {
    for index in starts.indices {
      if loop.mustStop { break }
      start(starts[index], loop)
    }
    starts.removeAll(keepingCapacity: true)
  }

  @inlinable
  mutating func start(_ launch: Launch<Event>, _ loop: Loop<State, Event>) {
    let run = EffectRun<Event>(
      loop.door, tag: Tag(.delivered, slot: launch.slot, serial: launch.serial),
      executor: loop.blueprint.feedbacks[launch.slot].traits.executor)
    live.append(LiveRun(run))
    loop.probe?(.started(slot: launch.slot, serial: launch.serial))
    switch launch.effect.content {
    case .none, .event: break
    case .work(let work): start(work, run, loop)
    case .composite(_, let works):
      for work in works where !loop.mustStop { start(work, run, loop) }
    }
  }

  @inlinable
  mutating func start(
    _ work: Work<Event>, _ run: EffectRun<Event>, _ loop: Loop<State, Event>
  ) {
    switch work {
    case .once(let body):
      start(PendingBody(run, EffectBody { await run.once(body) }))
    case .body(let body):
      start(PendingBody(run, EffectBody { await run.emitting(body) }))
    case .registration(let register):
      begin(Registration(register), run)
    case .after(let delay, let event):
      run.hold(
        loop.runtime.scheduler.after(delay) { run.deliver(event, .deliveredLast) })
    case .every(let period, let event):
      run.hold(tick(run, event, period, loop.runtime.scheduler))
    }
  }

  /// Has the runtime run a body, when the step is over: see ``startBodies(_:)``.
  @inlinable
  mutating func start(_ pending: PendingBody<Event>) {
    engine.bodyStarted()
    bodies.append(pending)
  }

  @usableFromInline
  func tick(
    _ run: EffectRun<Event>, _ event: Event, _ period: Duration, _ scheduler: any SpinScheduler
  ) -> Cancellation {
    let ticker = Ticker(run, event, every: period, on: scheduler)
    ticker.arm()
    return Cancellation { ticker.cancel() }
  }

  /// Calls a registration, in the loop or on its executor.
  @usableFromInline
  mutating func begin(_ registration: Registration<Event>, _ run: EffectRun<Event>) {
    live[live.count - 1].registrations.append(registration)
    if run.executor == nil { return registration.begin(run) }
    let body = EffectBody {
      registration.begin(run)
      return run.end(.bodyEnded)
    }
    start(PendingBody(run, isCancellable: false, body))
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
    guard engine.partFinished(tag) else { return sweepRegistrations(tag) }
    retire(tag, loop)
    if hasQueues && !loop.mustStop { takeWaiting(tag.slot, loop) }
    if blockCount > 0 { joinBlock(loop) }
    if !starts.isEmpty { startAll(loop) }
  }

  /// Forgets a run that has ended by itself.
  @inlinable
  mutating func retire(_ tag: Tag, _ loop: Loop<State, Event>) {
    loop.probe?(.ended(slot: tag.slot, serial: tag.serial))
    guard let index = liveIndex(tag) else { return }
    let ended = live.remove(at: index)
    for registration in ended.registrations { end(registration, ended.run) }
  }

  /// Cleans up the registrations of a run that have finished while other parts go on.
  private mutating func sweepRegistrations(_ tag: Tag) {
    guard let index = liveIndex(tag) else { return }
    let live = live[index]
    for registration in live.registrations where registration.isFinished {
      end(registration, live.run)
    }
  }

  /// Cancels the runs that the engine has doomed: first all are dead, then their code runs.
  @inlinable
  mutating func cancelDoomed(_ loop: Loop<State, Event>) {
    var ending: [LiveRun<Event>] = []
    for tag in engine.doomed {
      loop.probe?(.cancelled(slot: tag.slot, serial: tag.serial))
      if let index = liveIndex(tag) { ending.append(live.remove(at: index)) }
    }
    engine.cancellationsTaken()
    for live in ending { live.run.kill() }
    for live in ending {
      live.run.cancel()
      for registration in live.registrations { end(registration, live.run) }
    }
  }

  /// Runs the cancellation of a registration, in the loop or on its executor, if it is registered
  /// and not cancelled yet.
  @usableFromInline
  mutating func end(_ registration: Registration<Event>, _ run: EffectRun<Event>) {
    guard let cancellation = registration.end() else { return }
    if run.executor == nil { return cancellation.cancel() }
    let body = EffectBody {
      cancellation.cancel()
      return run.end(.bodyEnded)
    }
    start(PendingBody(run, isCancellable: false, body))
  }

  @inlinable
  func liveIndex(_ tag: Tag) -> Int? {
    // The newest runs are at the end, and the likeliest to be meant.
    live.lastIndex { $0.run.tag.serial == tag.serial && $0.run.tag.slot == tag.slot }
  }
}
