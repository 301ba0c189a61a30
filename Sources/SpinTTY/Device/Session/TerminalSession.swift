internal import SpinSystem

/// The terminal while a view uses it, from the first byte to the last.
///
/// ```
///   init ──▶ run(client) ──▶ run(client, until: 2 s) ──▶ close(drawing: client)
///            the program      while its effects end       stop bytes, attributes, tail
/// ```
///
/// The initialiser makes the terminal raw, shows the alternate screen and asks the terminal about
/// its capabilities. From then on the terminal is restored, however the process ends.
/// ``run(_:until:)`` is the only loop: it waits for keys, signals, other threads, captured output
/// and the nearest deadline, tells the client, and draws. While nothing happens, no timer is armed
/// and no thread wakes.
///
/// The session only carries out orders. An ``InputPump`` decides the meaning of bytes, a
/// ``FrameScheduler`` when to draw, and an ``Ending`` when to stop.
///
/// *Isolation*: the thread that opened the session, which has the stack for signal handlers. Other
/// threads use ``control``.
///
/// NB: exclusivity is not checked at run time: one thread has the session, and each property is a
/// machine that calls nobody.
package final class TerminalSession {
  /// The requests that other threads can make.
  package let control: TerminalControl

  /// Returns the time since an arbitrary moment.
  let currentTime: () -> Duration
  let options: UIOptions
  let profile: TerminalProfile
  @safe @exclusivity(unchecked) var claim: TerminalClaim
  @safe @exclusivity(unchecked) var output: TerminalOutput
  @safe @exclusivity(unchecked) var display: TerminalDisplay
  @safe @exclusivity(unchecked) var input: InputPump
  /// The memory for a page of input.
  @safe @exclusivity(unchecked) var page = [UInt8](repeating: 0, count: 4096)
  @safe @exclusivity(unchecked) var frames: FrameScheduler
  @safe @exclusivity(unchecked) var ending = Ending()
  /// The signals and requests of a pause that are still to be handled.
  @safe @exclusivity(unchecked) var postponed: [Int32] = []
  @safe @exclusivity(unchecked) var unmet: TerminalControl.Requests = []
  /// The number of printed lines that the terminal may not have taken, and of those that were
  /// dropped.
  @safe @exclusivity(unchecked) var linesHeld = 0
  @safe @exclusivity(unchecked) var linesLost = 0

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - options: How the view uses the terminal.
  ///   - profile: The profile of the terminal; `nil` reads it from this process's environment.
  ///   - source: A clock to use instead of the system's.
  /// - Throws: An error if another view has the terminal, if there is no terminal, or if it cannot
  ///   be made raw. Nothing has changed then.
  package init(
    _ options: UIOptions = UIOptions(), _ profile: TerminalProfile? = nil,
    currentTime source: (() -> Duration)? = nil
  ) throws(TerminalError) {
    currentTime = source ?? { SystemCall.now }
    self.options = options
    let profile = profile ?? TerminalProfile(colors: options.colors)
    self.profile = profile
    claim = try TerminalClaim(options, keepsSignals: profile.keepsSignals)
    let isInline = options.placement == .inline
    var keep: (@Sendable ([CleanText]) -> Bool)?
    if !isInline, let capture = claim.capture { keep = { capture.keep($0) } }
    control = TerminalControl(waker: claim.attributes.waker.writing, keep: keep)
    var capabilities = profile.capabilities
    if isInline {
      capabilities.scrolling = false
      capabilities.absoluteRows = false
    }
    let terminal = claim.channels.output
    display = TerminalDisplay(size: profile.screenSize(of: terminal), capabilities)
    output = TerminalOutput(
      TerminalWriter(terminal, mayBlock: claim.channels.mayBlock), wanted: options.modes(profile))
    input = InputPump(InputDecoder.Options())
    frames = FrameScheduler(limit: options.frameLimit(on: profile))
    restartInput()
    start(asking: allowsQueries)
    // There is no client yet, so the first frame stays pending.
    _ = frames.exposed(at: currentTime())
  }

  deinit { close() }

  /// The size of the screen.
  package var size: Size { display.size }

  /// The known capabilities of the terminal; its answers arrive after the first frame.
  package var capabilities: Capabilities { display.capabilities }

  /// Whether the terminal may be asked about its capabilities.
  var allowsQueries: Bool { options.asksTerminal(profile) }

  /// Chooses between a screen and lines of text, before anything is taken.
  ///
  /// - Throws: An error if another view has the terminal, because standard output then leads into
  ///   the pipe of that view.
  package static func mode(
    _ options: UIOptions, _ profile: TerminalProfile
  ) throws(TerminalError) -> TerminalMode {
    if Rescue.isClaimed { throw .terminalInUse }
    return try TerminalMode.choose(
      TerminalChannels.facts(prefersErrors: options.drawsOnStandardError), profile)
  }

  /// Gives the terminal back.
  ///
  /// Calling it again has no effect.
  ///
  /// A signal that asked for the end after the last run is sent again, once the previous handlers
  /// are back.
  ///
  /// Printed lines are written for as long as the terminal takes them. The bytes of the view itself
  /// are discarded after ``exitPatience``, and all waits for the terminal share one ``ExitBudget``.
  ///
  /// - Parameters:
  ///   - client: Draws the newest frame first, regardless of the frame rate. An inline view leaves
  ///     this frame on the screen.
  ///   - end: Called when the terminal is given back, before such a signal is sent again.
  package func close(drawing client: (any TerminalClient)? = nil, then end: () -> Void = {}) {
    guard ending.closed() else { return }
    control.close()
    let budget = ExitBudget(from: currentTime())
    if Rescue.isArmed, flush(exitMeasure) {
      if let client, !ending.isGone {
        drawFrame(client)
        drawLines(client)
      }
      _ = flush(exitMeasure)
    }
    let isTaken = release(client, within: budget)
    tell(claim.giveBack() + ending.exitLines + control.takeLines(), isTaken)
    linesLost = 0
    // What other threads have printed meanwhile.
    if control.hasLines { tell(control.takeLines(), isTaken) }
    claim.close()
    end()
    // A signal that came too late for the client goes to the previous handlers.
    for signal in (postponed + Signals.take()) where Signals.ending.contains(signal) {
      Signals.send(signal)
    }
  }

  /// Writes lines once the terminal is given back, and the number of those that it did not take.
  private func tell(_ lines: [CleanText], _ isTaken: Bool) {
    claim.channels.output.tell(
      lines.map(\.string), droppedBefore: linesLost,
      within: isTaken ? TerminalSession.exitPatience : .zero, currentTime: currentTime)
  }

  /// The start of ``exitPatience``: the last progress, or the beginning.
  ///
  /// The waiting bytes of an inline view may contain lines that were printed above it.
  var exitMeasure: ProgressTimeout.Measure {
    options.placement == .inline ? .sinceProgress : .inAll
  }

  /// How long a terminal that takes no bytes can delay the end.
  static let exitPatience = Duration.milliseconds(200)

  /// Resets the decoder, before the wanted modes are set again.
  func restartInput() {
    var options = InputDecoder.Options()
    options.escapePatience = profile.escapePatience
    options.backspaceIsControlH = claim.attributes.saved.backspaceIsControlH
    options.isKeyboardExtended = output.wanted.contains(.keyboard)
    input.restart(options)
  }

  /// Notes the outcome of a write; the run ends if the terminal is gone.
  func note(_ outcome: TerminalWriter.Outcome) {
    switch outcome {
    case .taken: if !output.writer.isHolding { output.noteWritten() }
    case .held: break
    case .gone(let code): ending.lost(isBrokenPipe: SystemCall.isBrokenPipe(code))
    case .restored: perform(ending.restored(), nil)
    }
  }

  func perform(_ orders: [Ending.Order], _ client: (any TerminalClient)?) {
    for order in orders {
      switch order {
      case .tell(let signal): client?.receive(.terminating(signal: signal))
      case .awaitProcessEnd: Rescue.awaitEnd()
      }
    }
  }
}
