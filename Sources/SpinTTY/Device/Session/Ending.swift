internal import SpinCore

/// Decides when a run of a session ends, and for what reason: a pure machine.
///
/// ```
///   a signal ──▶ tell ── 2 s ──▶ signal     a request, a deadline, a broken pipe ──▶ at once
///   terminal gone ──▶ tell(SIGHUP) ── 2 s ──▶ hangUp
/// ```
///
/// The first reason counts, unless the terminal breaks its pipe or a write finds it restored.
struct Ending {
  enum Order: Equatable {
    /// Tell the client about a signal that asks for the end.
    case tell(signal: Int32)
    /// Wait for the end of the process, which another thread may have begun.
    case awaitProcessEnd
  }

  /// The reason why the current run ends; `nil` while it continues.
  private(set) var end: TerminalEnd?
  /// Whether the terminal is lost.
  private(set) var isGone = false
  /// Whether the whole session is over.
  private(set) var isClosed = false
  /// The request that ends the current run.
  private(set) var awaited = TerminalControl.Requests.end
  /// When the current run times out, if it has a time limit.
  private(set) var deadline: Duration?
  /// The signal that ends the program and when its grace period ends, which is `nil` after a run.
  private var signal: Int32?
  private var signalDue: Duration?
  /// Lines to print after the full screen.
  var exitLines: [CleanText] = []

  /// Whether a signal has asked for the end.
  var isSignaled: Bool { signal != nil }

  /// How long a program may take to end after a signal.
  static let grace = Duration.seconds(2)

  /// When to call ``passed(at:isArmed:)``; `nil` if no time is limited.
  var due: Duration? {
    // NB: inlined, because a call would copy the whole structure.
    @inline(__always) get { .earlier(deadline, signalDue) }
  }

  // MARK: Facts

  /// Notes that a run begins.
  mutating func began(until deadline: Duration?) {
    require(!isClosed, "The terminal was given back: open another session.")
    self.deadline = deadline
    awaited = deadline == nil ? .end : .finish
    end = nil
  }

  /// Returns the reason for the end, if there is one.
  mutating func take() -> TerminalEnd? {
    if end != nil { signalDue = nil }
    return end
  }

  /// Notes requests of other threads.
  mutating func asked(_ requests: TerminalControl.Requests) {
    guard requests.contains(awaited), end == nil else { return }
    end = signal.map { end(by: $0) } ?? .asked
  }

  /// Notes a signal that asks for the end.
  ///
  /// Only the first signal counts.
  mutating func signaled(_ signal: Int32, at now: Duration) -> [Order] {
    guard self.signal == nil else { return [] }
    self.signal = signal
    signalDue = now + Ending.grace
    return [.tell(signal: signal)]
  }

  /// Notes that the terminal is lost.
  mutating func lost(isBrokenPipe: Bool = false) {
    isGone = true
    if isBrokenPipe { end = .brokenPipe }
  }

  /// Notes that the terminal was restored outside of the session.
  mutating func restored() -> [Order] {
    end = .restored
    return [.awaitProcessEnd]
  }

  /// Notes that time has passed.
  ///
  /// `isArmed` is `false` if the terminal was restored outside of the session.
  mutating func passed(at now: Duration, isArmed: Bool) -> [Order] {
    var orders = isGone ? signaled(Signals.hangUp, at: now) : []
    if end == nil, let signal, let due = signalDue, due <= now { end = end(by: signal) }
    if end == nil, let deadline, deadline <= now { end = .timeout }
    // A terminal that is lost in a pause is not armed again, and the grace period continues.
    if end == nil, !isArmed { orders += isGone ? [.awaitProcessEnd] : restored() }
    return orders
  }

  /// Notes that the session ends; returns whether it was open.
  mutating func closed() -> Bool {
    defer { isClosed = true }
    return !isClosed
  }

  /// Whether another program that has the terminal must end, because this one is about to.
  ///
  /// A run with a time limit waits for nothing but the end.
  func isAsked(_ requests: TerminalControl.Requests) -> Bool {
    signal != nil || requests.contains(awaited) || deadline != nil
  }

  /// Returns the end for a signal; SIGHUP after the loss of the terminal counts as the loss.
  private func end(by signal: Int32) -> TerminalEnd {
    isGone && signal == Signals.hangUp ? .hangUp : .signal(signal)
  }
}
