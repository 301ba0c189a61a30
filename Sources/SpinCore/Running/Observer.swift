/// A closure that the loop calls with every transition.
///
/// ```swift
/// let log = Observer<Search, Event> { print($0.number, $0.state.titles) }
/// let running = search.start(on: .async, options: RunOptions(observers: [log]))
/// ```
///
/// *Isolation*: called by the loop, one transition at a time, before the effects of that
/// transition start.
///
/// *Ordering*: observers are called in order of registration. An observer given at start sees every
/// transition from transition 0 on. An observer that joins later first gets the newest transition,
/// and then every following one.
///
/// *Reentrancy*: the closure may emit; the event waits in the mailbox. The closure may stop the loop; the
/// transition still reaches the observers after this one.
public struct Observer<State: Sendable, Event: Sendable>: Sendable {
  let keepsPrevious: Bool
  let observe: @Sendable (MomentView) -> Void
  let end: @Sendable () -> Void

  /// Creates an observer from a closure.
  ///
  /// - Parameters:
  ///   - keepingPrevious: Whether transitions have their previous state. The loop then keeps the
  ///     state before each event, so a collection in the state is copied when it changes.
  ///   - observe: The closure to call with each transition.
  ///   - end: Called once, by the loop, when the loop has stopped and `observe` has returned for the last
  ///     transition.
  @inlinable
  public init(
    keepingPrevious: Bool = false,
    _ observe: @escaping @Sendable (Transition<State, Event>) -> Void,
    atEnd end: @escaping @Sendable () -> Void = {}
  ) {
    self.init(keepsPrevious: keepingPrevious, { observe(Transition($0)) }, end)
  }

  /// Creates an observer from a closure that does not know the types.
  @usableFromInline
  init(
    keepsPrevious: Bool, _ observe: @escaping @Sendable (MomentView) -> Void,
    _ end: @escaping @Sendable () -> Void
  ) {
    self.keepsPrevious = keepsPrevious
    self.observe = observe
    self.end = end
  }
}

extension ObserverEntry {
  /// Creates the entry of an observer, which the loop needs only until a decision is made.
  package convenience init<State, Event>(
    _ observer: Observer<State, Event>, until decision: Decision? = nil
  ) {
    self.init(
      keepsPrevious: observer.keepsPrevious, until: decision, observer.observe,
      atEnd: observer.end)
  }
}

extension Loop {
  /// Adds an observer, until the returned cancellation is called.
  ///
  /// The cancellation keeps neither the loop nor the observer in memory.
  package func observe(_ entry: ObserverEntry) -> Cancellation {
    join(entry)
    // If the loop is gone, so is its list of observers.
    return Cancellation { [weak self, weak entry] in
      if let self, let entry { leave(entry) }
    }
  }
}
