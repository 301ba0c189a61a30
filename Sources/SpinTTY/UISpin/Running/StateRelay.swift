internal import SpinCore
internal import Synchronization

/// What the loop of a run tells the thread that draws its states: whether it moves, and the copy of the state
/// that this thread wants while the reducer is at work.
///
/// A drawing thread copies the newest state itself while no reducer runs, and releases the copy
/// after the frame, so that the next event finds the state without another owner and changes it in
/// place. If the reducer is running, the thread must not wait: it requests a copy, which the loop
/// leaves when the reducer is done:
///
/// ```
/// loop     [ reduce ───────────── ]  note: wanted? leave a copy, notify
/// screen        reducing? yes: wanted                      └──▶ takes it
/// ```
final class StateRelay<State: Sendable>: Sendable {
  /// The copy that the loop left.
  private let copy = Guarded<ShownState<State>?>(nil)
  private let isWanted = Atomic(false)
  /// Whether the loop left a copy that was not taken yet.
  private let hasCopy = Atomic(false)
  /// Whether the loop has made a step since it rested.
  ///
  /// Only the loop changes it.
  private let moving = Atomic(false)
  /// Whether the run looks at each state.
  private let showsEach = Atomic(true)

  var isMoving: Bool { moving.load(ordering: .acquiring) }

  /// Whether a plain state need not be reported: the host knows that the loop is moving, nobody wants a
  /// copy, and the run does not look at each state.
  var isQuiet: Bool {
    moving.load(ordering: .relaxed) && !isWanted.load(ordering: .relaxed)
      && !showsEach.load(ordering: .relaxed)
  }

  func begin(showsEach: Bool) { self.showsEach.store(showsEach, ordering: .relaxed) }

  func end() { copy.set(nil) }

  // MARK: The loop

  /// Notes a state, and tells the host if the loop begins to move, or leaves a copy.
  func note(_ state: Address<State>, _ extras: HostExtras, for host: any UIHost) {
    let leavesCopy =
      isWanted.load(ordering: .relaxed)
      && isWanted.exchange(false, ordering: .acquiringAndReleasing)
    if leavesCopy {
      copy.set(ShownState(copying: state, extras))
      hasCopy.store(true, ordering: .releasing)
    }
    // The flag is raised before the host is told, and lowered before the host is told that the loop
    // rests. The flag is authoritative, because the host may read several messages together.
    if !isMoving {
      moving.store(true, ordering: .releasing)
      host.moving()
    }
    if leavesCopy { host.changed() }
  }

  /// Notes that the loop rests.
  func rest() { moving.store(false, ordering: .releasing) }

  // MARK: The screen

  /// Requests a copy of the loop's next state.
  func want() { isWanted.store(true, ordering: .releasing) }

  /// The copy that the loop left, if nobody has taken it.
  var latest: ShownState<State>? { copy.withLock { $0 } }

  /// Takes the copy, if there is one, and withdraws a request for one.
  func take() -> ShownState<State>? {
    isWanted.store(false, ordering: .releasing)
    guard hasCopy.exchange(false, ordering: .acquiringAndReleasing) else { return nil }
    return copy.withLock { $0.take() }
  }
}
