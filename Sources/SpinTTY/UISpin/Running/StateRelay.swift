internal import SpinCore
internal import Synchronization

/// The connection from the loop of a run to the host that shows its states: whether the loop moves, and the
/// copy of the state that a terminal wants while the reducer is at work.
///
/// A drawing thread copies the newest state itself while no reducer runs, and releases the copy
/// after the frame, so that the next event finds the state without another owner and changes it in
/// place. If the reducer is running, the thread must not wait: it requests a copy, which the loop
/// leaves when the reducer is done:
///
/// ```
/// loop     [ reduce ───────────── ]  note: wanted? leave a copy, notify
/// host          reducing? yes: wanted                      └──▶ takes it
/// ```
final class StateRelay<State: Sendable, Event: Sendable>: Sendable {
  struct Showing {
    var host: (any UIHost<State, Event>)?
    /// The copy that the loop left.
    var copy: ShownState<State>?
  }

  let showing = Guarded(Showing())
  let isWanted = Atomic(false)
  /// Whether the loop left a copy that was not taken yet.
  let hasCopy = Atomic(false)
  /// Whether the loop has made a step since it rested.
  ///
  /// Only the loop changes it.
  private let moving = Atomic(false)
  /// Whether the host receives each state, and not only the newest of several.
  private let showsEach = Atomic(true)

  var isMoving: Bool { moving.load(ordering: .acquiring) }

  /// Whether a plain state need not be reported: the host knows that the loop is moving, wants no
  /// copy, and does not receive each state.
  var isQuiet: Bool {
    moving.load(ordering: .relaxed) && !isWanted.load(ordering: .relaxed)
      && !showsEach.load(ordering: .relaxed)
  }

  func begin(_ host: any UIHost<State, Event>, showsEach: Bool) {
    self.showsEach.store(showsEach, ordering: .relaxed)
    showing.withLock { $0.host = host }
  }

  func end() {
    // Releasing a state runs the user's code, so it must not happen under the lock.
    let released = showing.withLock { showing in
      defer { showing = Showing() }
      return (showing.host, showing.copy)
    }
    withExtendedLifetime(released) {}
  }

  // MARK: The loop

  /// Notes a state; returns the host to be told of it.
  func note(_ state: Address<State>, _ extras: HostExtras) -> (any UIHost<State, Event>)? {
    let leavesCopy =
      isWanted.load(ordering: .relaxed)
      && isWanted.exchange(false, ordering: .acquiringAndReleasing)
    let copy = leavesCopy ? ShownState(copying: state, extras) : nil
    let (host, old) = showing.withLock { showing in
      let old = showing.copy
      if let copy { showing.copy = copy }
      return (showing.host, copy == nil ? nil : old)
    }
    withExtendedLifetime(old) {}
    if leavesCopy { hasCopy.store(true, ordering: .releasing) }
    guard let host else { return nil }
    // The flag is raised before the host is told, and lowered before the host is told that the loop
    // rests. The flag is authoritative, because the host may read several messages together.
    if !isMoving {
      moving.store(true, ordering: .releasing)
      host.moving()
    }
    if leavesCopy { host.changed() }
    return host
  }

  /// Notes that the loop rests.
  func rest() { moving.store(false, ordering: .releasing) }

  // MARK: The host

  /// Requests a copy of the loop's next state.
  func want() { isWanted.store(true, ordering: .releasing) }

  /// The copy that the loop left, if nobody has taken it.
  var latest: ShownState<State>? { showing.withLock { $0.copy } }

  /// Takes the copy, if there is one, and withdraws a request for one.
  func take() -> ShownState<State>? {
    isWanted.store(false, ordering: .releasing)
    guard hasCopy.exchange(false, ordering: .acquiringAndReleasing) else { return nil }
    return showing.withLock { showing in
      defer { showing.copy = nil }
      return showing.copy
    }
  }
}
