internal import SpinCore

/// Ends a run without a screen by a signal: the spin hears of it, and has two seconds to answer.
///
/// *Isolation*: the run's thread, except the inbox.
final class TextRunSignals<State: Sendable, Event: Sendable>: InputReaderClient {
  private let run: UIRun<State, Event>
  private let inbox: SignalInbox
  /// The number of the run for those who send the signals; nil if they have the actions from before.
  private var number: Int?
  private var first: (signal: Int32, due: Duration)?

  init(_ run: UIRun<State, Event>, _ inbox: SignalInbox) {
    self.run = run
    self.inbox = inbox
  }

  /// Begins to listen; a system without another thread leaves the signals as they are.
  ///
  /// `patience` is how long the effects may take to end.
  func begin(patience: Duration) {
    // After both, the last lines are printed.
    let limit = Ending.grace + patience + .seconds(1)
    number = try? EndingSignals.shared.begin(patience: limit) { [inbox] signal, _ in
      inbox.put(signal)
    }
  }

  /// Ends that; a signal that came too late for the run goes to the handlers from before, unless
  /// another signal has ended it.
  func end() {
    guard let number else { return }
    EndingSignals.shared.end(number)
    inbox.close(resending: run.reason?.signal == nil)
  }

  func goesOn() -> Bool {
    for signal in inbox.take() where first == nil {
      first = (signal, SystemCall.now + Ending.grace)
      run.receive(UserInput(.terminating(signal: signal)))
    }
    if let first, first.due <= SystemCall.now { run.end(.signal(first.signal)) }
    return run.reason == nil
  }

  func hasRoom() -> Bool { run.backlog.hasRoom() }

  var due: Duration? { first?.due }
}
