public import SpinCore

/// A buffer that the loop fills and one consumer empties.
///
/// NB: the functions that are called for each element are inlinable. Unspecialised ones would spend
/// half of their time on looking up types.
@usableFromInline
final class Subscription<Element: Sendable>: Sendable {
  @usableFromInline
  struct Storage: Sendable {
    @usableFromInline var buffer: BufferMachine<Element>
    @usableFromInline var consumer: CheckedContinuation<Element?, Never>?
    /// Called outside of the lock with the number of elements that are gone, when the consumer
    /// finds no element or has given up.
    @usableFromInline var onEmpty: (@Sendable (UInt64) -> Void)?
    /// Called once, outside of the lock, when the consumer gives up or is gone.
    var onLeave: (@Sendable () -> Void)?
  }

  @usableFromInline let storage: Guarded<Storage>

  @usableFromInline
  init(_ buffering: Buffering) {
    storage = Guarded(Storage(buffer: BufferMachine(buffering)))
  }

  @usableFromInline
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

  /// Adds an element of the loop; never waits.
  @inlinable
  func push(_ element: Element) {
    // A displaced element must not be released under the lock, because this may run the user's
    // code.
    let (consumer, _, onEmpty, gone) = storage.withLock { storage in
      let (resumes, displaced) = storage.buffer.arrived(element)
      let onEmpty = storage.buffer.hasLeft ? storage.onEmpty : nil
      return (resumes ? storage.consumer.take() : nil, displaced, onEmpty, storage.buffer.gone)
    }
    consumer?.resume(returning: element)
    onEmpty?(gone)
  }

  /// Whether the consumer takes further elements.
  var isOpen: Bool { storage.withLock { !$0.buffer.isEnded } }

  /// Ends the sequence after the buffered elements.
  @usableFromInline
  func end() {
    let consumer = storage.withLock { $0.buffer.ended() ? $0.consumer.take() : nil }
    consumer?.resume(returning: nil)
  }

  /// Returns the next element, or `nil` at the end or when the task is cancelled.
  @inlinable
  func next() async -> Element? {
    let element = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait(continuation)
      }
    } onCancel: {
      giveUp()
    }
    // NB: here, because the cancelling thread must not run the user's code: elements are released,
    // and a loop without a queue makes turns.
    if Task.isCancelled && storage.withLock({ $0.buffer.hasLeft }) { leave() }
    return element
  }

  /// Ends the sequence at once for a consumer whose task was cancelled, and which leaves
  /// afterwards.
  @usableFromInline
  func giveUp() {
    let consumer = storage.withLock { $0.buffer.gaveUp() ? $0.consumer.take() : nil }
    consumer?.resume(returning: nil)
  }

  /// Ends the sequence at once for a consumer that gives up or is gone.
  ///
  /// The buffer is emptied, and later elements are dropped.
  @usableFromInline
  func leave() {
    let (consumer, _, onEmpty, gone, onLeave) = storage.withLock { storage in
      let (resumes, rest) = storage.buffer.cancelled()
      let consumer = resumes ? storage.consumer.take() : nil
      return (consumer, rest, storage.onEmpty, storage.buffer.gone, storage.onLeave.take())
    }
    consumer?.resume(returning: nil)
    onEmpty?(gone)
    onLeave?()
  }

  @inlinable
  func wait(_ continuation: CheckedContinuation<Element?, Never>) {
    let (element, isWaiting, onEmpty, gone) = storage.withLock { storage in
      require(
        storage.consumer == nil,
        "Two tasks wait for the next element of one iterator: make an iterator for each.")
      switch storage.buffer.asked() {
      case .resume(let element):
        return (element, false, Optional<@Sendable (UInt64) -> Void>.none, UInt64(0))
      case .suspend:
        storage.consumer = continuation
        return (nil, true, storage.onEmpty, storage.buffer.gone)
      }
    }
    onEmpty?(gone)
    if !isWaiting { continuation.resume(returning: element) }
  }
}
