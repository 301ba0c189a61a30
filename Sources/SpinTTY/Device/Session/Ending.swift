internal import SpinCore

/// Decides when a run of a session ends, and why: a pure machine.
///
/// ```
///   a signal ──▶ tell ── 2 s ──▶ signal     a request, a deadline, a broken pipe ──▶ at once
///   terminal gone ──▶ tell(SIGHUP) ── 2 s ──▶ hangUp
/// ```
///
/// The first end counts, unless the terminal breaks its pipe or a write finds it restored.
struct Ending {
  enum Order: Equatable {
    /// Tell the client of a signal that asks for the end.
    case tell(signal: Int32)
    /// Wait for the end of the process, if another thread is ending it.
    case awaitProcessEnd
  }

  /// Why the run under way ends; nil while it goes on.
  private(set) var end: TerminalEnd?
  /// Whether the terminal is gone.
  private(set) var isGone = false
  /// Whether the session is over, and not only a run of it.
  private(set) var isClosed = false
  /// The request that ends the run under way.
  private(set) var awaited = TerminalControl.Requests.end
  /// When the run under way is over, if its time is limited.
  private(set) var deadline: Duration?
  /// The signal that ends the program, and by when; no time is set once a run has ended.
  private var signal: Int32?
  private var signalDue: Duration?
  /// Lines to print after the full screen.
  var exitLines: [CleanText] = []

  /// How long a program may take to end after a signal.
  static let grace = Duration.seconds(2)

  /// When to call ``passed(at:isArmed:)``; `nil` if no time is limited.
  var due: Duration? { [deadline, signalDue].compactMap { $0 }.min() }

  // MARK: Facts

  /// A run begins.
  mutating func began(until deadline: Duration?) {
    require(!isClosed, "The terminal was given back: open another session.")
    self.deadline = deadline
    awaited = deadline == nil ? .end : .finish
    end = nil
  }

  /// Ends the run if it has a reason to end; returns the reason.
  mutating func take() -> TerminalEnd? {
    if end != nil { signalDue = nil }
    return end
  }

  /// Other threads made requests.
  mutating func asked(_ requests: TerminalControl.Requests) {
    guard requests.contains(awaited), end == nil else { return }
    end = signal.map { end(by: $0) } ?? .asked
  }

  /// A signal asks for the end.
  ///
  /// Only the first counts.
  mutating func signaled(_ signal: Int32, at now: Duration) -> [Order] {
    guard self.signal == nil else { return [] }
    self.signal = signal
    signalDue = now + Ending.grace
    return [.tell(signal: signal)]
  }

  /// The terminal is gone.
  mutating func lost(isBrokenPipe: Bool = false) {
    isGone = true
    if isBrokenPipe { end = .brokenPipe }
  }

  /// The terminal was restored outside of the session.
  mutating func restored() -> [Order] {
    end = .restored
    return [.awaitProcessEnd]
  }

  /// Time has passed.
  ///
  /// `isArmed` says whether the terminal was not restored outside of the session.
  mutating func passed(at now: Duration, isArmed: Bool) -> [Order] {
    var orders = isGone ? signaled(Signals.hangUp, at: now) : []
    if end == nil, let signal, let due = signalDue, due <= now { end = end(by: signal) }
    if end == nil, let deadline, deadline <= now { end = .timeout }
    // If the terminal is gone, nothing was taken again after a pause, and the time goes on.
    if end == nil, !isArmed { orders += isGone ? [.awaitProcessEnd] : restored() }
    return orders
  }

  /// The session ends; returns whether it was open.
  mutating func closed() -> Bool {
    defer { isClosed = true }
    return !isClosed
  }

  /// Whether another program that has the terminal is to end, because this one is.
  func isAsked(_ requests: TerminalControl.Requests, at now: Duration) -> Bool {
    signal != nil || requests.contains(awaited) || deadline.map { $0 <= now } == true
  }

  /// The end that a signal causes; SIGHUP with a lost terminal counts as the loss.
  private func end(by signal: Int32) -> TerminalEnd {
    isGone && signal == Signals.hangUp ? .hangUp : .signal(signal)
  }
}
