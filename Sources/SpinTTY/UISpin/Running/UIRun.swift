internal import SpinCore
internal import Synchronization

/// One run of a ``UISpin``: the loop, who shows it, and what ends it.
///
/// ```
/// claimed ──begin──▶ running ──end(reason)──▶ ending ──finish──▶ over
///     └────end(reason)───┘  the loop is stopped, and the first reason counts
/// ```
final class UIRun<State: Sendable, Event: Sendable>: Sendable {
  private struct Life {
    var running: RunningSpin<UIState<State, Event>, UIEvent<Event>>?
    var host: (any UIHost<State, Event>)?
    var reason: UIEndReason?
    var result: Result<UIEnd<State>, TerminalError>?
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  let spin: Spin<State, Event>
  let keys: Keys<State, Event>
  private let life = Guarded(Life())
  /// Whether events were reduced since the loop was idle. Only the loop touches it.
  private let isMoving = Atomic(false)

  init(_ spin: Spin<State, Event>, _ keys: Keys<State, Event>) {
    self.spin = spin
    self.keys = keys
  }

  // MARK: Beginning

  /// Starts the loop.
  func begin(
    on runtime: any SpinRuntime, until: UIUntil<State>, host: any UIHost<State, Event>
  ) {
    let shown = spin.enclosed(
      in: Surroundings(), embed: { UIEvent.event($0) },
      reduce: { [keys, reducer = spin.reducer] whole, event in
        whole.reduce(event, keys, reducer)
      },
      watch: { [weak self, weak host] whole, event in
        if let self, let host { self.watch(whole, event, until, host) }
      })
    let running = shown.prepare(on: runtime)
    let isEnding = life.withLock { life in
      life.running = running
      life.host = host
      return life.reason != nil
    }
    running.loop.wait(
      Notice(.drained, countsAllSteps: true) { [weak self, weak host] _ in
        self?.isMoving.store(false, ordering: .relaxed)
        host?.drained()
      })
    if case .settled = until { endWhenSettled() }
    if isEnding { running.stop() }
    running.begin()
    if isEnding { host.end() }
  }

  private func watch(
    _ whole: UnsafePointer<UIState<State, Event>>, _ event: UIEvent<Event>?,
    _ until: UIUntil<State>, _ host: any UIHost<State, Event>
  ) {
    if !isMoving.load(ordering: .relaxed) {
      isMoving.store(true, ordering: .relaxed)
      host.moving()
    }
    switch event {
    case .input(let input): if input.isPress(of: .ctrl("c")) { host.interruptReduced() }
    case .mark(let number): host.reached(mark: number)
    case .event, nil: break
    }
    host.passed(whole)
    if case .reached(let isReached) = until, isReached(whole.pointee.state) { end(.reached) }
    switch whole.pointee.around.command {
    case nil: break
    case .quit: end(.quit)
    case .end(let signal): end(.signal(signal))
    case .settle(let signal): onSettled { [weak self] in self?.end(.signal(signal)) }
    case let command?: host.perform(command)
    }
  }

  /// Ends when the loop is settled.
  func endWhenSettled() {
    onSettled { [weak self] in self?.end(.settled) }
  }

  private func onSettled(_ call: @escaping @Sendable () -> Void) {
    running?.loop.wait(
      Notice(.settled) { outcome in
        if case .happened = outcome { call() }
      })
  }

  // MARK: While it runs

  private var running: RunningSpin<UIState<State, Event>, UIEvent<Event>>? {
    life.withLock { $0.running }
  }

  var state: State { running?.state.state ?? spin.initialState }

  /// The newest state, with help and all; nil while the reducer is at work.
  var stateAtRest: UIState<State, Event>? {
    guard let running else { return UIState(spin.initialState, around: Surroundings()) }
    return running.stateAtRest
  }

  /// Lets something the user did enter the mailbox, unless it means nothing in any state.
  func receive(_ input: UserInput) {
    if keys.concern(input) { running?.emit(.input(input)) }
  }

  func emit(_ event: Event) -> Emission { running?.emit(.event(event)) ?? .dropped(.stopped) }

  func mark(_ number: Int) -> Bool { running?.emit(.mark(number)).isAccepted ?? false }

  func print(_ text: String) { life.withLock { $0.host }?.print(text) }

  // MARK: Ending

  var reason: UIEndReason? { life.withLock { $0.reason } }

  var isOver: Bool { life.withLock { $0.result != nil } }

  func stop() { end(.stopped) }

  /// Stops the loop for a reason, of which the first counts, and tells the host.
  func end(_ reason: UIEndReason) {
    let (running, host) = life.withLock { life in
      if life.reason == nil { life.reason = reason }
      return (life.running, life.host)
    }
    running?.stop()
    host?.end()
  }

  /// Calls a closure once the loop has stopped and the last user code has returned.
  func onFinished(_ call: @escaping @Sendable () -> Void) {
    running?.loop.wait(Notice(.finished) { _ in call() })
  }

  /// The newest state that can be had: a reducer that hangs must not keep the program from ending.
  ///
  /// - Parameter shown: The state shown last, for that case.
  func newestState(orShown shown: State? = nil) -> State {
    stateAtRest?.state ?? shown ?? spin.initialState
  }

  /// Notes what came of it all, when everything is restored.
  func finish(_ end: UIEnd<State>) -> UIEnd<State> {
    conclude(.success(end))
    return end
  }

  /// Notes that the run could not begin.
  func fail(_ error: TerminalError) { conclude(.failure(error)) }

  private func conclude(_ result: Result<UIEnd<State>, TerminalError>) {
    let waiters = life.withLock { life in
      life.result = result
      life.host = nil
      defer { life.waiters = [] }
      return life.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits for the end.
  var ended: UIEnd<State> {
    get async throws(TerminalError) {
      await withCheckedContinuation { waiter in
        let isOver = life.withLock { life in
          if life.result == nil { life.waiters.append(waiter) }
          return life.result != nil
        }
        if isOver { waiter.resume() }
      }
      guard let result = life.withLock({ $0.result }) else {
        preconditionFailure("A run resumed its waiters before it had a result.")
      }
      return try result.get()
    }
  }
}
