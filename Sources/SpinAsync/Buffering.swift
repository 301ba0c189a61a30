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

/// A buffer between the loop and one consumer, for elements of any type: a pure machine.
struct BufferMachine: ~Copyable, Sendable {
  /// What becomes of an element that has arrived.
  struct Arrival {
    /// Whether to resume the consumer, which waits for it.
    var resumes = false
    /// Whether the buffer has it, and it was not too late.
    var isKept = true
    /// Whether it has displaced another one.
    var displaces = false
  }

  /// The answer to a consumer's request.
  enum Answer {
    case element
    case end
    case wait
  }

  let limit: Int
  private var elements: ValueRing
  /// The element for which the consumer has waited, until the consumer takes it.
  private var handed: ValueRing
  private(set) var isEnded = false
  private(set) var isConsumerWaiting = false
  /// Whether the consumer has left, so that it receives no more elements.
  private(set) var hasLeft = false
  /// The number of elements that were taken, displaced, or came too late.
  private(set) var gone: UInt64 = 0

  init(_ buffering: Buffering, _ ops: TypeOps) {
    limit = buffering.limit
    elements = ValueRing(ops)
    handed = ValueRing(ops)
  }

  /// The number of elements for which memory is allocated.
  var capacity: Int { elements.capacity }

  /// Notes that an element has arrived.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - takes: Whether to take the element, if the buffer keeps it, instead of copying it.
  ///   - place: The place to which a displaced element is moved; `nil` if destroying it does nothing.
  /// - Returns: What becomes of the element.
  mutating func arrived(
    _ element: ValuePlace, taking takes: Bool, displacingTo place: ValuePlace?
  ) -> Arrival {
    guard !isEnded else {
      gone += 1
      return Arrival(isKept: false)
    }
    if isConsumerWaiting {
      isConsumerWaiting = false
      gone += 1
      handed.append(element, taking: takes)
      return Arrival(resumes: true)
    }
    let displaces = elements.count == limit
    if displaces {
      gone += 1
      if let place { _ = elements.moveFirst(to: place) } else { elements.removeFirst() }
    }
    elements.append(element, taking: takes)
    return Arrival(displaces: displaces)
  }

  /// Notes that no more elements will arrive.
  ///
  /// Returns whether to resume the waiting consumer.
  mutating func ended() -> Bool {
    isEnded = true
    defer { isConsumerWaiting = false }
    return isConsumerWaiting
  }

  /// Ends the delivery to a consumer that gives up; ``cancelled(movingTo:)`` drops the remaining elements.
  ///
  /// Returns whether to resume the consumer, because it was waiting.
  mutating func gaveUp() -> Bool {
    hasLeft = true
    return ended()
  }

  /// Drops the elements of a consumer that gives up: swaps them with an empty ring.
  ///
  /// Returns whether to resume the consumer, because it was waiting.
  mutating func cancelled(movingTo rest: inout ValueRing) -> Bool {
    gone += UInt64(elements.count)
    swap(&elements, &rest)
    return gaveUp()
  }

  /// Moves the next element to a place, if the consumer need not wait for it; returns whether there is one.
  mutating func take(to place: ValuePlace) -> Bool {
    guard !hasLeft, elements.moveFirst(to: place) else { return false }
    gone += 1
    return true
  }

  /// Answers the consumer's request for an element, which ``takeHanded(to:)`` then takes.
  mutating func asked() -> Answer {
    if !hasLeft, elements.moveFirst(to: &handed) {
      gone += 1
      return .element
    }
    if isEnded { return .end }
    isConsumerWaiting = true
    return .wait
  }

  /// Moves the element for which the consumer has asked to a place; returns `false` at the end.
  mutating func takeHanded(to place: ValuePlace) -> Bool { handed.moveFirst(to: place) }
}
