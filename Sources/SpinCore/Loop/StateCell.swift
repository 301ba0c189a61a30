internal import Synchronization

/// The place where all threads find a loop's state.
///
/// Only the owner of the drain changes the state, and only between ``begin(in:_:)`` and
/// ``end(_:)``. The lock is held for just that time, so that any thread may copy the state at any other
/// time, even while feedbacks and observers run:
///
/// ```
/// drain:   reduce ]  ask, publish, describe      [ reduce ]
/// reader:         ^ copies here, or waits here ->         ^
/// ```
///
/// The drain reads the state without the lock, because only the drain writes it. The state is in a
/// ``Moment`` of the drain, so a state of any size is reduced in place and never copied to the
/// stack.
struct StateCell: ~Copyable, Sendable {
  /// The place of the state.
  private let place: AtomicPlace
  // Guard: written by the drain, under the lock; read by the drain, or under the lock.
  private let lock = Guarded(())
  /// Whether a reducer, rather than a reader, holds the lock: for threads that may wait only for
  /// readers.
  private let reducing = Atomic(false)

  init(_ place: StatePlace) {
    self.place = AtomicPlace(place)
  }

  /// Keeps readers away until ``end(_:)``, while the drain calls the reducer.
  ///
  /// Called by the drain.
  ///
  /// `state` is the place of the state, where readers find it from now on.
  @_transparent
  func begin(in state: StatePlace, _ frame: Address<ThreadFrame>) {
    lock.lock()
    place.value = state
    frame.value.isReducing = true
    reducing.store(true, ordering: .relaxed)
  }

  /// Lets readers copy the state again.
  @_transparent
  func end(_ frame: Address<ThreadFrame>) {
    reducing.store(false, ordering: .relaxed)
    frame.value.isReducing = false
    lock.unlock()
  }

  /// Makes readers find another state.
  ///
  /// Called by the drain.
  func replace(by state: StatePlace) {
    lock.withLock { _ in place.value = state }
  }

  /// Whether the reducer is changing the state at this moment.
  var isReducing: Bool { reducing.load(ordering: .relaxed) }

  /// Calls a closure, which copies the state.
  ///
  /// Waits for at most one change of the state.
  func read<Result>(_ copy: (StatePlace) -> Result) -> Result {
    // NB: the result is a copy of the state, which the lock guards no longer.
    var result: Result?
    lock.withLock { _ in result = copy(place.value) }
    guard let result else { unreachable("a lock has called no closure") }
    return result
  }

  /// Calls a closure, which copies the state, unless the reducer is changing it: for threads that must
  /// not wait for a reducer.
  ///
  /// It waits for another reader, which only copies the state, but not forever, because the system
  /// may not let that reader run.
  func readUnlessReducing<Result>(_ copy: (StatePlace) -> Result) -> Result? {
    for _ in 0..<1000 {
      var result: Result?
      let isRead = lock.withLockIfAvailable { _ in
        result = copy(place.value)
        return true
      }
      if isRead == true { return result }
      if isReducing { return nil }
      SystemCall.yieldThread()
    }
    return nil
  }
}
