internal import SpinCore

/// The states or transitions of a running spin, as a sequence.
///
/// Any number of tasks may iterate it, each with a buffer of its own. It registers when its iterator
/// is made; its first element is the newest there is, and then every following one comes without gap
/// or repeat, as far as its buffer keeps them. If the loop stops, it yields its buffered elements and
/// ends. If the task that iterates is cancelled, it drops them and ends: at once if the task waits for
/// an element, and otherwise when the task asks for the next one.
///
/// It does not keep the loop alive, and never makes the loop wait. The messages of a gear are a
/// sequence of the same kind, see ``Gear/messages``.
public struct Updates<Element: Sendable>: AsyncSequence, Sendable {
  /// The sequence never fails.
  public typealias Failure = Never

  let subscribe: @Sendable () -> Membership<Element>
  var isDuplicate: (@Sendable (Element, Element) -> Bool)?

  init(subscribe: @escaping @Sendable () -> Membership<Element>) {
    self.subscribe = subscribe
  }

  /// Registers a consumer, and returns its iterator.
  public func makeAsyncIterator() -> Iterator {
    Iterator(membership: subscribe(), isDuplicate: isDuplicate)
  }

  /// The iterator of one consumer.
  public struct Iterator: AsyncIteratorProtocol {
    let membership: Membership<Element>
    let isDuplicate: (@Sendable (Element, Element) -> Bool)?
    private var latest: Element?

    init(
      membership: Membership<Element>, isDuplicate: (@Sendable (Element, Element) -> Bool)?
    ) {
      self.membership = membership
      self.isDuplicate = isDuplicate
    }

    /// Waits for the next element; `nil` is the end.
    public mutating func next() async -> Element? {
      await next(isolation: nil)
    }

    /// Waits for the next element in the isolation of the caller; `nil` is the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      while let element = await membership.subscription.next() {
        guard let isDuplicate else { return element }
        if let latest, isDuplicate(latest, element) { continue }
        latest = element
        return element
      }
      return nil
    }
  }
}

extension Updates where Element: Equatable {
  /// Leaves out the elements that equal the one before.
  public func removingDuplicates() -> Updates {
    var copy = self
    copy.isDuplicate = { $0 == $1 }
    return copy
  }
}

extension Updates {
  /// Makes the sequence of what a loop publishes, translated by a function.
  init<State: Sendable, Event: Sendable>(
    of loop: Loop<State, Event>, _ buffering: Buffering, keepingPrevious: Bool = false,
    _ element: @escaping @Sendable (Transition<State, Event>) -> Element
  ) {
    self.init(
      of: loop, buffering, keepingPrevious: keepingPrevious,
      observer: { subscription in
        { subscription.push(element($0)) }
      })
  }

  /// Makes the sequence of what an observer pushes, of which each consumer has one.
  init<State: Sendable, Event: Sendable>(
    of loop: Loop<State, Event>, _ buffering: Buffering, keepingPrevious: Bool = false,
    observer:
      @escaping @Sendable (Subscription<Element>) ->
      @Sendable (Transition<State, Event>)
      -> Void
  ) {
    self.init { [weak loop] in
      let subscription = Subscription<Element>(buffering)
      guard let loop else {
        subscription.end()  // Its handle is gone, and so is everything it could tell.
        return Membership(subscription) {}
      }
      let entry = ObserverEntry(
        Observer(
          keepingPrevious: keepingPrevious, observer(subscription),
          atEnd: { subscription.end() }))
      loop.join(entry)
      return Membership(subscription) { [weak loop, weak entry] in
        if let loop, let entry { loop.leave(entry) }
      }
    }
  }
}

/// A consumer's place in a loop, given up when its task is cancelled or its iterator is gone.
final class Membership<Element: Sendable>: Sendable {
  let subscription: Subscription<Element>

  /// Makes the place.
  ///
  /// - Parameters:
  ///   - subscription: The consumer's buffer.
  ///   - leave: Called once, when the place is given up. The buffer keeps it until then.
  init(_ subscription: Subscription<Element>, leave: @escaping @Sendable () -> Void) {
    self.subscription = subscription
    subscription.setOnLeave(leave)
  }

  deinit {
    subscription.leave()
  }
}
