public import SpinCore

/// A buffer that the loop fills and one consumer empties.
@usableFromInline
struct Subscription<Element: Sendable>: Sendable {
  @usableFromInline let queue: SubscriptionQueue

  @usableFromInline
  init(_ buffering: Buffering) {
    self.init(SubscriptionQueue(buffering, TypeOps(Element.self)))
  }

  /// Creates the view of a queue of elements of this type.
  init(_ queue: SubscriptionQueue) {
    self.queue = queue
  }

  /// Adds an element of the loop; never waits.
  @inlinable
  func push(_ element: Element) {
    withPlace(of: element) { queue.push(taking: $0) }
  }

  /// Whether the consumer takes further elements.
  var isOpen: Bool { queue.isOpen }

  /// Ends the sequence after the buffered elements.
  @inlinable
  func end() { queue.end() }

  /// Returns the next element if the consumer need not wait for it, and its task is not cancelled.
  @inlinable
  func takeNext() -> Element? {
    taken(Element.self) { queue.take(to: $0) }
  }

  /// Returns the next element, or `nil` at the end or when the task is cancelled.
  @inlinable
  func next(isolation actor: isolated (any Actor)?) async -> Element? {
    await queue.wait(isolation: actor)
    let element = taken(Element.self) { queue.takeHanded(to: $0) }
    queue.leaveIfCancelled()
    return element
  }
}

/// The queue of a ``Subscription``, which does not know the type of its elements.
@usableFromInline
final class SubscriptionQueue: Sendable {
  private struct Storage: ~Copyable, Sendable {
    var buffer: BufferMachine
    var consumer: CheckedContinuation<Void, Never>?
    /// Called outside of the lock with the number of elements that are gone, when the consumer
    /// finds no element or has given up.
    var onEmpty: (@Sendable (UInt64) -> Void)?
    /// Called once, outside of the lock, when the consumer gives up or is gone.
    var onLeave: (@Sendable () -> Void)?
  }

  private let ops: TypeOps
  private let storage: Guarded<Storage>

  init(_ buffering: Buffering, _ ops: TypeOps) {
    self.ops = ops
    storage = Guarded(Storage(buffer: BufferMachine(buffering, ops)))
  }

  func setOnEmpty(_ onEmpty: (@Sendable (UInt64) -> Void)?) {
    let old = storage.withLock { storage in
      defer { storage.onEmpty = onEmpty }
      return storage.onEmpty
    }
    withExtendedLifetime(old) {}  // Its emitter must not be released under the lock.
  }

  /// Sets the closure to call when the consumer gives up or is gone.
  ///
  /// Call it once, before there is a consumer.
  func setOnLeave(_ onLeave: @escaping @Sendable () -> Void) {
    storage.withLock { $0.onLeave = onLeave }
  }

  // MARK: The loop

  /// Adds an element of the loop, and takes it.
  @usableFromInline
  func push(taking element: ValuePlace) {
    if !push(element, taking: true) { ops.destroy(element) }
  }

  /// Adds a copy of an element of the loop.
  func push(copying element: ValuePlace) {
    _ = push(element, taking: false)
  }

  /// Returns whether the buffer keeps the element.
  private func push(_ element: ValuePlace, taking takes: Bool) -> Bool {
    var isKept = false
    // A displaced element must not be released under the lock, because this may run the user's code.
    ops.destroying { place in
      let (arrival, consumer, onEmpty, gone) = storage.withLock { storage in
        let arrival = storage.buffer.arrived(element, taking: takes, displacingTo: place)
        let onEmpty = storage.buffer.hasLeft ? storage.onEmpty : nil
        let consumer = arrival.resumes ? storage.consumer.take() : nil
        return (arrival, consumer, onEmpty, storage.buffer.gone)
      }
      consumer?.resume()
      onEmpty?(gone)
      isKept = arrival.isKept
      return arrival.displaces
    }
    return isKept
  }

  /// Whether the consumer takes further elements.
  var isOpen: Bool { storage.withLock { !$0.buffer.isEnded } }

  /// Ends the sequence after the buffered elements.
  @usableFromInline
  func end() {
    let consumer = storage.withLock { $0.buffer.ended() ? $0.consumer.take() : nil }
    consumer?.resume()
  }

  // MARK: The consumer

  /// Moves the next element to a place if the consumer need not wait, and its task is not cancelled.
  @usableFromInline
  func take(to place: ValuePlace) -> Bool {
    !Task.isCancelled && storage.withLock { $0.buffer.take(to: place) }
  }

  /// Waits until ``takeHanded(to:)`` finds an element or the end.
  @usableFromInline
  func wait(isolation actor: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0) }
    } onCancel: {
      giveUp()
    }
  }

  @usableFromInline
  func takeHanded(to place: ValuePlace) -> Bool {
    storage.withLock { $0.buffer.takeHanded(to: place) }
  }

  /// Leaves if the task was cancelled while it waited.
  ///
  /// NB: the cancelling thread does not do this, because it must not run the user's code: elements are
  /// released, and a loop without a queue makes turns.
  @usableFromInline
  func leaveIfCancelled() {
    if Task.isCancelled && storage.withLock({ $0.buffer.hasLeft }) { leave() }
  }

  /// Ends the sequence at once for a consumer whose task was cancelled, and which leaves
  /// afterwards.
  private func giveUp() {
    let consumer = storage.withLock { $0.buffer.gaveUp() ? $0.consumer.take() : nil }
    consumer?.resume()
  }

  /// Ends the sequence at once for a consumer that gives up or is gone.
  ///
  /// The buffer is emptied, and later elements are dropped.
  func leave() {
    var rest = ValueRing(ops)  // It is released outside of the lock.
    let (consumer, onEmpty, gone, onLeave) = storage.withLock { storage in
      let consumer =
        storage.buffer.cancelled(movingTo: &rest) ? storage.consumer.take() : nil
      return (consumer, storage.onEmpty, storage.buffer.gone, storage.onLeave.take())
    }
    consumer?.resume()
    onEmpty?(gone)
    onLeave?()
  }

  private func wait(_ continuation: CheckedContinuation<Void, Never>) {
    let (isWaiting, onEmpty, gone) = storage.withLock { storage in
      require(
        storage.consumer == nil,
        "Two tasks wait for the next element of one iterator: make an iterator for each.")
      guard case .wait = storage.buffer.asked() else {
        return (false, Optional<@Sendable (UInt64) -> Void>.none, UInt64(0))
      }
      storage.consumer = continuation
      return (true, storage.onEmpty, storage.buffer.gone)
    }
    onEmpty?(gone)
    if !isWaiting { continuation.resume() }
  }
}
