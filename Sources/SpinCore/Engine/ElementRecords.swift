/// What the engine knows of the elements of a feedback that has an effect for each of them.
///
/// The elements are told by numbers, which the feedback gives, and gives again when an element has
/// left. A throttled feedback without a collection counts as one with the single element 0.
@usableFromInline
package struct ElementRecords: Sendable {
  /// How many elements may be at work at once.
  let limit: Int
  let throttle: Throttle?
  private(set) var elements: [ElementRecord] = []
  /// How many elements are at work.
  private(set) var atWork = 0
  /// The elements whose next queued effect may start.
  private var ready: [Int] = []
  /// The elements whose start is held, by the serial of the alarm.
  private(set) var held: [UInt64: Int] = [:]
  /// The two ends of the line of those who wait for a place.
  private var first = ElementRecord.nobody
  private var last = ElementRecord.nobody

  @usableFromInline
  package init(limit: Int = .max, throttle: Throttle? = nil) {
    self.limit = limit
    self.throttle = throttle
  }

  /// Whether an element that wants to start finds a place, and nobody who has come before.
  var hasPlace: Bool { atWork < limit && first == ElementRecord.nobody }

  subscript(_ element: Int) -> ElementRecord { elements[element] }

  mutating func makeRoom(for element: Int) {
    while elements.count <= element { elements.append(ElementRecord()) }
  }

  /// Changes what is known of an element, and counts it if it is at work now and was not, or was.
  mutating func update<Result>(
    _ element: Int, _ change: (inout ElementRecord) -> Result
  ) -> Result {
    let wasAtWork = elements[element].isAtWork
    let result = change(&elements[element])
    let isAtWork = elements[element].isAtWork
    if isAtWork != wasAtWork { atWork += isAtWork ? 1 : -1 }
    return result
  }

  // MARK: Queues of one element

  mutating func noteReady(_ element: Int) {
    ready.append(element)
  }

  /// Takes an element whose next queued effect may start.
  mutating func takeReady() -> Int? {
    while !ready.isEmpty {
      let element = ready.removeFirst()
      if elements[element].waiting > 0 && elements[element].serials.isEmpty { return element }
    }
    return nil
  }

  // MARK: The line

  /// Puts an element at the end of the line.
  mutating func joinLine(_ element: Int) {
    elements[element].isInLine = true
    elements[element].previous = last
    elements[element].next = ElementRecord.nobody
    if last == ElementRecord.nobody { first = element } else { elements[last].next = element }
    last = element
  }

  /// Takes an element out of the line.
  mutating func leaveLine(_ element: Int) {
    let (previous, next) = (elements[element].previous, elements[element].next)
    if previous == ElementRecord.nobody { first = next } else { elements[previous].next = next }
    if next == ElementRecord.nobody { last = previous } else { elements[next].previous = previous }
    elements[element].isInLine = false
  }

  /// The first in line, if there is a place for it.
  var next: Int? { atWork < limit && first != ElementRecord.nobody ? first : nil }

  // MARK: Held starts

  mutating func hold(_ element: Int, serial: UInt64) {
    elements[element].hold = serial
    held[serial] = element
  }

  /// Forgets that the start of an element is held; returns the serial of the alarm.
  mutating func forgetHold(_ element: Int) -> UInt64? {
    let serial = elements[element].hold
    guard serial != 0 else { return nil }
    elements[element].hold = 0
    held[serial] = nil
    return serial
  }

  /// How many effects wait for the one before them, elements for a place, and starts for their time.
  ///
  /// *Complexity*: O(n).
  var waitingCount: Int {
    held.count + elements.reduce(0) { $0 + $1.waiting + ($1.isInLine ? 1 : 0) }
  }

  /// Forgets everything, as the loop stops.
  mutating func removeAll() {
    self = ElementRecords(limit: limit, throttle: throttle)
  }
}

/// How often a feedback may start.
@usableFromInline
package struct Throttle: Hashable, Sendable {
  /// The least time from one start to the next.
  let period: Duration
  /// Whether the newest start that came too early is made up for at the end of the period.
  let latest: Bool

  @usableFromInline
  package init(period: Duration, latest: Bool) {
    self.period = period
    self.latest = latest
  }
}

/// What the engine knows of one element.
struct ElementRecord: Sendable {
  /// No element.
  static var nobody: Int { -1 }

  /// The executions that are alive.
  var serials = SerialSet()
  /// How many described effects wait for the one before them.
  var waiting = 0
  /// Whether it has a place, because its closure is about to be called.
  var isReserved = false
  /// Whether it waits for a place, and its neighbours in the line.
  var isInLine = false
  var previous = ElementRecord.nobody
  var next = ElementRecord.nobody
  /// The serial of the alarm that its start waits for; 0 if it waits for none.
  var hold: UInt64 = 0
  /// When its closure was called last, if it is throttled.
  var latestStart: Duration?

  var isAtWork: Bool { !serials.isEmpty || waiting > 0 || isReserved }
}

/// The serials of an element's executions, oldest first; most often there is one.
struct SerialSet: Sendable {
  private var first: UInt64 = 0  // NB: no execution has the serial 0.
  private var others = SerialList<Bool>()

  var isEmpty: Bool { first == 0 && others.isEmpty }
  var count: Int { others.count + (first == 0 ? 0 : 1) }
  var all: [UInt64] { (first == 0 ? [] : [first]) + others.serials }

  mutating func append(_ serial: UInt64) {
    if isEmpty { first = serial } else { others.append(true, serial: serial) }
  }

  mutating func remove(_ serial: UInt64) {
    if serial == first { return first = 0 }
    if let index = others.index(of: serial) { others.remove(at: index) }
  }

  mutating func removeAll() {
    first = 0
    if !others.isEmpty { others.removeAll() }
  }
}
