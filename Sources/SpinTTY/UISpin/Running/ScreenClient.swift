/// The client of the terminal session for a run: on the terminal's thread, it passes input to the run and
/// draws the newest state.
///
/// ```
/// isChanged ─▶ prepare ─▶ draw ─▶ letGo
///     └── no frame is due ──────────┘
/// ```
///
/// It has a copy of the state only from the first to the last of these, so that the loop changes
/// large values in place.
///
/// *Isolation*: the drawing thread.
///
/// NB: exclusivity is not checked at run time, as in ``TerminalSession``.
final class ScreenClient<State: Sendable, Event: Sendable>: TerminalClient {
  private let run: UIRun<State, Event>
  /// The loop of the run.
  private let running: UIRun<State, Event>.Running?
  private let renderer: RunRenderer<State>
  private let options: UIOptions
  private let profile: TerminalProfile
  private let isAccessible: Bool
  /// The newest state, until ``letGo()``.
  @safe @exclusivity(unchecked) private var newest: ShownState<State>?
  /// The drawing of the newest state, until ``letGo()``.
  @safe @exclusivity(unchecked) private var picture: FramePicture?
  /// What frames of the state that was read last depend on.
  @safe @exclusivity(unchecked) private var look: Look?
  /// The number of requests to the terminal up to that state.
  @safe @exclusivity(unchecked) private var requestCount = 0
  /// The help items of the bindings in that state.
  @safe @exclusivity(unchecked) private var help: [HelpItem] = []
  /// The values that determine the help items.
  @safe @exclusivity(unchecked) private var helpBasis: HelpBasis?
  /// The environment of the program's view, until the help items or the capabilities change.
  @safe @exclusivity(unchecked) private var known:
    (capabilities: Capabilities, environment: ViewEnvironment)?
  /// The current frame.
  @safe @exclusivity(unchecked) private var frame = FrameMap()
  /// The current frame without the inspector; `nil` if the inspector is closed.
  @safe @exclusivity(unchecked) private var programFrame: FrameMap?
  @safe @exclusivity(unchecked) private var mouse = MouseMemory()
  /// The focused region that the current frame shows as disabled.
  @safe @exclusivity(unchecked) private var disabledFocus: RegionKey?
  /// The mouse in the inspector.
  @safe @exclusivity(unchecked) private var inspectorMouse = MouseMemory()
  /// The program that has the terminal or is about to; further requests wait for its end.
  @safe @exclusivity(unchecked) private var program: TerminalRequest<Event>?

  init(_ run: UIRun<State, Event>, _ profile: TerminalProfile) {
    self.run = run
    running = run.running
    renderer = run.presentation.views.makeRunRenderer()
    options = run.presentation.options
    self.profile = profile
    isAccessible = options.isAccessible(on: profile)
  }

  func receive(_ input: UserInput.Kind) {
    switch input {
    case .event(.mouse(let event)):
      for input in inputs(of: event) {
        run.receive(input, by: running)
      }
    case .event(.resize): break  // A resized(_:) follows.
    default: run.receive(UserInput(input, on: frame), by: running)
    }
  }

  /// Returns the inputs of a mouse event.
  ///
  /// The program does not know of presses in the inspector: they would count as the first of two clicks.
  private func inputs(of event: MouseEvent) -> [UserInput] {
    let now = run.scheduler.now
    let isForProgram =
      switch event.action {
      case .drag, .release:
        !inspectorMouse.isPressed && (programFrame == nil || mouse.isPressed)
      default: programFrame == nil
      }
    return isForProgram
      ? mouse.inputs(of: event, on: programFrame ?? frame, at: now)
      : inspectorMouse.inputs(of: event, on: frame, at: now)
  }

  func programFinished(_ result: Result<ChildStatus, TerminalError>) {
    let event = program?.event(of: result)
    program = nil
    if let event { _ = run.emit(event, at: .unknown) }
  }

