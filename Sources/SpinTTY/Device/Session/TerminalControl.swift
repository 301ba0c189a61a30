internal import SpinCore
internal import SpinSystem
internal import Synchronization

/// The requests of other threads to a terminal session, as one word that says whether to wake its thread.
///
/// The run of a program reaches its terminal only by this control, which is its `UIHost`.
///
/// *Isolation*: any thread; no function waits. A request wakes a sleeping terminal thread with one
/// byte, and writes none if the thread is awake or already has a request. While a frame is due,
/// changes do not wake the thread, because it reads them when it draws.
///
/// A control may outlive its session; later requests have no effect.
package final class TerminalControl: Sendable {
  /// The requests since the terminal thread last read them.
  struct Requests: OptionSet {
    let rawValue: UInt32
    static let changed = Self(rawValue: 1)
    static let end = Self(rawValue: 1 << 1)
    static let commands = Self(rawValue: 1 << 2)
    /// The terminal thread is awake, so no request has to wake it.
    static let awake = Self(rawValue: 1 << 3)
    /// The session is closed.
    static let closed = Self(rawValue: 1 << 4)
    static let moving = Self(rawValue: 1 << 5)
    static let finish = Self(rawValue: 1 << 6)
    /// The terminal thread sleeps until a frame is due.
    static let frameIsDue = Self(rawValue: 1 << 7)
    /// There are lines to be printed.
    static let lines = Self(rawValue: 1 << 8)

    /// The requests that a frame fulfils.
    static let drawn: Self = [.changed, .moving, .lines]
  }

  /// A command for the terminal thread; commands stay in order.
  enum Command {
    case suspend
    case interrupt
    case run(ChildCommand)
    case redraw
  }

  private let requests = Atomic<UInt32>(Requests.awake.rawValue)
  private let commands = Guarded<[Command]>([])
  private let printed = Guarded(PrintQueue())
  /// Receives printed lines instead of the view, if set; returns whether it still does.
  private let keep: (@Sendable ([CleanText]) -> Bool)?
  private let hasOpenInterrupt = Atomic(false)
  private let waker: Descriptor

  init(waker: Descriptor, keep: (@Sendable ([CleanText]) -> Bool)? = nil) {
    self.waker = waker
    self.keep = keep
  }

  /// Reports that a frame would look different now.
  ///
  /// The terminal draws it as soon as the frame rate allows.
  package func changed() { post(.changed) }

  /// Reports that the client begins to move, and that ``changed()`` follows when it rests.
  ///
  /// If it moves for longer than a frame, the terminal draws the state at that time.
  package func moving() { post(.moving) }

  /// Requests the end of the run.
  ///
  /// Calling it again has no effect.
  package func end() { post(.end) }

  /// Ends the time-limited run that waits for the program's effects.
  package func finish() { post(.finish) }

  /// Suspends the job, as ctrl-Z does if no key is bound to it.
  ///
  /// Has no effect without a shell that can resume the job.
  package func suspend() { post(.suspend) }

  /// Ends the program as SIGINT would, for a ctrl-C that no key is bound to.
  package func interrupt() { post(.interrupt) }

  /// Gives the terminal to another program until that program ends.
  package func run(_ command: ChildCommand) { post(.run(command)) }

  /// Prints lines above an inline view with its next frame, or after a full-screen view has ended.
  package func print(_ text: String) {
    let lines = CleanText.screenLines(of: text)
    if keep?(lines) == true { return }
    printed.withLock { $0.add(lines) }
    post(.lines)
  }

  /// Draws the whole screen again.
  package func redraw() { post(.redraw) }

  /// Reports that the program has handled a ctrl-C.
  ///
  /// A second ctrl-C before this report ends the process by SIGINT, so that a user can leave a
  /// program that hangs.
  package func interruptReduced() { hasOpenInterrupt.store(false, ordering: .releasing) }

  func interruptReceived() { hasOpenInterrupt.store(true, ordering: .releasing) }

  var isInterruptOpen: Bool { hasOpenInterrupt.load(ordering: .acquiring) }

  private func post(_ command: Command) {
    commands.withLock { commands in
      // One drawing serves for all that ask before it, so that asking without pause adds nothing.
      if case .redraw = command, case .redraw? = commands.last { return }
      commands.append(command)
    }
    post(.commands)
  }

  private func post(_ request: Requests) {
    let before = Requests(
      rawValue: requests.bitwiseOr(request.rawValue, ordering: .acquiringAndReleasing).oldValue)
    // The thread sleeps, and no earlier request has woken it.
    let isAsleep =
      before.contains(.frameIsDue)
      ? before.isSubset(of: Requests.drawn.union(.frameIsDue)) && !Requests.drawn.contains(request)
      : before.isEmpty
    if isAsleep { waker.wake() }
  }

  /// Removes and returns the requests; the thread stays awake.
  func take() -> Requests {
    Requests(
      rawValue: requests.exchange(Requests.awake.rawValue, ordering: .acquiringAndReleasing)
    ).subtracting([.awake, .frameIsDue])
  }

  /// Whether lines wait to be printed.
  var hasLines: Bool { printed.withLock { !$0.isEmpty } }

  /// Removes and returns the next waiting lines, at most `limit` bytes of them.
  func takeLines(atMost limit: Int = .max) -> [CleanText] {
    printed.withLock { $0.isEmpty ? [] : $0.take(atMost: limit) }
  }

  func takeCommands() -> [Command] {
    commands.withLock { commands in
      defer { commands = [] }
      return commands
    }
  }

  /// Notes that the thread is about to sleep, unless there is a request.
  ///
  /// - Parameter frameIsDue: Whether the thread will draw when it wakes; then changes do not wake
  ///   it.
  /// - Returns: Whether the thread may sleep.
  func fallAsleep(frameIsDue: Bool = false) -> Bool {
    let asleep: Requests = frameIsDue ? .frameIsDue : []
    return requests.compareExchange(
      expected: Requests.awake.rawValue, desired: asleep.rawValue, ordering: .acquiringAndReleasing
    ).exchanged
  }

  func wakeUp() {
    requests.bitwiseOr(Requests.awake.rawValue, ordering: .acquiringAndReleasing)
  }

  func close() {
    requests.bitwiseOr(Requests.closed.rawValue, ordering: .acquiringAndReleasing)
  }
}
