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
  /// The size of the screen.
  package internal(set) var size: Size
  /// What the terminal can do, as far as it is known by now; answers come after the first frame.
  package internal(set) var capabilities: Capabilities

  /// Time since an arbitrary moment.
  let currentTime: () -> Duration
  let options: TerminalOptions
  let profile: TerminalProfile
  let allowsQueries: Bool
  var hold: TerminalHold
  var writer: TerminalWriter
  /// What was changed about the terminal, and what is to be changed again after a pause.
  var ledger = ModeLedger()
  var wanted: TerminalModes
  var negotiation = Negotiation()

  var clock: InputClock
  var coalescer = InputCoalescer()

  var encoder = Encoder()
  var shown: Shown
  let canvas: Canvas
  var scheduler: FrameScheduler
  var frameDue: Duration?
  /// When changes that are under way are drawn, if they are not through before.
  var changeDue: Duration?
  /// Whether the first frame waits for a client.
  var isFirstFrameOwed = false
  /// Whether an answer of the terminal changes how everything looks.
  var isExposed = false
  var resizeDue: Duration?
  /// Whether the screen may have too few rows below the beginning of an inline view.
  var isRoomDoubtful = false
  /// Lines to be printed when the full screen is left.
  var farewell: [CleanText] = []

  /// The signal that ends it all, and by when; no time is left once a run ended for it.
  var terminating: (signal: Int32, deadline: Duration?)?
  /// Signals that came during a pause, and what was asked then.
  var postponed: [Int32] = []
  var unmet: TerminalControl.Requests = []
  var ending: TerminalEnd?
  /// Whether the terminal is there no more.
  var isGone = false
  /// When the run under way is over, if its time is limited.
  var runDeadline: Duration?
  /// The request that ends the run under way.
  var awaited = TerminalControl.Requests.end
  private(set) var isClosed = false
  var room = [UInt8](repeating: 0, count: 4096)

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - options: How the view wants it.
  ///   - source: A clock to use instead of the system's.
  /// - Throws: If another view has it, there is none, or it cannot be made raw; then all is as it
  ///   was before.
  package init(
    _ options: TerminalOptions = TerminalOptions(), currentTime source: (() -> Duration)? = nil
  ) throws(TerminalError) {
    currentTime = source ?? { SystemCall.now }
    self.options = options
    profile = TerminalProfile(environment: options.environment, colors: options.colors)
    allowsQueries = options.allowsQueries ?? profile.allowsQueries
    hold = try TerminalHold(options, keepsSignals: profile.keepsSignals)
    control = TerminalControl(waker: hold.waker.writing)
    size = Size.ofTerminal(hold.channels.output, environment: options.environment)
    capabilities = profile.capabilities
    if options.placement == .inline {
      capabilities.scrolling = false
      capabilities.absoluteRows = false
    }
    writer = TerminalWriter(hold.channels.output, mayBlock: hold.channels.mayBlock)
    wanted = options.modes(profile)
    clock = InputClock(options: InputDecoder.Options())
    shown = Shown(unknown: size)
    canvas = Canvas(size: size, widths: capabilities.widths)
    scheduler = FrameScheduler(limit: options.frameLimit)
    resetClock()
    start(asking: allowsQueries)
    perform(scheduler.exposed(at: currentTime()), drawing: nil)
  }

  deinit { close() }

  /// Decides between a screen and lines of text, before anything is taken.
  ///
  /// - Throws: If another view has the terminal: standard output then leads into a pipe of its own.
  package static func mode(_ options: TerminalOptions) throws(TerminalError) -> TerminalMode {
    if Rescue.isClaimed { throw .terminalInUse }
    return try TerminalMode.choose(
      TerminalChannels.facts(prefersErrors: options.prefersErrors),
      environment: options.environment)
  }

  /// Gives the terminal back; the second time is nothing.
  ///
  /// A signal that asked for the end and came after the last run is sent again, now that it has the
  /// meaning that it had before.
  ///
  /// What was printed is written for as long as the terminal takes it; only what the view itself needs
  /// is given up after ``farewellPatience`` in all.
  ///
  /// - Parameter client: Draws the newest frame first, whatever the rate of frames: it is the one
  ///   that an inline view leaves behind.
  package func close(drawing client: (any TerminalClient)? = nil) {
    guard !isClosed else { return }
    isClosed = true
    control.close()
    if Rescue.isArmed, flush(farewellMeasure) {
      if let client, !isGone {
        for case .print(let lines) in control.takeCommands() { print(lines, client) }
        drawFrame(client)
      }
      _ = flush(farewellMeasure)
    }
    release()
    let lines = hold.giveBack() + farewell.map(\.string)
    hold.channels.output.tell(
      lines.flatMap { CleanText.screenLines(of: $0).map(\.string) },
      within: TerminalSession.farewellPatience, currentTime: currentTime)
    hold.close()
    // What came too late for the client is for whoever has the signals now.
    for signal in (postponed + Signals.take()) where Signals.ending.contains(signal) {
      Signals.send(signal)
    }
  }

  /// From when on ``farewellPatience`` counts for what was not taken before the end: of an inline view
  /// it may be lines that were printed above it.
  var farewellMeasure: Patience.Measure {
    options.placement == .inline ? .sinceProgress : .inAll
  }

  /// How long a terminal that takes no bytes can hold up the end.
  static let farewellPatience = Duration.milliseconds(200)

  /// Begins to decode anew, also before the modes that are wanted are set again.
  func resetClock() {
    var options = InputDecoder.Options()
    options.escapePatience = profile.escapePatience
    options.backspaceIsControlH = hold.saved.backspaceIsControlH
    options.isKeyboardExtended = wanted.contains(.keyboard)
    clock = InputClock(options: options)
  }

  /// Notes that somebody restored the terminal; if the process ends with that, this thread stops.
  func noteRestored() {
    Rescue.awaitEnd()
    ending = .restored
  }

  /// Notes what became of bytes; the run ends if the terminal is gone.
  func note(_ outcome: TerminalWriter.Outcome) {
    switch outcome {
    case .taken, .held: break
    case .gone(let code):
      isGone = true
      if SystemCall.isBrokenPipe(code) { ending = .brokenPipe }
    case .restored: noteRestored()
    }
  }
}
