/// The step that has led to an event, see ``Monitor``.
public struct Cause: Hashable, Sendable, CustomStringConvertible {
  /// The loop that made the step: that of the event, or another one that sent or was followed.
  public let loop: LoopID

  /// The number of the transition in whose step the effect was described or the event emitted.
  public let transition: Int

  /// The execution that has delivered the event; `nil` for an immediate event, and if the step itself
  /// has emitted it.
  public let execution: UInt64?

  /// Creates a cause.
  public init(loop: LoopID, transition: Int, execution: UInt64? = nil) {
    self.loop = loop
    self.transition = transition
    self.execution = execution
  }

  /// The loop, the transition and the execution, such as `Search 12 #3`.
  public var description: String {
    "\(loop) \(transition)\(execution.map { " #\($0)" } ?? "")"
  }
}

/// Why a thread emits.
enum ThreadCause {
  /// For no reason that is known.
  case none
  /// The newest step of a loop, which the thread makes.
  case newest(NewestStep)
  case kept(KeptCause)

  /// The cause of an event that the thread emits now.
  var kept: KeptCause? {
    switch self {
    case .none: nil
    case .newest(let step): step.kept
    case .kept(let cause): cause
    }
  }
}

/// The newest step of a loop, as a cause.
///
/// *Isolation*: belongs to the owner of the drain.
final class NewestStep {
  private let loop: LoopID
  /// The number of its transition.
  private(set) var number = -1
  /// The cause, made for the first that needs it.
  ///
  /// NB: most steps emit nothing, and need none.
  @safe @exclusivity(unchecked) private var made: KeptCause?

  init(of loop: LoopID) {
    self.loop = loop
  }

  func advance(to number: Int) {
    self.number = number
    if made != nil { made = nil }
  }

  var kept: KeptCause { made.made(KeptCause(Cause(loop: loop, transition: number))) }
}

/// A ``Cause`` on its way to a mailbox, and the effect that delivers the event, if one does.
///
/// NB: on the heap, so that it costs threads, messages and parts of effects a word.
final class KeptCause: Sendable {
  let cause: Cause
  let effect: EffectFact?

  init(_ cause: Cause, deliveredBy effect: EffectFact? = nil) {
    self.cause = cause
    self.effect = effect
  }
}
