/// The time of a step, which is read from the scheduler once, at the first question.
///
/// So throttled feedbacks agree about the time of a step, and a run can be told again with the same times.
struct StepTime {
  /// The number of the transition of the step, and its time.
  private var newest: (step: Int, time: Duration)?

  init() {}

  /// Returns the time of the step of a transition.
  mutating func now(in step: Int, _ scheduler: any SpinScheduler) -> Duration {
    if let newest, newest.step == step { return newest.time }
    let now = scheduler.now
    newest = (step, now)
    return now
  }

  /// Begins a step that makes no transition.
  mutating func forget() { newest = nil }
}
