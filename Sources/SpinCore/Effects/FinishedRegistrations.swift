/// The callbacks of one execution that have finished while others go on, until the drain ends them.
///
/// With the list, the drain need not check all callbacks of the execution each time.
///
/// NB: the callbacks retain the list as well, until it is closed.
final class FinishedRegistrations: Sendable {
  /// The finished callbacks; `nil` once the list is closed.
  private let list = Guarded<[CallbackRegistration]?>([])

  init() {}

  /// Adds a callback, unless the execution is over; called on any thread, once for each callback.
  func note(_ registration: CallbackRegistration) {
    list.withLock { $0?.append(registration) }
  }

  /// Takes the callbacks that have finished since the last call, in that order.
  func takeAll() -> [CallbackRegistration] {
    list.withLock { list in
      guard let all = list else { return [] }
      list = []
      return all
    }
  }

  /// Releases the finished callbacks and takes no more, because the execution is over.
  func close() {
    // NB: released outside of the lock.
    let all = list.withLock { $0.take() }
    withExtendedLifetime(all) {}
  }
}