  var isMoving: Bool { run.relay.isMoving }

  func isChanged() -> Bool {
    run.endIfOwnerIsGone()
    let (helpBefore, before) = (help, look)
    let isNew = update()
    return isNew || help != helpBefore || look != before
      || newest != nil && (look?.hasLayers == true || hasRequests && program == nil)
  }

  /// Whether requests of the newest state wait.
  private var hasRequests: Bool {
    !run.requests.isEmpty && run.requests.hasRequests(upTo: requestCount)
  }

  /// Reads the newest state; returns whether the program's view may look different.
  ///
  /// If it is not available, there is none, and a change follows.
  private func update() -> Bool {
    var state = run.relay.take()
    if let running, let now = run.shown.newestUnlessReducing(of: running) { state = now }
    guard let state else {
      // Either the reducer is running, and the loop reports a change afterwards, with a copy if it
      // goes on. Or another thread is reading the state of a loop that rests, so try again.
      run.relay.want()
      if !run.relay.isMoving, running?.isReducing != true { run.changed() }
      return false
    }
    newest = state
    requestCount = state.extras.requestCount
    look = run.stack.look(of: state)
    let basis = run.stack.helpBasis(in: state.state, state.extras.lives)
    if basis != helpBasis {
      helpBasis = basis
      help = run.stack.help(in: state.state, state.extras.lives)
      known = nil
    }
    return renderer.isNew(state.state)
  }

  func prepare(for size: Size, _ capabilities: Capabilities) -> Bool {
    if newest == nil { _ = update() }
    picture = newest.flatMap { picture(of: $0, on: size, capabilities) }
    if picture == nil { run.endIfOwnerIsGone() }
    return picture != nil
  }

  func letGo() {
    newest = nil
    picture = nil
  }

  func height(fitting size: Size, for capabilities: Capabilities) -> Int {
    picture?.rows(fitting: size) ?? 0
  }

  func draw(on canvas: Canvas, for capabilities: Capabilities) {
    guard let picture else { return }
    canvas.duplicateRows = run.duplicateRows
    picture.draw(on: canvas, number: frame.number + 1)
    let before = programFrame ?? frame
    frame = canvas.frame
    programFrame = picture.inspector.map { frame.below($0, lowest: picture.lowestOfProgram) }
    if let loss = mouse.loss(from: before, to: programFrame ?? frame) {
      run.receive(loss, by: running)
    }
    passDisabledFocus()
    if isAccessible, canvas.cursor == nil {
      let place = frame.focus
      canvas.declare(Cursor(column: place?.column ?? 0, row: place?.row ?? 0))
    }
  }

  /// Lets the focus move on, once, from a region that became disabled.
  private func passDisabledFocus() {
    let before = disabledFocus
    disabledFocus = nil
    guard frame.mayDisable, let look else { return }
    for (level, focus) in zip(look.lives.liveLevels, look.focus) where level >= frame.lowestLayer {
      guard let focus, frame.isEnabled(focus, in: level) == false else { continue }
      disabledFocus = focus
      if focus == before { return }
      let input = UserInput(
        .event(.focus(true)), on: frame, clicks: nil, movesFocus: true, captured: nil)
      return run.receive(input, by: running)
    }
  }

  func takeCommands() -> [TerminalCommand] { hasRequests ? takeRequests() : [] }

  private func takeRequests() -> [TerminalCommand] {
    var commands: [TerminalCommand] = []
    while program == nil, hasRequests {
      let batch = run.requests.take(upTo: requestCount)
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

  /// Returns the drawing of a state on a screen.
  private func picture(
    of state: ShownState<State>, on size: Size, _ capabilities: Capabilities
  ) -> FramePicture? {
    let kind: Screen.Kind = options.placement == .inline ? .inline : .fullScreen
    let screen = Screen(size: size, kind: kind, environment: environment(capabilities))
    return FramePicture(of: state, on: screen, run.stack, view: renderer.view)
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
