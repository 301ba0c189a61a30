public import SpinCore

/// A run of a ``UISpin`` for tests: bytes in, frames out, and no terminal.
///
/// ```swift
/// let rehearsal = ui.rehearse(on: .callersThread, columns: 40, rows: 12)
/// rehearsal.input("+".utf8)
/// let bytes = rehearsal.frame()
/// ```
///
/// Everything is as on a terminal, from the bytes of a key to the bytes of a frame, with three
/// differences: the rehearsal draws only when the test calls ``frame()``, there are no bytes at the
/// start and the end, and what the terminal is asked for besides drawing is listed in ``requests``
/// and not done. An inline view is drawn at the top of the screen, in the rows that it needs.
///
/// On the caller's thread, the spin has reduced the input when ``input(_:isComplete:)`` returns; on
/// other runtimes wait for ``idle()``. Give the runtime a
/// scheduler of the test's own, and time passes when the test says so.
///
/// *Isolation*: use it on the thread or task that made it.
public final class Rehearsal<State: Sendable, Event: Sendable> {
  private let run: UIRun<State, Event>
  private let host: RehearsalHost<State, Event>
  private let client: ScreenClient<State, Event>
  /// Whether the title of the terminal was saved, which the first frame with another one does.
  private var ledger = ModeLedger()
  private var decoder = InputDecoder()
  private var coalescer = InputCoalescer()
  private let canvas: Canvas
  private var image: TerminalImage
  private var encoder = Encoder()
  private var size: Size
  /// Whether the whole screen has to be drawn, whatever the state.
  private var isExposed = true
  private let capabilities: Capabilities
  private let isInline: Bool

  init(
    _ run: UIRun<State, Event>, _ ui: UISpin<State, Event>, _ size: Size,
    _ capabilities: Capabilities
  ) {
    self.run = run
    self.size = size
    self.capabilities = capabilities
    isInline = ui.options.placement == .inline
    host = RehearsalHost(run)
    let renderer = ui.renderer.withLock { $0 }.makeRunRenderer()
    client = ScreenClient(run, host, renderer, ui.options, TerminalProfile(environment: [:]))
    canvas = Canvas(size: size, widths: capabilities.widths)
    image = TerminalImage(unknown: size)
  }

  deinit { stop() }

  func begin() {
    run.begin(host)
    run.receive(UserInput(.resized(size)))
  }

  // MARK: What the user does

  /// Takes bytes as a terminal sends them.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of keys, pastes, the mouse.
  ///   - isComplete: Whether nothing follows soon, so that a lone escape is the key of that name.
  public func input(_ bytes: some Sequence<UInt8>, isComplete: Bool = true) {
    var events = decoder.events(Array(bytes))
    if isComplete { events += decoder.expire().map(\.event) }
    for event in coalescer.coalesce(events) { client.receive(.input(event)) }
  }

  /// Gives the screen a new size.
  public func resize(columns: Int, rows: Int) {
    size = Size(columns: columns, rows: rows)
    image.invalidate()
    isExposed = true
    client.receive(.resized(size))
  }

  /// Sends a signal that asks the program to end.
  ///
  /// - Parameter signal: Its number; 15 is SIGTERM.
  public func terminate(signal: Int32 = 15) {
    client.receive(.terminate(signal: signal))
  }

  /// Ends the first program that waits, see ``program``.
  ///
  /// - Parameter result: How the program ended, or why it could not be started.
  public func finishProgram(_ result: Result<ChildStatus, TerminalError> = .success(.exited(0))) {
    host.finishProgram(result)
  }

  /// Stops the run.
  public func stop() {
    run.stop()
    run.finish()
  }

  // MARK: What the user sees

  /// Draws the newest state.
  ///
  /// - Returns: The bytes that turn the last frame on the screen into this one.
  public func frame() -> [UInt8] {
    guard client.isChanged() || isExposed else { return [] }
    isExposed = false
    let size = isInline ? client.block(within: size, for: capabilities) : size
    canvas.clear(to: size, widths: capabilities.widths)
    client.draw(on: canvas, for: capabilities)
    let saving = canvas.title == nil || !capabilities.titles ? [] : ledger.adopt(.title)
    return saving + encoder.encode(&image, to: canvas, for: capabilities) { Array($0) }
  }

  /// Waits until the spin has reduced the entries of its mailbox and the events that they caused at
  /// once.
  ///
  /// It does not wait for effects that take time.
  public nonisolated(nonsending) func idle() async {
    let mark = host.newMark()
    await host.pass(mark) { run.mark(mark) }
  }

  /// Waits until the loop is settled or has stopped: nothing waits in its mailbox, and no effect is
  /// alive.
  ///
  /// A spin with a period that runs is never settled.
  public nonisolated(nonsending) func settled() async {
    await run.settledOrStopped()
  }

  /// The newest state.
  public var state: State { run.state }

  /// The reason of the end; nil while the run goes on.
  public var end: UIEndReason? { run.reason }

  /// Emits an event.
  @discardableResult
  public func emit(_ event: Event) -> EmitResult { run.emit(event) }

  /// What the terminal was asked for, in order: by a ``Perform``, by ``UISpin/perform(_:)`` and by keys
  /// that run programs.
  ///
  /// A copy that is too long for a terminal is refused, as everywhere, and not listed.
  public var requests: [TerminalCommand] { host.requests }

  /// The program that would have the terminal now.
  public var program: ChildCommand? { host.program }

  /// The lines that were printed with ``UISpin/print(_:)``.
  public var printed: [String] { host.printed }

  /// The keys that several bindings took at once in a state of the run, pressed or not; one for each
  /// chord.
  ///
  /// A program should have none, because the order of such bindings decides which one counts.
  public var keyClashes: [KeyClash] { run.clashes?.clashes ?? [] }

  /// How often the program asked to be suspended.
  public var suspensions: Int { host.suspensions }
}

extension UISpin {
  /// Begins a run for a test, without a terminal.
  ///
  /// - Parameters:
  ///   - runtime: What executes the spin.
  ///   - columns: The width of the screen.
  ///   - rows: The height of the screen.
  ///   - capabilities: What the screen can show and do; by default as much as `VirtualTerminal`,
  ///     which measures text by cluster.
  ///   - until: What ends the run by itself.
  ///   - options: Observers, and the closure that receives dropped events.
  /// - Returns: The run, which stops when the last reference to it goes.
  /// - Precondition: No run of this spin is under way.
  public func rehearse(
    on runtime: some SpinRuntime, columns: Int = 80, rows: Int = 24,
    capabilities: Capabilities = Capabilities(
      colors: .trueColor, widths: WidthRules(profile: .grapheme), scrolling: true, progress: true),
    until: UIRunCondition<State> = .quit, options: RunOptions<State, Event> = RunOptions()
  ) -> Rehearsal<State, Event> {
    let run: UIRun<State, Event>
    do throws(TerminalError) {
      run = try claim(
        runtime, until, options, notesClashes: true, profile: TerminalProfile(environment: [:]))
    } catch {
      refuse(error.description)
    }
    let rehearsal = Rehearsal(run, self, Size(columns: columns, rows: rows), capabilities)
    rehearsal.begin()
    return rehearsal
  }
}
