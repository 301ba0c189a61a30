internal import SpinCore

/// Prints every frame as text, to show a program's view without a terminal.
///
/// ```
/// #3 t=1.204s 80x24
/// value: 9 decreasing
/// ␌ (a form feed)
/// ```
///
/// *Isolation*: the loop.
final class FramePrinter<State: Sendable, Event: Sendable>: Sendable {
  private struct Progress {
    var count = 0
    var latest: [String]?
    let renderer: RunRenderer<State>
    let canvas: Canvas
  }

  private let progress: Guarded<Progress>
  private let size: Size
  private let stack: LayerStack<State, Event>
  private let environment: ViewEnvironment
  private let scheduler: any SpinScheduler
  private let start: Duration

  init(
    _ makeRunRenderer: @Sendable () -> RunRenderer<State>, _ size: Size,
    _ stack: LayerStack<State, Event>, _ environment: ViewEnvironment,
    _ scheduler: any SpinScheduler, noting duplicateRows: MistakeLog<DuplicateRow>?
  ) {
    let canvas = Canvas(size: size)
    canvas.duplicateRows = duplicateRows
    progress = Guarded(Progress(renderer: makeRunRenderer(), canvas: canvas))
    self.size = size
    self.stack = stack
    self.environment = environment
    self.scheduler = scheduler
    start = scheduler.now
  }

  /// Returns the frame of a state with header and form feed; `nil` if it equals the previous frame,
  /// or if there is no view any more.
  func frame(of shown: ShownState<State>) -> String? {
    progress.withLock { progress in
      var environment = environment
      environment.help = stack.help(in: shown.state, shown.extras.lives)
      _ = progress.renderer.isNew(shown.state)
      let screen = Screen(size: size, kind: .plain, environment: environment)
      progress.canvas.clear(to: size)
      let picture = FramePicture(of: shown, on: screen, stack, view: progress.renderer.view)
      guard let picture else { return nil }
      picture.draw(on: progress.canvas, number: progress.count + 1)
      let lines = progress.canvas.lines
      guard lines != progress.latest else { return nil }
      progress.latest = lines
      progress.count += 1
      let used = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
      let header = "#\(progress.count) t=\(time)s \(size.columns)x\(size.rows)"
      return ([header] + lines[..<used]).joined(separator: "\n") + "\n\u{C}\n"
    }
  }

  /// The seconds since the start, with milliseconds.
  private var time: String {
    let passed = scheduler.now.subtractingClamped(start).attoseconds / 1_000_000_000_000_000
    let thousandths = String((passed % 1_000).magnitude)
    return "\(passed / 1_000)." + String(repeating: "0", count: 3 - thousandths.count)
      + thousandths
  }
}
