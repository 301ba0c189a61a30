/// A terminal that one view has, from the first byte to the last.
///
/// ```
///   init ──▶ run(client) ──▶ run(client, until: 2 s) ──▶ close(drawing: client)
///            the program      while its effects end       stop bytes, attributes, tail
/// ```
///
/// Opening makes the terminal raw, shows the alternate screen and asks what it can do; from then on
/// it is given back whatever ends the process. ``run(_:until:)`` is the one loop: it waits for keys,
/// signals, other threads, captured output and the nearest deadline, tells the client, and draws.
/// Nothing is armed and no thread wakes while nothing happens.
///
/// *Isolation*: one thread, the one that opened it: it has the stack for signal handlers. Other
/// threads have the ``control``.
package final class TerminalSession {
  /// What other threads can ask.
  package let control: TerminalControl

  /// Time since an arbitrary moment.
  let currentTime: () -> Duration
  let options: UIOptions
  let profile: TerminalProfile
  var claim: TerminalClaim
  var output: TerminalOutput
  var display: TerminalDisplay
  var input: InputPump
  var frames: FramePump
  var ending = Ending()
  /// Signals that came during a pause, and what was asked then.
  var postponed: [Int32] = []
  var unmet: TerminalControl.Requests = []

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - options: How the view wants it.
  ///   - profile: What the environment says about it; nil for that of this process.
  ///   - source: A clock to use instead of the system's.
  /// - Throws: If another view has it, there is none, or it cannot be made raw; then all is as it
  ///   was before.
  package init(
    _ options: UIOptions = UIOptions(), _ profile: TerminalProfile? = nil,
    currentTime source: (() -> Duration)? = nil
  ) throws(TerminalError) {
    currentTime = source ?? { SystemCall.now }
    self.options = options
    let profile = profile ?? TerminalProfile(colors: options.colors)
    self.profile = profile
    claim = try TerminalClaim(options, keepsSignals: profile.keepsSignals)
    control = TerminalControl(waker: claim.waker.writing)
    var capabilities = profile.capabilities
    if options.placement == .inline {
      capabilities.scrolling = false
      capabilities.absoluteRows = false
    }
    let terminal = claim.channels.output
    display = TerminalDisplay(size: profile.screenSize(of: terminal), capabilities)
    output = TerminalOutput(
      TerminalWriter(terminal, mayBlock: claim.channels.mayBlock), wanted: options.modes(profile))
    input = InputPump(InputDecoder.Options())
    frames = FramePump(limit: options.frameLimit(on: profile))
    restartInput()
    start(asking: allowsQueries)
    // There is nobody yet who draws: the first frame is owed.
    _ = frames.exposed(at: currentTime())
  }

  deinit { close() }

  /// The size of the screen.
  package var size: Size { display.size }

  /// What the terminal can do, as far as it is known by now; answers come after the first frame.
  package var capabilities: Capabilities { display.capabilities }

  /// Whether the terminal may be asked what it can do.
  var allowsQueries: Bool { options.asksTerminal(profile) }

  /// Decides between a screen and lines of text, before anything is taken.
  ///
  /// - Throws: If another view has the terminal: standard output then leads into a pipe of its own.
  package static func mode(
    _ options: UIOptions, _ profile: TerminalProfile
  ) throws(TerminalError) -> TerminalMode {
    if Rescue.isClaimed { throw .terminalInUse }
    return try TerminalMode.choose(
      TerminalChannels.facts(prefersErrors: options.drawsOnErrors), profile)
  }

  /// Gives the terminal back; the second time is nothing.
  ///
  /// A signal that asked for the end and came after the last run is sent again, now that it has the
  /// meaning that it had before.
  ///
  /// What was printed is written for as long as the terminal takes it; only what the view itself needs
  /// is given up after ``exitPatience`` in all.
  ///
  /// - Parameter client: Draws the newest frame first, whatever the rate of frames: it is the one
  ///   that an inline view leaves behind.
  package func close(drawing client: (any TerminalClient)? = nil) {
    guard ending.closed() else { return }
    control.close()
    if Rescue.isArmed, flush(exitMeasure) {
      if let client, !ending.isGone {
        for case .print(let lines) in control.takeCommands() { print(lines, client) }
        drawFrame(client)
      }
      _ = flush(exitMeasure)
    }
    release()
    let lines = claim.giveBack() + ending.exitLines.map(\.string)
    claim.channels.output.tell(
      lines.flatMap { CleanText.screenLines(of: $0).map(\.string) },
      within: TerminalSession.exitPatience, currentTime: currentTime)
    claim.close()
    // What came too late for the client is for whoever has the signals now.
    for signal in (postponed + Signals.take()) where Signals.ending.contains(signal) {
      Signals.send(signal)
    }
  }

  /// From when on ``exitPatience`` counts for what was not taken before the end: of an inline view
  /// it may be lines that were printed above it.
  var exitMeasure: ProgressTimeout.Measure {
    options.placement == .inline ? .sinceProgress : .inAll
  }

  /// How long a terminal that takes no bytes can hold up the end.
  static let exitPatience = Duration.milliseconds(200)

  /// Begins to decode anew, also before the modes that are wanted are set again.
  func restartInput() {
    var options = InputDecoder.Options()
    options.escapePatience = profile.escapePatience
    options.backspaceIsControlH = claim.saved.backspaceIsControlH
    options.isKeyboardExtended = output.wanted.contains(.keyboard)
    input.restart(options)
  }

  /// Notes what became of bytes; the run ends if the terminal is gone.
  func note(_ outcome: TerminalWriter.Outcome) {
    switch outcome {
    case .taken, .held: break
    case .gone(let code): ending.lost(isBrokenPipe: SystemCall.isBrokenPipe(code))
    case .restored: perform(ending.restored(), nil)
    }
  }

  func perform(_ orders: [Ending.Order], _ client: (any TerminalClient)?) {
    for order in orders {
      switch order {
      case .tell(let signal): client?.receive(.terminate(signal: signal))
      case .awaitProcessEnd: Rescue.awaitEnd()
      }
    }
  }
}
