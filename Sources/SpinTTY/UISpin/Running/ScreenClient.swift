/// The terminal client of a run: passes input to the loop and draws the newest state.
///
/// *Isolation*: the drawing thread.
///
/// NB: exclusivity is not checked at run time, as in ``TerminalSession``.
final class ScreenClient<State: Sendable, Event: Sendable>: TerminalClient {
  private let run: UIRun<State, Event>
  /// The loop of the run.
  private let running: UIRun<State, Event>.Running?
  private let host: any UIHost<State, Event>
  private let renderer: RunRenderer<State>
  private let options: UIOptions
  private let profile: TerminalProfile
  private let isAccessible: Bool
  /// The loop's rest in which the newest state was read; `nil` if the loop was moving.
  @exclusivity(unchecked) private var rest: Int?
  /// The newest state that could be read.
  @exclusivity(unchecked) private var newest: ShownState<State>
  /// The help items of the bindings in that state.
  @exclusivity(unchecked) private var help: [HelpItem]
  /// The values that determine the help items.
  @exclusivity(unchecked) private var helpBasis: HelpBasis
  /// The drawing of the newest state, if it was already made for measuring.
  @exclusivity(unchecked) private var measured: FramePicture?
  /// The environment of the program's view, until the help items or the capabilities change.
  @exclusivity(unchecked) private var known:
    (capabilities: Capabilities, environment: ViewEnvironment)?
  /// The current frame.
  @exclusivity(unchecked) private var frame = FrameMap()
  @exclusivity(unchecked) private var mouse = MouseMemory()
  /// The program that has the terminal or is about to; further requests wait for its end.
  @exclusivity(unchecked) private var program: TerminalRequest<Event>?

  init(
    _ run: UIRun<State, Event>, _ host: any UIHost<State, Event>,
    _ renderer: RunRenderer<State>,
    _ options: UIOptions, _ profile: TerminalProfile
  ) {
    self.run = run
    running = run.running
    self.host = host
    self.renderer = renderer
    self.options = options
    self.profile = profile
    isAccessible = options.isAccessible(on: profile)
    newest = ShownState(run.initialState, run.stack.extras(for: run.initialState))
    help = run.stack.help(in: newest.state, newest.lives)
    helpBasis = run.stack.helpBasis(in: newest.state, newest.lives)
    _ = renderer.update(newest.state)
  }

  func receive(_ event: TerminalEvent) {
    switch event {
    case .input(.mouse(let event)):
      for input in mouse.inputs(of: event, on: frame, at: run.scheduler.now) {
        run.receive(input, by: running)
      }
    case .input(.resize): break  // A resized(_:) follows.
    case .input(let input): enter(.event(input))
    case .resized(let size): enter(.resized(size))
    case .resumed(let away): enter(.resumed(away: away))
    case .terminate(let signal): enter(.terminating(signal: signal))
    case .captured(let lines): enter(.printed(lines))
    case .childStarted: break
    case .childFinished(_, let result): programFinished(result)
    }
  }

  private func programFinished(_ result: Result<ChildStatus, TerminalError>) {
    let event = program?.event(of: result)
    program = nil
    if let event { _ = run.emit(event) }
  }

  private func enter(_ kind: UserInput.Kind) {
    run.receive(UserInput(kind, on: frame), by: running)
  }

  var isChanging: Bool { run.relay.isMoving }

  func isChanged() -> Bool {
    let (helpBefore, before) = (help, newest)
    return update() || help != helpBefore || run.stack.mayDiffer(before, newest)
      || hasRequests && program == nil
  }

  /// Whether requests of the newest state wait.
  private var hasRequests: Bool {
    !run.requests.isEmpty && run.requests.hasRequests(upTo: newest.requestCount)
  }

  /// Reads the newest state, unless the current one is known to be the newest.
  private func updateIfNeeded() {
    if rest == nil || rest != run.relay.currentRest { _ = update() }
  }

  /// Reads the newest state.
  ///
  /// If it is not available, the current one stays, and a change follows.
  private func update() -> Bool {
    rest = run.relay.currentRest
    var whole = run.relay.take()
    if let running, let atRest = run.shown.readAtRest(running) { whole = atRest }
    guard let whole else {
      // Either the reducer is running, and the loop leaves a copy afterwards. Or another thread is
      // reading the state of an idle loop, which leaves no copy, so try again.
      rest = nil
      run.relay.want()
      if !run.relay.isMoving { host.drained() }
      return false
    }
    newest = run.shown.open(whole)
    run.shown.see(run.relay, whole)
    let basis = run.stack.helpBasis(in: newest.state, newest.lives)
    if basis != helpBasis {
      helpBasis = basis
      help = run.stack.help(in: newest.state, newest.lives)
      known = nil
    }
    return renderer.update(newest.state)
  }

  func height(fitting size: Size, for capabilities: Capabilities) -> Int {
    updateIfNeeded()
    let picture = picture(on: size, capabilities)
    measured = picture
    return picture.rows(fitting: size)
  }

  func draw(on canvas: Canvas, for capabilities: Capabilities) {
    let measured = measured.take()
    if measured == nil { updateIfNeeded() }
    let picture = measured ?? picture(on: canvas.size, capabilities)
    canvas.duplicateRows = run.duplicateRows
    picture.draw(on: canvas, number: frame.number + 1)
    let before = frame
    frame = canvas.frame
    if let loss = mouse.loss(from: before, to: frame) { run.receive(loss, by: running) }
    if isAccessible, canvas.cursor == nil {
      let place = frame.focus
      canvas.declare(Cursor(column: place?.column ?? 0, row: place?.row ?? 0))
    }
  }

  func takeCommands() -> [TerminalCommand] { hasRequests ? takeRequests() : [] }

  private func takeRequests() -> [TerminalCommand] {
    var commands: [TerminalCommand] = []
    while program == nil, hasRequests {
      let batch = run.requests.take(upTo: newest.requestCount)
      for request in batch {
        if let error = profile.services.refusal(of: request.command) {
          run.refuse(request, because: error)
          continue
        }
        commands.append(request.command)
        if case .run = request.command { program = request }
      }
    }
    return commands
  }

  /// Returns the drawing of the newest state on a screen.
  private func picture(on size: Size, _ capabilities: Capabilities) -> FramePicture {
    let kind: Screen.Kind = options.placement == .inline ? .inline : .fullScreen
    let screen = Screen(size: size, kind: kind, environment: environment(capabilities))
    return FramePicture(of: newest, on: screen, run.stack, view: renderer.view)
  }

  private func environment(_ capabilities: Capabilities) -> ViewEnvironment {
    if let known, known.capabilities == capabilities { return known.environment }
    var environment = options.viewEnvironment(profile, capabilities)
    environment.help = help
    environment.isFitted = options.placement == .inline
    known = (capabilities, environment)
    return environment
  }
}
