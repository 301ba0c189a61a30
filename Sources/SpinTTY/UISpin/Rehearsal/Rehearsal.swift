public import SpinCore

/// A run of a ``UISpin`` in a test, which takes bytes and returns frames without a terminal.
///
/// ```swift
/// let rehearsal = ui.rehearse(on: .callersThread, columns: 40, rows: 12)
/// rehearsal.input("+".utf8)
/// let bytes = rehearsal.frame()
/// ```
///
/// It behaves as on a terminal, from the bytes of a key to the bytes of a frame, with four
/// differences. The rehearsal draws only when the test calls ``frame()``. There are no bytes at the
/// start and the end. Requests besides drawing are listed in ``requests`` and not carried out. An
/// inline view is drawn at the top of the screen, in the rows that it needs.
///
/// On the caller's thread, the spin has reduced the input when ``input(_:isComplete:)`` returns; on
/// other runtimes, wait for ``idle()``, also before the first frame: while the reducer is at work, a
/// frame shows nothing new. With a scheduler of the test, the test controls the time.
///
/// *Isolation*: use it on the thread or task that created it.
public final class Rehearsal<State: Sendable, Event: Sendable> {
  private let run: UIRun<State, Event>
  /// Kept, because the rehearsal keeps the handle of its run.
  private let ui: UISpin<State, Event>
  private let host: RehearsalHost<State, Event>
  private let client: ScreenClient<State, Event>
  /// Records whether a frame has saved the title of the terminal.
  private var ledger = ModeLedger()
  private var decoder = InputDecoder()
  private var coalescer = InputCoalescer()
  private var display: TerminalDisplay
  private var isExposed = true
  private let isInline: Bool

  init(
    _ run: UIRun<State, Event>, _ ui: UISpin<State, Event>, _ size: Size,
    _ capabilities: Capabilities
  ) {
    self.run = run
    self.ui = ui
    isInline = ui.options.placement == .inline
    host = RehearsalHost(run)
    client = ScreenClient(run, TerminalProfile(environment: [:]))
    display = TerminalDisplay(size: size, capabilities)
  }

  deinit { stop() }

  func begin() {
    run.begin(host, showing: run.stack.sharedChords.isEmpty ? nil : host)
    run.receive(UserInput(.resized(display.size)))
  }

  // MARK: Input

  /// Decodes bytes as a terminal sends them.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of keys, pastes, or mouse events.
  ///   - isComplete: Whether the input ends here, so that a lone escape is the escape key.
  public func input(_ bytes: some Sequence<UInt8>, isComplete: Bool = true) {
    var events = decoder.events(bytes)
    if isComplete { events += decoder.expire() }
    for event in coalescer.coalesce(events) { client.receive(.event(event)) }
  }

  /// Resizes the screen.
  public func resize(columns: Int, rows: Int) {
    display.size = Size(columns: columns, rows: rows)
    display.image.invalidate()
    isExposed = true
    client.receive(.resized(display.size))
  }

  /// Sends a signal that asks the program to end.
  ///
  /// - Parameter signal: The number of the signal; 15 is SIGTERM.
  public func terminate(signal: Int32 = 15) {
    client.receive(.terminating(signal: signal))
  }

  /// Ends the first running program, see ``program``.
  ///
  /// - Parameter result: The exit status of the program, or the reason why it was not started.
  public func finishProgram(_ result: Result<ChildStatus, TerminalError> = .success(.exited(0))) {
    host.finishProgram(result)
  }

  /// Stops the run.
  public func stop() {
    run.stop()
    run.finish()
  }

  // MARK: Output

  /// Draws the newest state.
  ///
  /// - Returns: The bytes that turn the previous frame on the screen into this one.
  public func frame() -> [UInt8] {
    defer { client.letGo() }
    let capabilities = display.capabilities
    guard client.isChanged() || isExposed, client.prepare(for: display.size, capabilities) else {
      return []
    }
    isExposed = false
    let size = isInline ? client.block(within: display.size, for: capabilities) : display.size
    display.canvas.clear(to: size, widths: capabilities.widths)
    client.draw(on: display.canvas, for: capabilities)
    let saving = ledger.adopt(display.neededModes.intersection(.title))
    return saving + display.encode { Array($0) }
  }

