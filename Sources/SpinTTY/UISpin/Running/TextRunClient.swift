internal import SpinCore
internal import SpinSystem

/// The client of the reader in a run without a screen: takes signals, and prints the view.
///
/// *Isolation*: the run's thread.
final class TextRunClient<State: Sendable, Event: Sendable>: InputReaderClient {
  private let run: UIRun<State, Event>
  private let signals: TextRunSignals<State, Event>
  /// Prints the view; `nil` if the output is not ``PlainOutput/final``.
  private let printer: ViewPrinter<State, Event>?

  init(
    _ run: UIRun<State, Event>, _ signals: TextRunSignals<State, Event>,
    _ printer: ViewPrinter<State, Event>?
  ) {
    self.run = run
    self.signals = signals
    self.printer = printer
  }

  func goesOn() -> Bool {
    signals.take()
    printer?.printIfDue()
    return run.reason == nil
  }

  func hasRoom() -> Bool { run.inputs.withLock { $0.hasRoom() } }
  func tookInput() { printer?.tookInput() }
  var watchedOutput: Descriptor? { printer?.watchedOutput }
  func lostOutput() { run.end(.brokenPipe) }
  var due: Duration? { .earlier(signals.due, printer?.due) }
}
