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
  mutating func start(_ launch: PendingExecution<Event>, _ loop: Loop<State, Event>) {
    let tag = EntryTag(.delivered, feedback: launch.feedback, serial: launch.serial)
    live.append(LiveExecution(tag), serial: tag.serial)
    loop.trace?(.started(feedback: launch.feedback, serial: launch.serial))
    switch launch.effect.content {
    case .none, .event: break
    case .work(let work): start(work, tag, loop)
    case .composite(_, let works):
      for work in works where !loop.mustStop { start(work, tag, loop) }
    }
  }

  @inlinable
  mutating func start(
    _ work: Work<Event>, _ tag: EntryTag, _ loop: Loop<State, Event>
  ) {
    let run = ExecutionPart<Event>(
      door(of: loop), tag: tag, executor: loop.blueprint.feedbacks[tag.feedback].traits.executor,
      body: work.isBody ? work : nil)
    live.updateNewest { $0.append(run) }
    #if DEBUG
      if work.isTimed { live.updateNewest { $0.isTimed = true } }
    #endif
    switch work {
    case .once, .body:
      start(PendingBody(run, EffectBody { await run.perform() }))
    case .registration(let register):
      begin(CallbackRegistration(run, register))
    case .after(let delay, let event):
      run.hold(
        loop.runtime.scheduler.after(delay) { run.deliver(event, .deliveredLast) })
    case .every(let period, let event):
      run.hold(tick(run, event, period, loop.runtime.scheduler))
    }
  }

  @inlinable
  mutating func door(of loop: Loop<State, Event>) -> Door<Event> {
    if let door { return door }
    let door = Door(loop, loop.table)
    self.door = door
    return door
  }

  /// Has the runtime run a body, when the step is over: see ``Loop/rest(_:_:)``.
  @inlinable
  mutating func start(_ pending: PendingBody<Event>) {
    engine.bodyStarted()
    bodies.append(pending)
  }

  @usableFromInline
  func tick(
    _ run: ExecutionPart<Event>, _ event: Event, _ period: Duration, _ scheduler: any SpinScheduler
  ) -> Cancellation {
    let ticker = Ticker(run, event, every: period, on: scheduler)
    ticker.arm()
    return Cancellation { ticker.cancel() }
  }

  /// Calls a registration, in the loop or on its executor.
  @usableFromInline
  mutating func begin(_ registration: CallbackRegistration<Event>) {
    let run = registration.run
    live.updateNewest { $0.registrations.append(registration) }
    if run.executor == nil { return registration.begin() }
    let body = EffectBody {
      registration.begin()
      return run.endOnExecutor()
    }
    start(PendingBody(run, isCancellable: false, body))
  }
}
