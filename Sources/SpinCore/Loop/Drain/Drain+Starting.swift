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
