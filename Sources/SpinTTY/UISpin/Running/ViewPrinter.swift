internal import SpinCore
internal import SpinSystem

/// Prints the view of a run without a screen: at its end, and before it if a user waits for it.
///
/// *Isolation*: the run's thread.
final class ViewPrinter<State: Sendable, Event: Sendable> {
  private let run: UIRun<State, Event>
  private let host: TextHost<State, Event>
  private let output: Descriptor
  private let waker: Waker
  /// The screen of the view, without its help.
  private let screen: Screen
  private let renderer: RunRenderer<State>
  private var pump = ViewPump()
  private let isTyped: Bool
  /// The lines that were printed last.
  private var newest: [String]?
  /// The number of the last line that the user has typed; 0 before the first.
  private var line = 0
  /// Whether the loop was asked whether it has settled, and the answer was not taken.
  private var isAsking = false
  private let answer = Answer()

  /// The answer that the loop has settled.
  private final class Answer: Sendable {
    /// The line before the question; `nil` if there is no answer.
    private let settled = Guarded<Int?>(nil)

    func give(_ line: Int) { settled.withLock { $0 = line } }

    func take() -> Int? {
      settled.withLock { $0.take() }
    }
  }

  /// Creates a printer; `isTyped` says whether a user types lines and reads the output.
  init(
    _ run: UIRun<State, Event>, _ host: TextHost<State, Event>, isTyped: Bool,
    on output: Descriptor, _ waker: Waker, _ screen: Screen
  ) {
    self.run = run
    self.host = host
    self.isTyped = isTyped
    self.output = output
    self.waker = waker
    self.screen = screen
    renderer = run.presentation.views.makeRunRenderer()
  }

  // MARK: The course of the run

  func begin() {
    guard isTyped else { return }
    pump.began(at: SystemCall.now)
    ask()
  }

  /// Notes that the mailbox has the keys of a line.
  func tookInput() {
    guard isTyped else { return }
    line += 1
    pump.gaveLine()
    _ = run.mark(line)
  }

  /// Notes that nobody can press a key any more.
  func inputEnded() {
    if run.endsOnlyByUser { pump.inputEnded(at: SystemCall.now) }
  }

  /// When to call ``printIfDue()``.
  var due: Duration? { pump.due }

  /// The output, once a reader may have left because it has seen enough.
  var watchedOutput: Descriptor? {
    newest == nil || output.isTerminal || run.reason != nil ? nil : output
  }

  func printIfDue() {
    if pump.awaitsKeys, host.newestMark == line {
      pump.tookLine(at: SystemCall.now)
      ask()
    }
    let order = settled() ?? pump.passed(at: SystemCall.now)
    guard let order, run.reason == nil else { return }
    guard let newest = run.running.flatMap({ run.shown.newestUnlessReducing(of: $0) }) else {
      return pump.failed(order, at: SystemCall.now)
    }
    print(newest)
    // A view that could not be printed has ended the run.
    if order == .explain, run.reason == nil { explain() }
  }

  /// Prints the view of the last state.
  func end() {
    if let last = run.last { print(last) }
  }

  // MARK: -

  /// Asks the loop to say when it has settled, unless it has not answered the last question.
  private func ask() {
    guard !isAsking else { return }
    isAsking = true
    run.onSettled { [line, answer, waker] in
      answer.give(line)
      waker.wake()
    }
  }

  /// Takes the loop's answer; asks again if the user has typed another line since the question.
  private func settled() -> ViewPump.Order? {
    guard let answered = answer.take() else { return nil }
    isAsking = false
    if answered == line { return pump.settled() }
    // Otherwise, the loop is asked as soon as it has reduced the line.
    if !pump.awaitsKeys { ask() }
    return nil
  }

  /// Prints a view, unless it looks like the one before or has no text.
  private func print(_ shown: ShownState<State>) {
    _ = renderer.isNew(shown.state)
    var screen = screen
    screen.environment.help = run.stack.help(in: shown.state, shown.extras.lives)
    let picture = FramePicture(of: shown, on: screen, run.stack, view: renderer.view)
    guard let lines = picture?.plainLines(isWhole: !isTyped), !lines.isEmpty, lines != newest
    else { return }
    host.print((newest == nil ? lines : [""] + lines).joined(separator: "\n"))
    newest = lines
  }

  private func explain() {
    Explanation.tell(
      """
      Nobody can press a key, and the program goes on, because an effect is still at work. Its view \
      so far is on \(output.name); its last one follows at its end, for example after ctrl-C.

      """)
  }
}

extension Descriptor {
  /// The name of a standard descriptor that a program prints on, in a sentence.
  var name: String { self == .standardErrors ? "standard error" : "standard output" }
}
