internal import SpinCore

/// A run of a ``UISpin``: the loop, its host, and the reason of its end.
///
/// ```
/// prepared ──begin──▶ running ──end(reason)──▶ ending ──finish──▶ over
///     └────end(reason)───┘  the loop is stopped, and the first reason counts
/// ```
///
/// The ``UISpin`` is its handle: the run does not hold it, and ends when it is released.
///
/// The mailbox takes events from the beginning, even before a host has the terminal.
final class UIRun<State: Sendable, Event: Sendable>: Sendable {
  typealias Running = RunningSpin<State, Event>

  struct Life {
    /// The loop, until the run is over.
    var running: Running?
    var host: (any UIHost)?
    /// Who receives each state; `nil` if nobody does.
    var listener: (any StateListener<State>)?
    /// The lines that were printed before there was a host.
    var printed: [String] = []
    var reason: UIEndReason?
    var result: Result<Outcome, TerminalError>?
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// Whether somebody waits for the end.
    var isAwaited = false
    /// Whether no more keys come.
    var hasNoKeys = false
    /// What the terminal has said about its background.
    var hasLightBackground: Bool?
  }

  /// The reason of the end, and the last state.
  struct Outcome {
    let reason: UIEndReason
    let last: ShownState<State>
  }

  let shown: ShownLoop<State, Event>
  /// The link to the loop that the screen shows, if that is not its own.
  let following: Following<State, Event>?
  let initialState: State
  let presentation: Presentation<State>
  let stack: LayerStack<State, Event>
  /// The duplicate ids of rows, one for each region, if they are recorded.
  let duplicateRows: MistakeLog<DuplicateRow>?
  let scheduler: any SpinScheduler
  private let until: RunCondition<State>
  let relay: StateRelay<State>
  /// The requests to the terminal.
  let requests: RequestQueue<State, Event>
  let life = Guarded(Life())
  /// The inputs on their way into the mailbox.
  let inputs = Guarded(InputQueue(holds: false))
  /// Whether the last user code has returned, so that the state no longer changes.
  let isFinished = Flag()

  init(
    _ spin: Spin<State, Event>, initialState: State,
    _ stack: LayerStack<State, Event>, _ presentation: Presentation<State>,
    on runtime: any SpinRuntime,
    until: RunCondition<State>, _ options: RunOptions<State, Event>, notesMistakes: Bool,
    view: UnseenView<State>, following: Following<State, Event>? = nil,
    inspecting inspection: Inspection<State, Event>? = nil
  ) {
    let clashes = notesMistakes ? MistakeLog<KeyClash> { $0.chord == $1.chord } : nil
    let stack = LayerStack(stack, showing: view, noting: clashes, inspecting: inspection)
    self.initialState = initialState
    self.stack = stack
    self.presentation = presentation
    duplicateRows = notesMistakes ? MistakeLog<DuplicateRow> { $0.region == $1.region } : nil
    self.until = until
    scheduler = runtime.scheduler
    relay = StateRelay()
    requests = RequestQueue(stack.performs)
    self.following = following
    shown = ShownLoop(stack, requests, relay, following, initialState: initialState)
    shown.run = self
    var options = options
    options.host = shown
    if let inspection {
      options.monitors.append(inspection.monitor { [weak shown] in shown?.input })
    }
    let running = spin.prepare(on: runtime, options: options)
    life.withLock { $0.running = running }
  }

  // MARK: Beginning

  /// Starts the loop and shows it, beginning with transition 0.
  func begin(_ host: any UIHost, showing listener: (any StateListener<State>)? = nil) {
    let (running, printed, isEnding) = life.withLock { life in
      (life.host, life.listener) = (host, listener)
      defer { life.printed = [] }
      return (life.running, life.printed, life.reason != nil)
    }
    guard let running else { return }
    // The steps of a followed loop are not those of the screen's loop.
    let isOwn = following == nil
    relay.begin(showsEach: listener != nil || isOwn && until.isReached != nil)
    for text in printed { host.print(text) }
    running.loop.wait(
      LoopWaiter(.drained, isToldOfEachRest: true) { [weak self] _ in
        guard let self else { return }
        relay.rest()
        // While another program has the terminal, no frame asks for the owner.
        endIfOwnerIsGone()
        host.rest()
      })
    running.loop.wait(LoopWaiter(.finished) { [isFinished] _ in isFinished.raise() })
    if case .settled = until { endWhenSettled() }
    running.begin()
    following?.begin(for: self, showsEach: listener != nil, until: until)
    if isEnding { host.end() }
  }

