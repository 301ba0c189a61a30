internal import SpinCore
internal import SpinTesting

/// The loops of a check, and waiting for them.
extension Trial {
  /// Starts a loop that ends with the check.
  func start<State, Event>(
    _ spin: Spin<State, Event>, on subject: Subject,
    options: RunOptions<State, Event> = RunOptions(),
    observer: (@Sendable (Transition<State, Event>) -> Void)? = nil
  ) -> RunningSpin<State, Event> {
    var options = options
    if let observer { options.observers.append(Observer(observer)) }
    // The check may wait for a state.
    options.observers.append(Observer { [weak self] _ in self?.poke() })
    let running = spin.start(on: subject.runtime, options: options)
    add(Member(stop: { running.stop() }, finish: { try await self.finish(running) }))
    return running
  }

  /// Waits until a loop has settled.
  func settle<State, Event>(_ running: RunningSpin<State, Event>) async throws {
    try await wait(.settled, for: running, "The loop is settled.")
  }

  /// Waits until a loop has stopped, and all of its user code has returned.
  func finish<State, Event>(_ running: RunningSpin<State, Event>) async throws {
    try await wait(.finished, for: running, "The loop has stopped, and its effects have ended.")
  }

  private func wait<State, Event>(
    _ occasion: LoopWaiter.Occasion, for running: RunningSpin<State, Event>, _ what: String
  ) async throws {
    let happened = signal()
    running.loop.wait(LoopWaiter(occasion, isAwaited: true) { _ in happened.set() })
    try await until(what) { happened.isSet }
  }

  /// Calls a closure when a loop has settled.
  func onSettled<State, Event>(
    _ running: RunningSpin<State, Event>, _ call: @escaping @Sendable () -> Void
  ) {
    running.loop.wait(LoopWaiter(.settled) { _ in call() })
  }

  /// Waits until a loop has nothing to do.
  ///
  /// Call it before checking that an event has not occurred.
  func idle<State, Event>(_ running: RunningSpin<State, Event>) async throws {
    try await wait(.idle, for: running, "The loop comes to rest.")
  }

  /// Calls a closure with the newest transition and all that follow.
  func observe<State, Event>(
    _ running: RunningSpin<State, Event>,
    _ observe: @escaping @Sendable (Transition<State, Event>) -> Void
  ) {
    running.loop.join(ObserverEntry(Observer(observe)))
  }

  /// Emits an event; calls a closure with the state of its transition, or with `nil` if it was
  /// dropped.
  func send<State, Event>(
    _ event: Event, to running: RunningSpin<State, Event>,
    _ call: @escaping @Sendable (State?) -> Void
  ) {
    let ticket = EventTicket(wantsState: true) { fate in
      switch fate {
      case .taken, .stopped: break
      case .reduced(let moment): call(moment?.state.address(of: State.self).value)
      case .dropped: call(nil)
      }
      return false
    } tell: { _ in
    }
    if !running.emit(event, awaitedBy: ticket).isAccepted { call(nil) }
  }

  /// Emits an event that the loop keeps no copy of.
  func ask<State, Event>(_ event: Event, of running: RunningSpin<State, Event>) {
    let ticket = EventTicket(forgetsEvent: true, decide: { _ in false }, tell: { _ in })
    _ = running.emit(event, awaitedBy: ticket)
  }

  /// Lets time pass: manually, or by waiting for an alarm of the scheduler.
  func pass(_ units: Int, on subject: Subject) async throws {
    let duration = subject.unit * units
    if let manual = subject.manual { return manual.advance(by: duration) }
    let passed = signal()
    _ = subject.runtime.scheduler.after(duration) { passed.set() }
    try await until("Time passes.") { passed.isSet }
  }

  /// Waits until the effects of a loop have set a number of alarms.
  func untilAlarms(_ count: Int, on subject: Subject) async throws {
    guard let manual = subject.manual else { return }
    if subject.isPumped {
      return try await until("\(count) alarms are set.") { manual.alarmCount >= count }
    }
    note("\(count) alarms are set.")
    try await manual.untilAlarms(count)
  }

  /// Calls a closure on several new threads at once, each with its number, and waits for all of
  /// them.
  ///
  /// Throws if the system starts too few threads; the closure is then not called, and the threads end.
  func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async throws {
    let missing = Guarded(count)
    let line = Guarded(count)
    let isCalledOff = Guarded(false)
    let (go, done) = (signal(), signal())
    do {
      for number in 0..<count {
        try SystemThread.start {
          let isLast = line.withLock { line in
            line -= 1
            return line == 0
          }
          if isLast { go.set() } else { go.waitBlocking() }
          if isCalledOff.withLock({ $0 }) { return }
          body(number)
          let isOver = missing.withLock { missing in
            missing -= 1
            return missing == 0
          }
          if isOver { done.set() }
        }
      }
    } catch {
      isCalledOff.withLock { $0 = true }
      go.set()
      throw error
    }
    note("What emits into a loop comes back from there.")
    await done.wait()
    try Task.checkCancellation()
  }
}

extension Reducer where State == [Event] {
  /// Keeps all events.
  static var appending: Reducer { Reducer { events, event in events.append(event) } }
}

extension Reducer where State == Int, Event == Int {
  /// Adds all events.
  static var adding: Reducer { Reducer { sum, number in sum += number } }
}
