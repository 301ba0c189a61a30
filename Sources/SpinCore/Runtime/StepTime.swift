/// The time of a step, which is read from the scheduler once, at the first question, so that throttled
/// feedbacks agree about it.
///
/// NB: a step of a new transition is known by its number, so that usual events pay nothing. The steps of
/// other entries have to be begun by ``forget()``.
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

  /// Begins the step of an entry that makes no transition.
  mutating func forget() { newest = nil }
}
