internal import SpinCore
internal import SpinSystem

/// Ends a run without a screen by a signal, which the spin has two seconds to handle.
///
/// *Isolation*: the run's thread, except the inbox.
final class TextRunSignals<State: Sendable, Event: Sendable> {
  private let run: UIRun<State, Event>
  private let inbox: SignalInbox
  /// The number of the run at the sender of the signals; `nil` if they keep their previous actions.
  private var number: Int?
  private var first: (signal: Int32, due: Duration)?

  init(_ run: UIRun<State, Event>, _ inbox: SignalInbox) {
    self.run = run
    self.inbox = inbox
  }

  /// Starts to listen; if the system has no further thread, the signals keep their actions.
  ///
  /// `patience` is the time that the effects may take to end.
  func begin(patience: Duration) {
    // The last lines are printed after both.
    let limit = Ending.grace + patience + .seconds(1)
    number = try? EndingSignals.shared.begin(patience: limit) { [inbox] signal, _ in
      inbox.put(signal)
    }
  }

  /// Stops listening.
  ///
  /// A signal that came too late for the run goes to the previous handlers, unless another signal
  /// has ended the run.
  func end() {
    guard let number else { return }
    EndingSignals.shared.end(number)
    inbox.close(resending: run.reason?.signal == nil)
  }

  /// Passes the signals on to the spin, and ends the run when its time is over.
  func take() {
    for signal in inbox.take() where first == nil {
      first = (signal, SystemCall.now + Ending.grace)
      run.receive(UserInput(.terminating(signal: signal)))
    }
    if let first, first.due <= SystemCall.now { run.end(.signal(first.signal)) }
  }

  /// When to call ``take()`` again.
  var due: Duration? { first?.due }
}
