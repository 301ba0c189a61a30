/// Asks the terminal what it can do, and keeps the answers from the user: a pure machine.
///
/// Every terminal answers the last question, and no other answer comes after that one. The session
/// does not wait: it draws frames meanwhile, and uses an answer however late it comes.
package struct Negotiation: Hashable, Sendable {
  /// The questions: three modes, the keyboard protocol, the background colour if that is wanted,
  /// and which terminal it is.
  package static func queries(asksForBackground: Bool) -> [UInt8] {
    let modes = "\u{1B}[?2026$p\u{1B}[?2027$p\u{1B}[?2048$p\u{1B}[?u"
    return Array(modes.utf8) + (asksForBackground ? Array("\u{1B}]11;?\u{1B}\\".utf8) : []) + fence
  }
  /// The question that every terminal answers.
  package static let fence = Array("\u{1B}[c".utf8)

  /// The consequence of an answer.
  package enum Finding: Hashable, Sendable {
    /// Frames may be held back until they are complete.
    case synchronizedOutput
    /// Text can be, or already is, measured by cluster.
    case clusters(isSettable: Bool)
    /// Keys can be told apart.
    case keyboard
    /// The background is light, or dark.
    case background(isLight: Bool)
  }

  /// The times of the questions without an answer yet, the oldest first.
  private var questions: [Duration] = []
  /// How long the newest answer to the last question has taken.
  package private(set) var roundTrip: Duration?

  package init() {}

  /// How many answers to the last question are still to come.
  package var outstanding: Int { questions.count }

  /// Notes that the questions, or the last one, were sent.
  package mutating func asked(at now: Duration) { questions.append(now) }

  /// How long to wait at the end for the answers that are still to come.
  ///
  /// | what the link has shown  | patience                                                       |
  /// |--------------------------|----------------------------------------------------------------|
  /// | how long an answer takes | twice as long and a tenth of a second, at most ten seconds     |
  /// | nothing yet              | two seconds from the question, or five if the link is a remote one |
  ///
  /// A fifth of a second is the least, and over a remote link that has shown nothing a second.
  package func patience(at now: Duration, isRemote: Bool) -> Duration {
    if let roundTrip {
      return min(Negotiation.longest, max(.milliseconds(200), roundTrip * 2 + .milliseconds(100)))
    }
    let sinceQuestion = now - (questions.last ?? now)
    return isRemote
      ? max(.seconds(1), .seconds(5) - sinceQuestion)
      : max(.milliseconds(200), .seconds(2) - sinceQuestion)
  }

  private static let longest = Duration.seconds(10)

  /// Forgets the questions without an answer.
  package mutating func giveUp() { questions = [] }

  /// Returns whether an event answers one of these questions, so that the program must not see it,
  /// and its finding.
  ///
  /// Without an open question there is no finding.
  package mutating func take(
    _ event: InputEvent, at now: Duration
  ) -> (isOurs: Bool, finding: Finding?) {
    guard case .report(let report) = event else { return (false, nil) }
    let isOpen = outstanding > 0
    if isOpen, case .primaryAttributes = report.answer { roundTrip = now - questions.removeFirst() }
    let (isOurs, finding) = reading(report.answer)
    return (isOurs, isOpen ? finding : nil)
  }

  private func reading(_ answer: TerminalAnswer) -> (isOurs: Bool, finding: Finding?) {
    switch answer {
    case .primaryAttributes: return (true, nil)
    case .keyboardFlags: return (true, .keyboard)
    case .mode(2026, .set), .mode(2026, .reset): return (true, .synchronizedOutput)
    case .mode(2027, let state):
      return (true, state == .unknown ? nil : clusters(state))
    case .mode(2026, _), .mode(2048, _): return (true, nil)
    case .color(.background, let color): return (true, .background(isLight: color.isLight))
    default: return (false, nil)
    }
  }

  private func clusters(_ state: TerminalAnswer.ModeState) -> Finding? {
    switch state {
    case .reset: .clusters(isSettable: true)
    case .set, .permanentlySet: .clusters(isSettable: false)
    default: nil
    }
  }
}

extension TerminalAnswer.RGB {
  /// Whether it is nearer to white than to black, by its luma (ITU-R BT.601).
  fileprivate var isLight: Bool {
    299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 127_500
  }
}
