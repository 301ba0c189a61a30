/// A difference that a rehearsal does not report, see
/// ``/SpinRecording/RunLog/rehearse(_:ignoring:renaming:)``.
///
/// ```swift
/// let difference = try record.log.rehearse(
///   spin, ignoring: .payloads(of: "search"), .states(\.query))
/// ```
public struct RunTolerance<State: Sendable, Event: Sendable>: Sendable {
  enum Form: Sendable {
    case payloads(of: String?)
    case states
    case part(@Sendable (State, inout State) -> Void)
    case effects(of: String)
  }

  let form: Form

  /// The payloads of events that effects describe: the rehearsal goes on with the events of the log.
  ///
  /// An event of another case is a difference all the same. It is meant for identifiers and dates that an
  /// effect closure makes.
  public static var payloads: RunTolerance { RunTolerance(form: .payloads(of: nil)) }

  /// The payloads of events that the effects of a feedback describe, see ``payloads``.
  ///
  /// - Parameter feedback: The name, as `FeedbackOrigin` describes it; `jobs[]` and `jobs` mean all elements.
  /// - Returns: The tolerance.
  public static func payloads(of feedback: String) -> RunTolerance {
    RunTolerance(form: .payloads(of: FeedbackName(feedback).base))
  }

  /// All states.
  public static var states: RunTolerance { RunTolerance(form: .states) }

  /// A part of the states.
  ///
  /// If the part differs because the reducer reads a clock, a random number or an identifier, the reducer is
  /// at fault: an event or an effect should bring these.
  ///
  /// - Parameter part: The part.
  /// - Returns: The tolerance.
  public static func states<Part>(
    _ part: any WritableKeyPath<State, Part> & Sendable
  ) -> RunTolerance {
    RunTolerance(form: .part { old, new in new[keyPath: part] = old[keyPath: part] })
  }

  /// The effects that a feedback describes, such as those of a feedback that was added or removed.
  ///
  /// An event of such an effect that only the log has, or only the spin describes, is left out.
  ///
  /// - Parameter feedback: The name, as `FeedbackOrigin` describes it; `jobs[]` and `jobs` mean all elements.
  /// - Returns: The tolerance.
  public static func effects(of feedback: String) -> RunTolerance {
    RunTolerance(form: .effects(of: FeedbackName(feedback).base))
  }
}

/// The differences that a rehearsal does not report.
struct RunTolerances<State: Sendable, Event: Sendable> {
  private var parts: [@Sendable (State, inout State) -> Void] = []
  private var payloads: Set<String> = []
  private var effects: Set<String> = []
  private var ignoresPayloads = false
  private(set) var ignoresStates = false

  init(_ all: [RunTolerance<State, Event>]) {
    for tolerance in all {
      switch tolerance.form {
      case .payloads(nil): ignoresPayloads = true
      case .payloads(let feedback?): payloads.insert(feedback)
      case .states: ignoresStates = true
      case .part(let part): parts.append(part)
      case .effects(let feedback): effects.insert(feedback)
      }
    }
  }

  func ignoresPayloads(of feedback: String?) -> Bool {
    ignoresPayloads
      || !payloads.isEmpty && feedback.map { payloads.contains(FeedbackName($0).base) } == true
  }

  func ignoresEffects(of feedback: String?) -> Bool {
    !effects.isEmpty && feedback.map { effects.contains(FeedbackName($0).base) } == true
  }

  /// Returns a state of a rehearsal with the ignored parts of the recorded one.
  func adjusted(_ state: State, to old: State) -> State {
    var state = state
    for part in parts { part(old, &state) }
    return state
  }
}
