/// Holds what leaves a loop until the step that it comes from is durable.
///
/// The loop runs ahead in memory: it reduces events, asks feedbacks, starts effects and tells observers. The code
/// of the effects, and the answers that a step gives, wait here until somebody has kept the events up to that step:
///
/// ```
/// loop                               log
/// step 7: reduce, publish            append 7
///   its code and answers wait here
/// step 8 …                           append 8
///                                    7 is on the disk → `Loop.open(upTo: 7)`
/// begins the code of step 7,
/// tells its answers
/// ```
///
/// Output leaves in the order in which it came. The code of an effect that is cancelled while it waits never
/// begins.
///
/// *Isolation*: belongs to the owner of the drain.
// Guard: the owner of the drain, for all variables.
package final class OutputGate: Sendable {
  /// What opens a gate.
  package enum Opening: Sendable {
    /// ``Loop/open(upTo:)`` does.
    case manual
    /// It is always open.
    case always
    /// The loop does, when it is about to rest or too many steps wait.
    case late
  }

  /// Work that waits.
  struct Held: Sendable {
    /// The number of the newest transition when it came.
    let number: Int
    let part: ExecutionPart
    /// Whether the part belongs to a branch of its execution.
    let isBranch: Bool
  }

  package let opening: Opening
  /// How many steps may wait.
  let bound: Int
  /// The number of the newest transition that is durable; -1 if none is.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private(set) var durable: Int
  @safe @exclusivity(unchecked) nonisolated(unsafe) private var held = RingBuffer<Held>()
  /// Why nothing will be durable any more.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private(set) var failure: (any Error)?
  /// Whether the loop is suspended because too many steps wait.
  @safe @exclusivity(unchecked) nonisolated(unsafe) var isFull = false

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - opening: What opens it.
  ///   - durable: The number of the newest transition that is durable; -1 if none is.
  ///   - bound: How many steps may wait before the loop takes no further entry: 1 or more. A gate that is
  ///     opened late opens instead.
  package init(_ opening: Opening, durable: Int = -1, bound: Int = .max) {
    self.opening = opening
    self.bound = max(1, bound)
    self.durable = opening == .always ? .max : durable
  }

  /// Whether output of the step of a transition must wait.
  func holds(_ number: Int) -> Bool { number > durable }

  /// Whether the step of a transition is durable, or nobody needs to wait for that any more.
  func isDone(_ number: Int) -> Bool { number <= durable || failure != nil }

  /// Keeps a part until the step of a transition is durable; gives it up if nothing will be durable any more.
  func hold(_ part: ExecutionPart, isBranch: Bool, until number: Int) {
    if failure == nil { held.append(Held(number: number, part: part, isBranch: isBranch)) }
  }

  /// Notes that the steps up to that of a transition are durable; returns whether that is new.
  func open(upTo number: Int) -> Bool {
    guard number > durable, failure == nil else { return false }
    durable = number
    return true
  }

  /// Notes that nothing will be durable any more, and gives up the work that waits.
  func fail(_ error: any Error) {
    guard failure == nil else { return }
    failure = error
    held = RingBuffer()
  }

  #if DEBUG
    /// How gates open in the suites, where debug builds give a gate to each run without one.
    ///
    /// With `SPIN_GATE=open` in the environment, these gates are always open. With `SPIN_GATE=late`, they
    /// open late.
    private static let openingOfOthers: Opening? =
      switch SystemCall.environment(["SPIN_GATE"])["SPIN_GATE"] {
      case "open": .always
      case "late": .late
      default: nil
      }
  #endif

  /// Returns a gate for a run without one; `nil` except in suites that ask for gates.
  static var ofOthers: OutputGate? {
    #if DEBUG
      openingOfOthers.map { OutputGate($0, bound: 100) }
    #else
      nil
    #endif
  }

  /// Takes the next part that may begin.
  func next() -> Held? {
    guard let number = held.first?.number, number <= durable else { return nil }
    return held.popFirst()
  }
}