  /// Shows a state of the followed loop that the host may not miss; called in the step of that loop.
  func show(_ state: State) { life.withLock { $0.listener }?.passed(transitionTo: state) }

  /// Puts an entry of the followed loop into the mailbox.
  func enter(_ entry: ShownEntry) {
    if let running { _ = shown.enter(entry, into: running) }
  }

  /// Called by the loop after the observers of a step.
  func watch(_ state: Address<State>, isTransition: Bool) {
    let (entry, extras) = (shown.entry, shown.extras)
    if case .input = entry { noteTaken() }
    var listener: (any StateListener<State>)?
    let host = life.withLock { life in
      listener = life.listener
      return life.host
    }
    guard let host else { return }
    relay.note(state, extras, for: host)
    // The effect closures run next, in transition 0 as well.
    Rescue.guardThread()
    switch entry {
    case .input(let input): if input.isInterrupt { host.interruptReduced() }
    case .mark(let number): host.reached(mark: number)
    case .perform, .news, .last, nil: break
    }
    // The transitions of a followed loop are shown in its own steps.
    listener?.passed(state, extras, isTransition: isTransition && following == nil)
    if shown.hasRequested { host.requested(upTo: extras.requestCount) }
    if case .last(_, let reason) = entry { end(reason) }
    if following == nil, let isReached = until.isReached, isReached(state.value) { end(.reached) }
    if let command = shown.command { obey(command, host) }
  }

  /// Carries out the command of a step.
  private func obey(_ command: UICommand, _ host: any UIHost) {
    switch command {
    case .quit: end(.quit)
    case .end(let signal): end(.signal(signal))
    case .settle(let signal): settle(signal)
    case .interrupt: host.interrupt()
    case .suspend: host.suspend()
    case .redraw: host.redraw()
    }
  }

  /// Notes that an input has left the mailbox.
  func noteTaken() {
    let (moves, wakes) = inputs.withLock { ($0.taken(), $0.wakesReader()) }
    if wakes { life.withLock { $0.host }?.hasRoom() }
    if moves, let running { moveInputs(to: running) }
  }

  /// Moves inputs into the mailbox, as long as it has room.
  ///
  /// One thread at a time does this, so that the inputs stay in order.
  private func moveInputs(to running: Running) {
    while let input = inputs.withLock({ $0.next() }) { enter(input, into: running) }
  }

  private func enter(_ input: UserInput, into running: Running) {
    if !shown.enter(.input(input), into: running).isAccepted { noteTaken() }
  }

  /// Ends the run for a signal when the loop has settled, or after two seconds.
  private func settle(_ signal: Int32) {
    onSettled { [weak self] in self?.end(.signal(signal)) }
    _ = scheduler.after(Ending.grace) { [weak self] in
      self?.end(.signal(signal))
    }
  }

  /// Whether the user ends the run, or a signal, and no condition does.
  var endsOnlyByUser: Bool {
    if case .stopped = until { true } else { false }
  }

  /// Notes that no more keys come: the run ends when the loop has settled and somebody waits for the end.
  ///
  /// A run in the background that nobody waits for goes on, because the program may still emit.
  func keysEnded() {
    let isAwaited = life.withLock { life in
      life.hasNoKeys = true
      return life.isAwaited
    }
    if isAwaited { endWhenSettled() }
  }

  /// Notes that somebody waits for the end.
  func endIsAwaited() {
    let endsNow = life.withLock { life in
      defer { life.isAwaited = true }
      return life.hasNoKeys && !life.isAwaited
    }
    if endsNow { endWhenSettled() }
  }

  /// Ends the run when the loop has settled.
  func endWhenSettled() {
    onSettled { [weak self] in self?.end(.settled) }
  }

