/// Decides when a run of a session ends, and why: pure.
///
/// ```
///   a signal ──▶ tell ── 2 s ──▶ signal     a request, a deadline, a broken pipe ──▶ at once
///   terminal gone ──▶ tell(SIGHUP) ── 2 s ──▶ hangUp
/// ```
///
/// The first end counts, unless the terminal takes no more bytes or was restored by somebody else.
struct Ending {
  enum Order: Equatable {
    /// Tell the client that a signal asks for the end.
    case tell(signal: Int32)
    /// Wait for the end of the process, if it is under way on another thread.
    case awaitProcessEnd
  }

  /// Why the run under way ends; nil while it goes on.
  private(set) var end: TerminalEnd?
  /// Whether the terminal is there no more.
  private(set) var isGone = false
  /// Whether the session is over, and not only a run of it.
  private(set) var isClosed = false
  /// The request that ends the run under way.
  private(set) var awaited = TerminalControl.Requests.end
  /// When the run under way is over, if its time is limited.
  private(set) var deadline: Duration?
  /// The signal that ends it all, and by when; no time is left once a run ended for it.
  private var signal: Int32?
  private var signalDue: Duration?
  /// Lines to be printed when the full screen is left.
  var exitLines: [CleanText] = []

  /// How long a program that was told to end may take.
  static let grace = Duration.seconds(2)

  /// When ``passed(at:isArmed:)`` has something to say, if nothing happens before.
  var due: Duration? { [deadline, signalDue].compactMap { $0 }.min() }

  // MARK: Facts

  /// A run begins.
  mutating func began(until deadline: Duration?) {
    precondition(!isClosed, "The terminal was given back: open another session.")
    self.deadline = deadline
    awaited = deadline == nil ? .end : .finish
    end = nil
  }

  /// A run ends; says why, or nil if it does not.
  mutating func take() -> TerminalEnd? {
    if end != nil { signalDue = nil }
    return end
  }

  /// Something was asked.
  mutating func asked(_ requests: TerminalControl.Requests) {
    guard requests.contains(awaited), end == nil else { return }
    end = signal.map { end(by: $0) } ?? .asked
  }

  /// A signal asks for the end; of several the first counts.
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

  /// Somebody else restored the terminal.
  mutating func restored() -> [Order] {
    end = .restored
    return [.awaitProcessEnd]
  }

  /// Time has passed.
  ///
  /// - Parameter isArmed: Whether nobody else restored the terminal.
  mutating func passed(at now: Duration, isArmed: Bool) -> [Order] {
    var orders = isGone ? signaled(Signals.hangUp, at: now) : []
    if end == nil, let signal, let due = signalDue, due <= now { end = end(by: signal) }
    if end == nil, let deadline, deadline <= now { end = .timeout }
    if end == nil, !isArmed { orders += restored() }
    return orders
  }

  /// The session ends; says whether it had not before.
  mutating func closed() -> Bool {
    defer { isClosed = true }
    return !isClosed
  }

  /// Whether a program that has the terminal is to end, because ours is.
  func isAsked(_ requests: TerminalControl.Requests, at now: Duration) -> Bool {
    signal != nil || requests.contains(awaited) || deadline.map { $0 <= now } == true
  }

  /// What a signal that was waited for comes to: one that we made ourselves is a terminal gone.
  private func end(by signal: Int32) -> TerminalEnd {
    isGone && signal == Signals.hangUp ? .hangUp : .signal(signal)
  }
}
