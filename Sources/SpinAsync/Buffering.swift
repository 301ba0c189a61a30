internal import SpinCore

/// The number of elements that a sequence keeps for a consumer that is slower than the loop.
public enum Buffering: Hashable, Sendable {
  /// Everything: nothing is lost, and memory grows with the backlog.
  case all

  /// The newest element only.
  case newest

  /// A number of elements, 1 or more; the oldest make room for new ones.
  ///
  /// Debug builds refuse another number when the iterator is made or the run starts. It counts as 1
  /// in release builds.
  case bounded(Int)

  /// The most elements kept.
  var limit: Int {
    switch self {
    case .all: return .max
    case .newest: return 1
    case .bounded(let limit):
      return atLeastOne(
        limit, "A buffer bounded by \(limit) keeps nothing: the bound is 1 or more.")
    }
  }
}

/// A buffer between the loop and one consumer, as a machine: facts in, orders out.
struct BufferMachine<Element: Sendable>: Sendable {
  /// What to do for a consumer that asks.
  enum Answer {
    case resume(Element?)
    case suspend
  }

  private let limit: Int
  private var elements: [Element?] = []
  private var head = 0
  private var isEnded = false
  private(set) var isConsumerWaiting = false
  /// Whether the consumer gave up, and gets nothing more.
  private(set) var hasLeft = false
  /// The elements that were taken, have made room for others or came too late.
  private(set) var gone: UInt64 = 0

  init(_ buffering: Buffering) {
    limit = buffering.limit
  }

  /// How many elements there is room for without more memory.
  var capacity: Int { elements.capacity }

  /// An element arrived.
  ///
  /// Says whether the waiting consumer is to be resumed with it, and which one has made room for
  /// it.
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

  /// Nothing more will arrive.
  ///
  /// Returns whether the waiting consumer is to be resumed.
  mutating func ended() -> Bool {
    isEnded = true
    defer { isConsumerWaiting = false }
    return isConsumerWaiting
  }

  /// Ends the delivery to a consumer that gave up; ``cancelled()`` drops the elements that are left.
  ///
  /// Returns whether it is to be resumed, because it was waiting.
  mutating func gaveUp() -> Bool {
    hasLeft = true
    return ended()
  }

  /// The consumer gave up.
  ///
  /// Returns whether it is to be resumed, because it was waiting, and the elements that were left.
  mutating func cancelled() -> (resumes: Bool, rest: [Element?]) {
    let rest = elements
    gone += UInt64(elements.count - head)
    elements = []
    head = 0
    return (gaveUp(), rest)
  }

  /// The consumer asked for an element.
  mutating func asked() -> Answer {
    if !hasLeft, let first = takeFirst() { return .resume(first) }
    if isEnded { return .resume(nil) }
    isConsumerWaiting = true
    return .suspend
  }

  private mutating func takeFirst() -> Element? {
    guard head < elements.count, let first = elements[head].take() else { return nil }
    head += 1
    gone += 1
    if head == elements.count && elements.capacity > 64 {
      // The memory of a backlog goes with it.
      elements = []
      head = 0
    } else if head * 2 > elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }
}
