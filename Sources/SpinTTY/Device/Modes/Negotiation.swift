/// Asks the terminal about its capabilities and filters the answers out of the input: a pure
/// machine.
///
/// Every terminal answers the last question, and sends no other answer after that one. The session
/// does not wait: it draws frames meanwhile and uses each answer when it arrives.
package struct Negotiation: Equatable, Sendable {
  /// The questions: three modes, the keyboard protocol, the background colour if requested, and the
  /// terminal's attributes.
  package static func queries(asksForBackground: Bool) -> [UInt8] {
    let modes = "\u{1B}[?2026$p\u{1B}[?2027$p\u{1B}[?2048$p\u{1B}[?u"
    return Array(modes.utf8) + (asksForBackground ? Array("\u{1B}]11;?\u{1B}\\".utf8) : []) + fence
  }
  /// The question that every terminal answers.
  package static let fence = Array("\u{1B}[c".utf8)

  /// The consequence of an answer.
  package enum Finding: Equatable, Sendable {
    /// The terminal can hold frames back until they are complete.
    case synchronizedOutput
    /// Text can be measured by cluster, or already is.
    case clusters(isSettable: Bool)
    /// The terminal supports the kitty keyboard protocol.
    case keyboard
    /// The background is light or dark.
    case background(isLight: Bool)
  }

  /// The times of the unanswered questions, the oldest first.
  private var questions: [Duration] = []
  /// The time that the newest answer to the last question took.
  package private(set) var roundTrip: Duration?

  package init() {}

  /// The number of answers to the last question that are still to come.
  package var outstanding: Int { questions.count }

  /// Notes that all questions, or the last one alone, were sent.
  package mutating func asked(at now: Duration) { questions.append(now) }

  /// Returns whether an answer may arrive at any moment: within five seconds from the question, even
  /// over a remote link.
  package func expectsAnswers(at now: Duration) -> Bool {
    questions.last.map { now - $0 < Negotiation.remote } ?? false
  }

  /// Returns how long to wait at the end for the answers that are still to come.
  ///
  /// | known about the link      | patience                                                       |
  /// |---------------------------|----------------------------------------------------------------|
  /// | the time an answer takes  | twice that time and a tenth of a second                        |
  /// | nothing yet               | two seconds from the question, five if the link is remote      |
  ///
  /// The minimum is a fifth of a second, or one second over a remote link without an answer yet. The
  /// maximum is the whole ``ExitBudget``, whatever was measured.
  package func patience(at now: Duration, isRemote: Bool) -> Duration {
    let sinceQuestion = now - (questions.last ?? now)
    let patience =
      if let roundTrip {
        max(.milliseconds(200), roundTrip * 2 + .milliseconds(100))
      } else if isRemote {
        max(.seconds(1), Negotiation.remote - sinceQuestion)
      } else {
        max(.milliseconds(200), .seconds(2) - sinceQuestion)
      }
    return min(ExitBudget.whole, patience)
  }

  private static let remote = Duration.seconds(5)

  /// Discards the unanswered questions.
  package mutating func giveUp() { questions = [] }

  /// Returns whether an event answers one of the questions, so that the program must not receive
  /// it, and the finding.
  ///
  /// Without an unanswered question there is no finding.
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
  /// Whether the colour is closer to white than to black, by its luma (ITU-R BT.601).
  fileprivate var isLight: Bool {
    299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 127_500
  }
}
