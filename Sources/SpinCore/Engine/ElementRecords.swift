/// The engine's records of the elements of a feedback that has an effect for each element.
///
/// The feedback numbers the elements, and reuses the number of an element that has left. A
/// throttled feedback counts as one with a collection of the single element 0.
package struct ElementRecords: Sendable {
  /// How many elements of a group may be at work at once.
  let limit: Int
  let throttle: Throttle?
  private(set) var elements: [ElementRecord] = []
  /// The groups: one, or one for each part if the feedback belongs to several parts.
  private(set) var groups: [ElementGroup] = []
  /// The groups in which an element has given up a place while others wait in line.
  private var open: [Int] = []
  /// How many of them have been served.
  private var served = 0
  /// The elements whose next queued effect may start.
  private var ready = LinkedList<Int>()
  /// The elements whose start is held, by the serials of their alarms.
  private(set) var held: [UInt64: Int] = [:]
  package init(limit: Int = .max, throttle: Throttle? = nil) {
    self.limit = limit
    self.throttle = throttle
  }

  /// Whether there is a place for an element that wants to start, and no element in line before it.
  func hasPlace(for element: Int) -> Bool {
    isOpen(for: element) && groups[elements[element].group].line.isEmpty
  }

  /// Whether there is a place in the group of an element.
  func isOpen(for element: Int) -> Bool { groups[elements[element].group].atWork < limit }

  subscript(_ element: Int) -> ElementRecord { elements[element] }

  /// Makes a record for an element and notes its group, which does not change while the element is
  /// there.
  mutating func makeRoom(for element: Int, in group: Int) {
    while elements.count <= element { elements.append(ElementRecord()) }
    while groups.count <= group { groups.append(ElementGroup()) }
    if elements[element].isIdle { elements[element].group = group }
  }

  /// Changes the record of an element, and recounts its group if the element has begun or ceased to
  /// be at work.
  mutating func update<Result>(
    _ element: Int, _ change: (inout ElementRecord) -> Result
  ) -> Result {
    let wasAtWork = elements[element].isAtWork
    let result = change(&elements[element])
    let isAtWork = elements[element].isAtWork
    if isAtWork != wasAtWork { count(isAtWork ? 1 : -1, in: elements[element].group) }
    return result
  }

  private mutating func count(_ change: Int, in group: Int) {
    groups[group].atWork += change
    if change < 0 && !groups[group].line.isEmpty && open.last != group { open.append(group) }
  }

  // MARK: Executions of one element

  /// Notes an execution that has begun.
  mutating func append(_ serial: UInt64, to element: Int) {
    update(element) { record in
      record.work.begin()
      record.serials.append((), serial: serial)
    }
  }

  /// Notes that an execution has ended by itself, and returns whether a busy stream has ended with it.
  mutating func remove(_ serial: UInt64, of element: Int) -> Bool {
    let endsStream = update(element) { record in
      if let index = record.serials.index(of: serial) { record.serials.remove(at: index) }
      return record.work.end()
    }
    if elements[element].work.isReady { _ = ready.append(element) }
    return endsStream
  }

  /// Takes the serials of an element, oldest first.
  mutating func takeSerials(of element: Int) -> [UInt64] {
    defer { elements[element].serials.removeAll() }
    return elements[element].serials.serials
  }

  /// Takes an element whose next queued effect may start.
  mutating func takeReady() -> Int? {
    while let element = ready.popFirst() {
      if elements[element].work.isReady { return element }
    }
    return nil
  }

  // MARK: The line

  /// Puts an element at the end of the line.
  mutating func joinLine(_ element: Int, since number: Int) {
    elements[element].since = number
    elements[element].place = groups[elements[element].group].line.append(element)
  }

  /// Takes an element out of the line, if it is there, and returns whether it was.
  mutating func leaveLine(_ element: Int) -> Bool {
    guard let place = elements[element].place.take() else { return false }
    _ = groups[elements[element].group].line.remove(at: place)
    return true
  }

  /// Takes the first element out of a line whose group has a place for it.
  mutating func takeNext() -> Int? {
    while served < open.count {
      if let element = next(in: open[served]) {
        _ = leaveLine(element)
        return element
      }
      served += 1
    }
    if served > 0 {
      open.removeEach()
      served = 0
    }
    return nil
  }

  /// The first element in a group's line, if there is a place for it.
  func next(in group: Int) -> Int? {
    guard groups[group].atWork < limit else { return nil }
    return groups[group].line.first.map { groups[group].line[$0] }
  }

  // MARK: Held starts

  mutating func hold(_ element: Int, serial: UInt64) {
    elements[element].hold = serial
    held[serial] = element
  }

  /// Forgets the held start of an element and returns the serial of its alarm.
  mutating func forgetHold(_ element: Int) -> UInt64? {
    let serial = elements[element].hold
    guard serial != 0 else { return nil }
    elements[element].hold = 0
    held[serial] = nil
    return serial
  }

  /// The number of queued effects, of elements in line and of held starts.
  ///
  /// - Complexity: O(n).
  var waitingCount: Int {
    held.count + elements.reduce(0) { $0 + Int($1.work.waiting) + ($1.isInLine ? 1 : 0) }
  }

  /// How many elements have a busy stream.
  ///
  /// - Complexity: O(n).
  var busyCount: Int { elements.count(where: \.work.isBusy) }

  /// Forgets all elements.
  mutating func removeAll() {
    self = ElementRecords(limit: limit, throttle: throttle)
  }
}

/// How often a feedback may start.
package struct Throttle: Hashable, Sendable {
  /// The shortest time from one start to the next.
  let period: Duration
  /// Whether a start that came too early is made at the end of the period.
  let latest: Bool
}

/// Elements that share a limit.
struct ElementGroup: Sendable {
  /// How many are at work.
  var atWork = 0
  /// The line of those that wait for a place.
  var line = LinkedList<Int>()
}

/// The engine's record of one element of a collection.
struct ElementRecord: Sendable {
  var group = 0
  /// Its effects.
  var work = ElementWork()
  /// The executions that are alive.
  var serials = SerialList<Void>()
  /// Whether it holds a place because the drain is about to call its closure.
  var isReserved = false
  /// Its index in the line, while it waits for a place.
  var place: LinkedList<Int>.Index?
  /// The number of the transition since which it waits for a place.
  var since = 0
  /// The serial of the alarm that its start waits for, or 0.
  var hold: UInt64 = 0
  /// The time of the last call of its closure, if it is throttled.
  var latestStart: Duration?
  /// The number of the newest end of a life of its part, see ``Engine/lifeEnds``.
  var latestEnd: UInt64 = 0

  var isAtWork: Bool { work.isAtWork || isReserved }
  var isInLine: Bool { place != nil }
  var isIdle: Bool { !isAtWork && !isInLine }
}