  /// Calls a closure once the loop has settled, and also the one that the screen follows: when that has the
  /// events of all inputs, and then when the screen has its last state.
  func onSettled(_ call: @escaping @Sendable () -> Void) {
    guard let following else { return onOwnSettled(call) }
    onOwnSettled { [weak self] in
      let waiter = LoopWaiter(.settled) { [weak self] outcome in
        if case .happened = outcome { self?.onOwnSettled(call) }
      }
      _ = following.loop.wait(waiter)
    }
  }

  private func onOwnSettled(_ call: @escaping @Sendable () -> Void) {
    running?.loop.wait(
      LoopWaiter(.settled) { outcome in
        if case .happened = outcome { call() }
      })
  }

  /// Waits until the loop has settled or stopped, or is gone.
  nonisolated(nonsending) func settledOrStopped() async {
    await waitForOwn()
    guard await waitForFollowed(.settled) else { return }
    await waitForOwn()
  }

  private nonisolated(nonsending) func waitForOwn() async {
    guard let running else { return }
    await withCheckedContinuation { continuation in
      running.loop.wait(LoopWaiter(.settled, isAwaited: true) { _ in continuation.resume() })
    }
  }

  /// Waits for the loop that the screen follows; returns whether there is one.
  nonisolated(nonsending) func waitForFollowed(_ occasion: LoopWaiter.Occasion) async -> Bool {
    guard let following else { return false }
    await withCheckedContinuation { continuation in
      let waiter = LoopWaiter(occasion, isAwaited: true) { _ in continuation.resume() }
      if !following.loop.wait(waiter) { continuation.resume() }
    }
    return true
  }

  /// Resumes tasks when the loop is idle and has released its thread.
  func resumeWhenIdle(_ waiters: [CheckedContinuation<Void, Never>]) {
    if waiters.isEmpty { return }
    guard let running else { return waiters.forEach { $0.resume() } }
    running.loop.wait(
      LoopWaiter(.idle, isAwaited: true) { _ in
        for waiter in waiters { waiter.resume() }
      })
  }

  // MARK: While it runs

  var running: Running? { life.withLock { $0.running } }

  /// The newest state, or the last one after the run.
  var state: State {
    let (running, result) = life.withLock { ($0.running, $0.result) }
    if case .success(let outcome) = result { return outcome.last.state }
    return running?.state ?? initialState
  }

  /// Puts an input into the mailbox, unless it has no meaning in any state.
  ///
  /// `running` is the loop, for hosts that keep it. If the view has lost its owner, so that the user
  /// does not see what the input would do, the run ends instead.
  func receive(_ input: UserInput, by running: Running? = nil) {
    endIfOwnerIsGone()
    guard stack.interest.includes(input), let running = running ?? self.running else { return }
    let (passes, moves) = inputs.withLock { inputs in
      let passes = inputs.pass()
      return (passes, inputs.holds && (passes || inputs.add(input)))
    }
    if passes { enter(input, into: running) }
    if moves { moveInputs(to: running) }
  }

  func emit(_ event: Event, at site: CodeSite) -> EmitResult {
    if let following { return following.loop.emit(event, nil, site) }
    return running?.emit(event, at: site) ?? .dropped(.stopped)
  }

  /// Emits the event of a request that cannot be carried out, if there is one.
  func refuse(_ request: TerminalRequest<Event>, because error: TerminalError) {
    if let event = request.event(refusedFor: error) { _ = emit(event, at: .unknown) }
  }

  func perform(_ request: TerminalRequest<Event>) -> EmitResult {
    running.map { shown.enter(.perform(request), into: $0) } ?? .dropped(.stopped)
  }

  func mark(_ number: Int) -> Bool {
    running.map { shown.enter(.mark(number), into: $0).isAccepted } ?? false
  }

  /// Notes that a frame may look different, for example because the program has another view.
  func changed() { life.withLock { $0.host }?.changed() }

  func print(_ text: String) {
    let host = life.withLock { life in
      if life.host == nil, life.result == nil { life.printed.append(text) }
      return life.host
    }
    host?.print(text)
  }
}
