internal import SpinCore
internal import Synchronization

/// The link from the loop of a screen to the running loop that the screen shows.
///
/// ```
/// shown loop    step ─▶ news ───┐               event ─▶ step ─▶ news, and the ticket
///                               ▼                 ▲                │
/// screen's loop      mailbox ─▶ copy the state    │                ▼ resumes
///                    input ───▶ copy, decide ─────┘ suspends itself
/// ```
///
/// The screen's loop has no reducer and no effect: its state is a copy of the newest one. An input is
/// decided by a state that is at least as new as the input, and by the outcome of every earlier input,
/// because the loop takes nothing until the shown loop has reduced the event of the input before.
final class Following<State: Sendable, Event: Sendable>: Sendable {
  let loop: FollowedLoop<State, Event>
  /// Whether there are states that the screen's loop has not copied.
  private let hasNews = Atomic(false)
  /// Whether the last state is on its way.
  private let isOver = Atomic(false)
  /// Ends the observation.
  private let membership = Guarded<Cancellation?>(nil)

  init(_ loop: FollowedLoop<State, Event>) { self.loop = loop }

  // MARK: The shown loop

  /// Begins to follow, for a run whose loop has begun.
  ///
  /// `showsEach` says whether the host of the run receives each transition.
  func begin(for run: UIRun<State, Event>, showsEach: Bool, until condition: RunCondition<State>) {
    let isReached = condition.isReached
    let cancellation = loop.observe { [weak self, weak run] state in
      guard let self, let run, !self.isOver.load(ordering: .relaxed) else { return }
      if showsEach { run.show(state()) }
      if let isReached {
        let state = state()
        if isReached(state) { return self.end(run, with: .holding(state), .reached) }
      }
      if !self.hasNews.exchange(true, ordering: .acquiringAndReleasing) { run.enter(.news) }
    } _: { [weak self, weak run] in
      guard let self, let run, !self.isOver.load(ordering: .relaxed) else { return }
      self.end(run, with: self.loop.copy(), .stopped)
    }
    membership.withLock { $0 = cancellation }
    if run.reason != nil { leave() }
  }

  private func end(
    _ run: UIRun<State, Event>, with last: StateBox<State>, _ reason: UIEndReason
  ) {
    isOver.store(true, ordering: .relaxed)
    run.enter(.last(last, reason))
  }

  // MARK: The screen

  /// Takes a copy of the newest state; `nil` if the screen's loop has it already.
  func takeNews() -> StateBox<State>? {
    hasNews.exchange(false, ordering: .acquiringAndReleasing) ? loop.copy() : nil
  }

  /// Emits the event of an input, and suspends the screen's loop until the event is reduced or dropped.
  ///
  /// The screen's loop calls it, in its step.
  func emit(_ event: Event, of running: RunningSpin<State, Event>) {
    running.suspend()
    let ticket = EventTicket { fate in
      if case .taken = fate { false } else { true }
    } tell: { [weak running] _ in
      running?.resume()
    }
    if !loop.emit(event, ticket, .unknown).isAccepted { running.resume() }
  }

  /// Ends the observation; any thread may call it, more than once.
  func leave() {
    membership.withLock { $0.take() }?.cancel()
  }
}
