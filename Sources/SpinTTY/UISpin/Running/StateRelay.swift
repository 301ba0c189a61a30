internal import SpinCore
internal import Synchronization

/// What the loop of a run tells those who show it, at every state.
///
/// A thread that shows states copies the newest one by itself, at rest. If it finds the reducer at
/// work it must not wait, but says so, and the loop leaves it a copy when that reducer is done:
///
/// ```
/// loop     [ reduce ───────────── ]  note: wanted? leave a copy, notify
/// shower        at rest? no: wanted                        └──▶ takes it
/// ```
final class StateRelay<State: Sendable, Event: Sendable>: Sendable {
  private struct Showing {
    var host: (any UIHost<State, Event>)?
    /// The copy that the loop left.
    var copy: StateBox<UIState<State, Event>>?
    /// What was shown last.
    var seen: StateBox<UIState<State, Event>>?
  }

  private let showing = Guarded(Showing())
  private let isWanted = Atomic(false)
  /// Whether the loop left a copy that nobody has taken.
  private let hasCopy = Atomic(false)
  /// Whether events were reduced since the loop was idle.
  ///
  /// Changed by the loop only.
  private let isMovingNow = Atomic(false)
  /// How often the loop has begun to move.
  private let moves = Atomic(0)
  /// Whether the run looks at each state, and not at the newest of several.
  private let showsEach = Atomic(true)

  var isMoving: Bool { isMovingNow.load(ordering: .acquiring) }

  /// Whether a state that is plain need not be told: the host knows that the loop is at work, wants no
  /// copy, and does not look at each state.
  var isQuiet: Bool {
    isMovingNow.load(ordering: .relaxed) && !isWanted.load(ordering: .relaxed)
      && !showsEach.load(ordering: .relaxed)
  }

  func begin(_ host: any UIHost<State, Event>, showsEach: Bool) {
    self.showsEach.store(showsEach, ordering: .relaxed)
    showing.withLock { $0.host = host }
  }

  func end() {
    // The end of a state is the user's code: not under the lock.
    let released = showing.withLock { showing in
      defer { showing = Showing() }
      return (showing.host, showing.copy, showing.seen)
    }
    withExtendedLifetime(released) {}
  }

  // MARK: The loop

  /// Notes a state; returns who is to be told of it.
  func note(_ whole: UnsafePointer<UIState<State, Event>>) -> (any UIHost<State, Event>)? {
    let leavesCopy =
      isWanted.load(ordering: .relaxed)
      && isWanted.exchange(false, ordering: .acquiringAndReleasing)
    // Copied from memory to memory: a large state never passes over the stack of the loop.
    let copy = leavesCopy ? StateBox(copying: whole) : nil
    let (host, old) = showing.withLock { showing in
      let old = showing.copy
      if let copy { showing.copy = copy }
      return (showing.host, copy == nil ? nil : old)
    }
    withExtendedLifetime(old) {}
    if leavesCopy { hasCopy.store(true, ordering: .releasing) }
    guard let host else { return nil }
    // Stored before it is told, and lowered before the idle loop is: the store is the truth, and the
    // messages may be read together.
    if !isMoving {
      moves.wrappingAdd(1, ordering: .relaxed)
      isMovingNow.store(true, ordering: .releasing)
      host.moving()
    }
    if leavesCopy { host.drained() }
    return host
  }

  /// Notes that the loop is idle.
  func rest() { isMovingNow.store(false, ordering: .releasing) }

  // MARK: Those who show

  /// The rest that the loop is in; nil while it moves.
  ///
  /// A state that was taken at rest is the newest one for as long as this is the same rest.
  var currentRest: Int? {
    let count = moves.load(ordering: .acquiring)
    return isMoving ? nil : count
  }

  /// Has the loop leave a copy of its next state.
  func want() { isWanted.store(true, ordering: .releasing) }

  /// Notes what is shown.
  func see(_ whole: StateBox<UIState<State, Event>>) {
    let old = showing.withLock { showing in
      defer { showing.seen = whole }
      return showing.seen
    }
    withExtendedLifetime(old) {}
  }

  /// The newest state that anybody saw.
  var latest: StateBox<UIState<State, Event>>? { showing.withLock { $0.copy ?? $0.seen } }

  /// Takes the copy, if there is one; without a need for any it is forgotten.
  func take() -> StateBox<UIState<State, Event>>? {
    isWanted.store(false, ordering: .releasing)
    guard hasCopy.exchange(false, ordering: .acquiringAndReleasing) else { return nil }
    return showing.withLock { showing in
      defer { showing.copy = nil }
      return showing.copy
    }
  }
}