  /// Draws the frame drawn last as a picture in SVG, in the theme of the newest state.
  ///
  /// ```swift
  /// let rehearsal = ui.rehearse(on: .callersThread, columns: 80, rows: 24)
  /// _ = rehearsal.frame()
  /// let file = rehearsal.svg(title: "Orders")
  /// ```
  ///
  /// - Parameter title: The title for screen readers.
  /// - Returns: The text of the file; see ``Canvas/svg(title:theme:appearance:)``.
  public func svg(title: String) -> String {
    let isLight = display.capabilities.hasLightBackground ?? false
    return display.canvas.svg(
      title: title, theme: run.stack.theme?(state) ?? ui.options.theme,
      appearance: ui.options.appearance ?? (isLight ? .light : .dark))
  }

  /// Waits until the spin has reduced the entries of its mailbox and the events that they caused
  /// immediately.
  ///
  /// It does not wait for effects that take time. On a test's runtime, somebody must run the work.
  ///
  /// *Cancellation*: cancelling the task does not end the wait.
  public nonisolated(nonsending) func idle() async {
    await passMark()
    if await run.waitForFollowed(.idle) { await passMark() }
  }

  private nonisolated(nonsending) func passMark() async {
    let mark = host.newMark()
    await host.pass(mark) { run.mark(mark) }
  }

  /// Waits until the loop has settled or stopped: its mailbox is empty, and no effect is alive.
  ///
  /// A spin with a running period never settles.
  ///
  /// *Cancellation*: cancelling the task does not end the wait. `stop()` does.
  public nonisolated(nonsending) func settled() async {
    await run.settledOrStopped()
  }

  /// The newest state.
  public var state: State { run.state }

  /// The reason of the end; `nil` while the run continues.
  public var end: UIEndReason? { run.reason }

  /// Emits an event, as ``/SpinCore/RunningSpin`` does.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - fileID: The file of the call, for a `Monitor`.
  ///   - line: The line of the call.
  ///   - function: The function around the call.
  /// - Returns: Whether the mailbox took the event.
  @discardableResult
  public func emit(
    _ event: Event, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> EmitResult {
    run.emit(event, at: CodeSite(fileID, line, function))
  }

  /// The requests to the terminal in order: by a ``Perform``, by ``UISpin/perform(_:)``, and by
  /// keys that run programs.
  ///
  /// A copy that is too long for a terminal is refused, as on a terminal, and not listed.
  public var requests: [TerminalCommand] { host.requests }

  /// The program that would have the terminal now.
  public var program: ChildCommand? { host.program }

  /// The lines printed with ``UISpin/print(_:)``.
  public var printed: [String] { host.printed }

  /// The keys that several live bindings had in common in a state of the run, whether pressed or
  /// not.
  ///
  /// There is one clash for each chord.
  ///
  /// A program should have none, because such bindings depend on the order of their declaration.
  public var keyClashes: [KeyClash] { run.stack.clashes?.mistakes ?? [] }

  /// The ids that several rows of a list, a table, a tree or a choice had in a frame.
  ///
  /// There is one for each region, and only the rows that a frame has shown are compared.
  ///
  /// A program should have none, because a click may then select another row.
  public var duplicateRows: [DuplicateRow] { run.duplicateRows?.mistakes ?? [] }

  /// How often the program requested to be suspended.
  public var suspensions: Int { host.suspensions }
}

extension UISpin {
  /// Begins a run in a test, without a terminal.
  ///
  /// - Parameters:
  ///   - runtime: The runtime that executes the spin.
  ///   - columns: The width of the screen.
  ///   - rows: The height of the screen.
  ///   - capabilities: The capabilities of the screen; by default those of `VirtualTerminal`, which
  ///     measures text by cluster.
  ///   - until: The condition that ends the run.
  ///   - options: Observers, and the closure that receives dropped events.
  /// - Returns: The run, which stops when its last reference is released.
  /// - Precondition: No run of this spin is under way.
  public func rehearse(
    on runtime: some SpinRuntime, columns: Int = 80, rows: Int = 24,
    capabilities: Capabilities = Capabilities(
      colors: .trueColor, widths: WidthRules(profile: .grapheme), scrolling: true, progress: true),
    until: RunCondition<State> = .stopped, options: RunOptions<State, Event> = RunOptions()
  ) -> Rehearsal<State, Event> {
    let run: UIRun<State, Event>
    do throws(TerminalError) {
      run = try claim(
        runtime, until, options, notesMistakes: true, isRehearsed: true,
        profile: TerminalProfile(environment: [:]))
    } catch {
      refuse(error.description)
    }
    let rehearsal = Rehearsal(run, self, Size(columns: columns, rows: rows), capabilities)
    rehearsal.begin()
    return rehearsal
  }
}
