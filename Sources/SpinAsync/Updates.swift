internal import SpinCore

/// The states or transitions of a running spin as an asynchronous sequence.
///
/// Any number of tasks may iterate it, each with its own buffer. A consumer registers when its
/// iterator is created. It first receives the newest element and then every later one, without gaps
/// or repeats, except those that its buffer had to drop. If the loop stops, the sequence yields the
/// buffered elements and ends. If the iterating task is cancelled, the sequence drops them and
/// ends: at once if the task waits for an element, and otherwise when the task requests the next
/// one.
///
/// The sequence does not keep the loop alive, and the loop never waits for it. The messages of a
/// gear are a sequence of the same type, see ``/SpinCore/Gear/messages``.
public struct Updates<Element: Sendable>: AsyncSequence, Sendable {
  /// The sequence never fails.
  public typealias Failure = Never

  @usableFromInline let subscribe: @Sendable () -> Membership<Element>
  @usableFromInline var isDuplicate: (@Sendable (Element, Element) -> Bool)?

  @inlinable
  init(subscribe: @escaping @Sendable () -> Membership<Element>) {
    self.subscribe = subscribe
  }

  /// Registers a consumer and returns its iterator.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(membership: subscribe(), isDuplicate: isDuplicate)
  }

  /// The iterator of one consumer.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let membership: Membership<Element>
    @usableFromInline let isDuplicate: (@Sendable (Element, Element) -> Bool)?
    @usableFromInline var latest: Element?

    @inlinable
    init(
      membership: Membership<Element>, isDuplicate: (@Sendable (Element, Element) -> Bool)?
    ) {
      self.membership = membership
      self.isDuplicate = isDuplicate
    }

    /// Waits for the next element; returns `nil` at the end.
    @inlinable
    public mutating func next() async -> Element? {
      await next(isolation: nil)
    }

    /// Waits for the next element in the isolation of the caller; returns `nil` at the end.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      while let element = await nextPushed(isolation: actor) {
        guard let isDuplicate else { return element }
        if let latest, isDuplicate(latest, element) { continue }
        latest = element
        return element
      }
      return nil
    }

    /// Waits for the next element that was pushed.
    ///
    /// NB: a consumer that finds an element stays where it is, and needs no continuation.
    @inlinable @inline(__always)
    func nextPushed(isolation actor: isolated (any Actor)?) async -> Element? {
      if let element = membership.subscription.takeNext() { return element }
      return await membership.subscription.next(isolation: actor)
    }
  }
}

extension Updates where Element: Equatable {
  /// Leaves out each element that equals the previous one.
  @inlinable
  public func removingDuplicates() -> Updates {
    var copy = self
    copy.isDuplicate = { $0 == $1 }
    return copy
  }
}

extension Updates {
  /// Creates a sequence of a loop's transitions, each mapped by a closure.
  init<State: Sendable, Event: Sendable>(
    of running: RunningSpin<State, Event>, _ buffering: Buffering, keepingPrevious: Bool = false,
    _ element: @escaping @Sendable (Transition<State, Event>) -> Element
  ) {
    self.init(
      of: running, buffering, keepingPrevious: keepingPrevious,
      observer: { subscription in
        { subscription.push(element($0)) }
      })
  }

  /// Creates a sequence of the elements that an observer pushes; each consumer has its own
  /// observer.
  init<State: Sendable, Event: Sendable>(
    of running: RunningSpin<State, Event>, _ buffering: Buffering, keepingPrevious: Bool = false,
    observer:
      @escaping @Sendable (Subscription<Element>) ->
      @Sendable (Transition<State, Event>)
      -> Void
  ) {
    self.init(of: running.loop, buffering) { subscription in
      ObserverEntry(
        Observer(
          keepingPrevious: keepingPrevious, observer(subscription),
          atEnd: { subscription.end() }))
    }
  }

  /// Creates a sequence of the elements that an observer pushes; the closure makes an observer for each
  /// consumer.
  init(
    of loop: Loop, _ buffering: Buffering,
    entry: @escaping @Sendable (Subscription<Element>) -> ObserverEntry
  ) {
    self.init { [weak loop] in
      let subscription = Subscription<Element>(buffering)
      guard let loop else {
        subscription.end()  // The handle is gone, and so are all transitions.
        return Membership(subscription) {}
      }
      return Membership(subscription, leave: loop.observe(entry(subscription)).cancel)
    }
  }
}

/// The registration of a consumer, which ends when its task is cancelled or its iterator is
/// released.
@usableFromInline
struct Membership<Element: Sendable>: Sendable {
  @usableFromInline let subscription: Subscription<Element>
  private let life: Life

  /// Creates a registration.
  ///
  /// - Parameters:
  ///   - subscription: The consumer's buffer.
  ///   - leave: Called once, when the registration ends. The buffer holds it until then.
  @usableFromInline
  init(_ subscription: Subscription<Element>, leave: @escaping @Sendable () -> Void) {
    self.subscription = subscription
    life = Life(subscription.queue)
    subscription.queue.setOnLeave(leave)
  }

  /// Leaves when the iterator is released.
  private final class Life: Sendable {
    private let queue: SubscriptionQueue

    init(_ queue: SubscriptionQueue) {
      self.queue = queue
    }

    deinit {
      queue.leave()
    }
  }
}
