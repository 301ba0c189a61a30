/// The client of a terminal for one run: passes input to the loop, and draws the newest state.
///
/// *Isolation*: the thread that draws.
final class ScreenClient<State: Sendable, Event: Sendable>: TerminalClient {
  private struct Picture {
    let view: ViewList
    let environment: ViewEnvironment
  }

  private let run: UIRun<State, Event>
  private let host: any ScreenHost<State, Event>
  private let renderer: RunRenderer<State>
  private let options: UIOptions
  private let profile: TerminalProfile
  private let isAccessible: Bool
  /// The newest state that could be read.
  private var newest: StateBox<UIState<State, Event>>
  /// The help items of the bindings in that state.
  private var help: [HelpItem]
  /// The picture of the newest state, if it was already made to be measured.
  private var measured: Picture?
  /// The regions of the frame that is shown.
  private var hitMap = HitMap()

  init(
    _ run: UIRun<State, Event>, _ host: any ScreenHost<State, Event>,
    _ renderer: RunRenderer<State>,
    _ options: UIOptions, _ profile: TerminalProfile
  ) {
    self.run = run
    self.host = host
    self.renderer = renderer
    self.options = options
    self.profile = profile
    isAccessible = options.isAccessible(on: profile)
    newest = StateBox(UIState(run.initialState, around: HostExtras()))
    help = run.keys.help(in: run.initialState)
    _ = renderer.update(newest.value.state)
  }

  func receive(_ event: TerminalEvent) {
    switch event {
    case .input(.mouse(let mouse)):
      run.receive(.mouse(mouse, over: hitMap.hit(column: mouse.column, row: mouse.row)))
    case .input(.resize): break  // A resized(_:) follows.
    case .input(let input): run.receive(.event(input, focus: hitMap.focus))
    case .resized(let size): run.receive(.resized(size))
    case .resumed(let away): run.receive(.resumed(away: away))
    case .terminate(let signal): run.receive(.terminating(signal: signal))
    case .captured(let lines): run.receive(.printed(lines))
    case .childStarted: break
    case .childFinished(_, let result):
      if let event = host.takeFinished()?(result) { _ = run.emit(event) }
    }
  }

  var isChanging: Bool { run.relay.isMoving }

  func isChanged() -> Bool {
    let (helpBefore, showedAll) = (help, newest.value.around.showsAllHelp)
    let isNew = update()
    return isNew || help != helpBefore || newest.value.around.showsAllHelp != showedAll
  }

  /// Takes the newest state.
  ///
  /// If it is not available, the last one stays, and a change follows.
  private func update() -> Bool {
    let left = run.relay.take()
    guard let whole = run.stateAtRest ?? left else {
      // Either the reducer is at work, and the loop leaves a copy when it is done. Or another
      // thread is reading the state of an idle loop, which leaves no copy: so look again.
      run.relay.want()
      if !run.relay.isMoving { host.drained() }
      return false
    }
    newest = whole
    run.relay.see(whole)
    help = run.keys.help(in: whole.value.state)
    return renderer.update(whole.value.state)
  }

  func height(fitting size: Size, for capabilities: Capabilities) -> Int {
    _ = update()
    let picture = picture(on: size, capabilities)
    measured = picture
    return picture.view.measure(
      Proposal(columns: size.columns, rows: nil), in: picture.environment
    ).rows
  }

  func draw(on canvas: Canvas, for capabilities: Capabilities) {
    if measured == nil { _ = update() }
    let picture = measured ?? picture(on: canvas.size, capabilities)
    measured = nil
    picture.view.show(on: canvas, in: picture.environment)
    hitMap = canvas.hitMap
    if isAccessible, canvas.cursor == nil {
      let place = hitMap.focusAnchor
      canvas.declare(Cursor(column: place?.column ?? 0, row: place?.row ?? 0))
    }
  }

  /// The picture of the newest state on a screen.
  private func picture(on size: Size, _ capabilities: Capabilities) -> Picture {
    var environment = options.viewEnvironment(profile, capabilities)
    environment.help = help
    environment.showsAllHelp = newest.value.around.showsAllHelp
    environment.isFitted = options.placement == .inline
    let kind: Screen.Kind = options.placement == .inline ? .inline : .fullScreen
    let screen = Screen(size: size, kind: kind, environment: environment)
    return Picture(view: renderer.view(screen), environment: environment)
  }
}
