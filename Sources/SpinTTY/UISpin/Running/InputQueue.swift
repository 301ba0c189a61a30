/// The inputs on their way into the mailbox: a pure machine.
///
/// ```
///   add ─▶ urgent ─┐
///   add ─▶ held ───┴─▶ next ─▶ mailbox, at most 1,024 ─▶ taken
///   pass, if none is held ─────┘
/// ```
///
/// A terminal can send text faster than any reducer takes it: without bracketed paste, a paste is
/// one input for each character. Inputs beyond those that the mailbox has room for are held here,
/// so that ctrl-C and signals can overtake them.
///
/// Keys from a pipe do not overtake each other, and a pipe can wait: without a screen, nothing is
/// held, and the run reads no more while the mailbox has no room.
struct InputQueue {
  /// Consecutive keys on the same frame, or any other input.
  private struct Run {
    /// The first input.
    let first: UserInput
    /// All of the keys; none if the first input is no key.
    var events: [InputEvent]
    /// The number of keys that have left.
    var taken = 0

    /// Whether a key may join the keys of the run.
    func mayContain(_ input: UserInput) -> Bool {
      !events.isEmpty && first.frame.number == input.frame.number
    }
  }

  /// The most inputs in the mailbox.
  static let most = 1_024
  /// The number of inputs in the mailbox at which more follow.
  static let least = 512

  /// Whether inputs that the mailbox has no room for are held; set before the first input.
  var holds: Bool
  /// Whether the reader waits for inputs to leave the mailbox.
  private var isReaderWaiting = false
  private var urgent: [UserInput] = []
  private var held: [Run] = []
  /// The number of runs that have left `held`.
  private var leftRuns = 0
  /// The number of inputs in the mailbox, or on their way between ``next()`` and the mailbox.
  private(set) var delivered = 0
  /// Whether a thread moves inputs into the mailbox.
  private var hasMover = false

  init(holds: Bool = true) { self.holds = holds }

  /// Lets an input pass, if none is held and no thread moves inputs.
  ///
  /// - Returns: Whether the caller has to put the input into the mailbox, and then to move inputs
  ///   until ``next()`` returns `nil`.
  mutating func pass() -> Bool {
    if !holds {
      delivered += 1
      return true
    }
    guard !hasMover, delivered < InputQueue.most, urgent.isEmpty, leftRuns == held.count else {
      return false
    }
    hasMover = true
    delivered += 1
    return true
  }

  /// Adds an input.
  ///
  /// - Returns: Whether the caller has to move inputs until ``next()`` returns `nil`.
  mutating func add(_ input: UserInput) -> Bool {
    if input.isUrgent {
      urgent.append(input)
    } else if let event = input.event, event.isKeyboard {
      // NB: no copy of the last run is held meanwhile, because its keys would be copied for each.
      if let last = held.indices.last, held[last].mayContain(input) {
        held[last].events.append(event)
      } else {
        held.append(Run(first: input, events: [event]))
      }
    } else {
      held.append(Run(first: input, events: []))
    }
    return mayMove(below: InputQueue.most)
  }

  /// Notes that an input has left the mailbox.
  ///
  /// - Returns: Whether the caller has to move inputs until ``next()`` returns `nil`.
  mutating func taken() -> Bool {
    delivered -= 1
    return mayMove(below: InputQueue.least + 1)
  }

  /// Whether there is room for more inputs; if not, ``wakesReader()`` reports when there is.
  mutating func hasRoom() -> Bool {
    isReaderWaiting = delivered >= InputQueue.most
    return !isReaderWaiting
  }

  /// Returns once whether the reader no longer has to wait.
  mutating func wakesReader() -> Bool {
    guard isReaderWaiting, delivered <= InputQueue.least else { return false }
    isReaderWaiting = false
    return true
  }

  /// Returns the next input for the mailbox; `nil` if there is none or no room.
  mutating func next() -> UserInput? {
    guard delivered < InputQueue.most, let input = removeFirst() else {
      hasMover = false
      return nil
    }
    delivered += 1
    return input
  }

  private mutating func mayMove(below limit: Int) -> Bool {
    guard !hasMover, delivered < limit, !urgent.isEmpty || leftRuns < held.count else {
      return false
    }
    hasMover = true
    return true
  }

  private mutating func removeFirst() -> UserInput? {
    if !urgent.isEmpty { return urgent.removeFirst() }
    guard leftRuns < held.count else { return nil }
    let run = held[leftRuns]
    var input = run.first
    if !run.events.isEmpty {
      input = UserInput(.event(run.events[run.taken]), on: run.first.frame)
      held[leftRuns].taken += 1
    }
    if held[leftRuns].taken == run.events.count { leave() }
    return input
  }

  /// Removes the first run.
  private mutating func leave() {
    leftRuns += 1
    guard leftRuns == held.count || leftRuns > 64 && leftRuns * 2 > held.count else { return }
    held.removeFirst(leftRuns)
    leftRuns = 0
  }
}

extension UserInput {
  /// Whether the input asks for the end of the program: ctrl-C or a signal.
  fileprivate var isUrgent: Bool { signal != nil || isInterrupt }
}
