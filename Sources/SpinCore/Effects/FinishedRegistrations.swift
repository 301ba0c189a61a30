/// The callbacks of one execution that have finished while others go on, until the loop cleans up.
///
/// The list names them, so that the loop need not ask all others each time.
///
/// NB: they keep the list as well, until it is closed.
@usableFromInline
final class FinishedRegistrations<Event: Sendable>: Sendable {
  /// Nil once it is closed.
  private let list = Guarded<[CallbackRegistration<Event>]?>([])

  @usableFromInline
  init() {}

  /// Adds a callback, unless the execution is over; called on any thread, once for each.
  @usableFromInline
  func note(_ registration: CallbackRegistration<Event>) {
    list.withLock { $0?.append(registration) }
  }

  /// Takes those that have finished since the last call, in the order in which they did.
  func takeAll() -> [CallbackRegistration<Event>] {
    list.withLock { list in
      guard let all = list else { return [] }
      list = []
      return all
    }
  }

  /// Lets go of those that have finished, and takes no more: the execution is over.
  @usableFromInline
  func close() {
    // NB: released outside of the lock.
    let all = list.withLock { $0.take() }
    withExtendedLifetime(all) {}
  }
}
