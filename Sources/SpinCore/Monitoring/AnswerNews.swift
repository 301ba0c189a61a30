/// Which answers of feedbacks that start nothing have lines in a log, see
/// ``Monitor/log(excluding:answers:limit:showingStates:to:ignoring:)``.
///
/// A feedback starts nothing if it keeps what it has, wants nothing, waits, is skipped, or has returned no
/// effect.
public enum LoggedAnswers: Sendable {
  /// All, at each step.
  case all
  /// Those whose reason or value differs from the one before.
  case changed
  /// None.
  case none
}

/// Why feedbacks and their elements start nothing, as they have said last.
struct AnswerNews {
  /// Why nothing starts.
  private struct Reason: Equatable {
    /// The answer; `nil` if the effect closure was called and has returned no effect.
    let answer: FeedbackAnswer?
    /// The value for which nothing starts.
    let value: String?
  }

  /// A feedback, or an element of it, without the id.
  ///
  /// NB: the hash of the id, not the id. If a part leaves, nothing tells that the elements inside it are
  /// gone, and their ids must not be kept.
  private struct Subject: Hashable {
    let feedback: Int
    let hash: Int

    init(_ feedback: FeedbackOrigin) {
      (self.feedback, hash) = (feedback.index, feedback.element?.hashValue ?? 0)
    }
  }

  /// The number of reasons after which all may be said again.
  private static var limit: Int { 10_000 }

  let told: LoggedAnswers
  private var reasons: [Subject: Reason] = [:]

  init(_ told: LoggedAnswers) {
    self.told = told
  }

  /// Notes why nothing starts, and returns whether that is said.
  mutating func mustSay(
    _ answer: FeedbackAnswer?, for value: String? = nil, of feedback: FeedbackOrigin
  ) -> Bool {
    guard told == .changed else { return told == .all }
    if reasons.count == Self.limit { reasons = [:] }
    let reason = Reason(answer: answer, value: value)
    return reasons.updateValue(reason, forKey: Subject(feedback)) != reason
  }

  /// Notes that something starts or waits, after which each reason is new; or that an element is gone.
  mutating func forget(_ feedback: FeedbackOrigin) {
    reasons[Subject(feedback)] = nil
  }

  /// Notes that all elements of a feedback are gone.
  mutating func forgetAll(of feedback: Int) {
    reasons = reasons.filter { $0.key.feedback != feedback }
  }
}
