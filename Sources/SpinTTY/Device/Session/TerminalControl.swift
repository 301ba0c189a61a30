internal import SpinCore
internal import Synchronization

/// What other threads can ask of a terminal.
///
/// *Isolation*: any thread; nothing waits. The terminal thread is woken with one byte if it sleeps,
/// and with none while it is awake or has been asked already. While a frame is due changes do not
/// wake it: it will look at them when it draws.
///
/// It outlives its session without harm: what is asked afterwards is not done.
package final class TerminalControl: Sendable {
  /// What was asked since the terminal thread looked.
  struct Requests: OptionSet {
    let rawValue: UInt32
    static let change = Self(rawValue: 1)
    static let end = Self(rawValue: 1 << 1)
    static let commands = Self(rawValue: 1 << 2)
    static let beginning = Self(rawValue: 1 << 5)
    static let finish = Self(rawValue: 1 << 6)
    /// The terminal thread will look before it sleeps, so nobody has to wake it.
    static let awake = Self(rawValue: 1 << 3)
    /// Nobody looks any more.
    static let closed = Self(rawValue: 1 << 4)
    /// The terminal thread sleeps until a frame is due.
    static let frameIsDue = Self(rawValue: 1 << 7)

    /// What a frame that is due answers.
    static let drawn: Self = [.change, .beginning]
  }

  /// Something to be done on the terminal thread, in order.
  enum Command {
    case suspend
    case interrupt
    case run(ChildCommand)
    case print([CleanText])
    case redraw
  }

  private let requests = Atomic<UInt32>(Requests.awake.rawValue)
  private let commands = Guarded<[Command]>([])
  private let openInterrupts = Atomic<Int>(0)
  private let waker: Descriptor

  init(waker: Descriptor) { self.waker = waker }

  /// Says that a frame would look different now: it is drawn at the next chance.
  package func changed() { post(.change) }

  /// Says that changes are under way, and that ``changed()`` follows: if it takes longer than a
  /// frame does, what there is then is drawn.
  package func changing() { post(.beginning) }

  /// Asks the run to end; the second time is nothing.
  package func end() { post(.end) }

  /// Says that what was waited for after the end has come.
  package func finish() { post(.finish) }

  /// Asks to suspend the job, as ctrl-Z does where nothing else is bound to it; without a
  /// shell that could wake it nothing happens.
  package func suspend() { post(.suspend) }

  /// Asks to end as SIGINT would, for a ctrl-C that nothing is bound to.
  package func interrupt() { post(.interrupt) }

  /// Asks to give the terminal to another program until that ends.
  package func run(_ command: ChildCommand) { post(.run(command)) }

  /// Asks to print lines above an inline view, or after a full screen.
  package func print(_ text: String) { post(.print(CleanText.screenLines(of: text))) }

  /// Asks for the whole picture to be drawn anew.
  package func redraw() { post(.redraw) }

  /// Says that the program has dealt with a ctrl-C that it received.
  ///
  /// A second one that comes before this ends the process by SIGINT: so a program that hangs can be
  /// left.
  package func interruptReduced() { openInterrupts.store(0, ordering: .releasing) }

  func interruptReceived() { openInterrupts.store(1, ordering: .releasing) }

  var isInterruptOpen: Bool { openInterrupts.load(ordering: .acquiring) != 0 }

  private func post(_ command: Command) {
    commands.withLock { $0.append(command) }
    post(.commands)
  }

  private func post(_ request: Requests) {
    let before = Requests(
      rawValue: requests.bitwiseOr(request.rawValue, ordering: .acquiringAndReleasing).oldValue)
    // Asleep, with nothing asked that it was woken for.
    let isAsleep =
      before.contains(.frameIsDue)
      ? before.isSubset(of: Requests.drawn.union(.frameIsDue)) && !Requests.drawn.contains(request)
      : before.isEmpty
    if isAsleep { waker.wake() }
  }

  /// Takes what was asked; the thread stays awake.
  func take() -> Requests {
    Requests(
      rawValue: requests.exchange(Requests.awake.rawValue, ordering: .acquiringAndReleasing)
    ).subtracting([.awake, .frameIsDue])
  }

  func takeCommands() -> [Command] {
    commands.withLock { commands in
      defer { commands = [] }
      return commands
    }
  }

  /// Says that the thread is about to sleep, unless something was asked.
  ///
  /// - Parameter frameIsDue: Whether it will draw when it wakes up; then changes do not wake it.
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
