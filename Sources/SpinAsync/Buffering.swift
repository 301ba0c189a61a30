internal import SpinCore

/// The number of elements that a sequence keeps for a consumer that is slower than the loop.
///
/// ```swift
/// for await state in running.states(buffering: .newest) { await draw(state) }
/// ```
public enum Buffering: Hashable, Sendable {
  /// All elements: none are lost, and memory grows with the backlog.
  case all

  /// Only the newest element.
  case newest

  /// A number of elements, 1 or more; new elements displace the oldest ones.
  ///
  /// Another number traps in debug builds when the iterator is created or the run starts. In
  /// release builds it counts as 1.
  case bounded(Int)

  /// The maximum number of elements.
  var limit: Int {
    switch self {
    case .all: return .max
    case .newest: return 1
    case .bounded(let limit):
      return atLeastOne(
        limit,
        "A buffer bounded to \(limit) elements would keep none: the bound must be 1 or more.")
    }
  }
}

/// A buffer between the loop and one consumer: a pure machine.
@usableFromInline
struct BufferMachine<Element: Sendable>: Sendable {
  /// The answer to a consumer's request.
  @usableFromInline
  enum Answer {
    case resume(Element?)
    case suspend
  }

  @usableFromInline let limit: Int
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var head = 0
  @usableFromInline var isEnded = false
  @usableFromInline var isConsumerWaiting = false
  /// Whether the consumer has left, so that it receives no more elements.
  @usableFromInline var hasLeft = false
  /// The number of elements that were taken, displaced, or came too late.
  @usableFromInline var gone: UInt64 = 0

  init(_ buffering: Buffering) {
    limit = buffering.limit
  }

  /// The number of elements for which memory is allocated.
  var capacity: Int { elements.capacity }

  /// Notes that an element has arrived.
  ///
  /// Returns whether to resume the waiting consumer with it, and the element that it displaced.
  @inlinable
  mutating func arrived(_ element: Element) -> (resumes: Bool, displaced: Element?) {
    guard !isEnded else {
      gone += 1
      return (false, nil)
    }
    if isConsumerWaiting {
      isConsumerWaiting = false
      gone += 1
      return (true, nil)
    }
    let displaced = elements.count - head == limit ? takeFirst() : nil
    elements.append(element)
    return (false, displaced)
  }

  /// Notes that no more elements will arrive.
  ///
  /// Returns whether to resume the waiting consumer.
  mutating func ended() -> Bool {
    isEnded = true
    defer { isConsumerWaiting = false }
    return isConsumerWaiting
  }

  /// Ends the delivery to a consumer that gives up; ``cancelled()`` drops the remaining elements.
  ///
  /// Returns whether to resume the consumer, because it was waiting.
  mutating func gaveUp() -> Bool {
    hasLeft = true
    return ended()
  }

  /// Drops the elements of a consumer that gives up.
  ///
  /// Returns whether to resume the consumer, because it was waiting, and the remaining elements.
  mutating func cancelled() -> (resumes: Bool, rest: [Element?]) {
    let rest = elements
    gone += UInt64(elements.count - head)
    elements = []
    head = 0
    return (gaveUp(), rest)
  }

  /// Answers the consumer's request for an element.
  @inlinable
  mutating func asked() -> Answer {
    if !hasLeft, let first = takeFirst() { return .resume(first) }
    if isEnded { return .resume(nil) }
    isConsumerWaiting = true
    return .suspend
  }

  @inlinable
  mutating func takeFirst() -> Element? {
    guard head < elements.count, let first = elements[head].take() else { return nil }
    head += 1
    gone += 1
    if head == elements.count && elements.capacity > 64 {
      // Releases the memory of a large backlog.
      elements = []
      head = 0
    } else if head * 2 > elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }
}
