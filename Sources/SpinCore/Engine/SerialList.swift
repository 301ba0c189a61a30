/// Elements in the order of their serials, any of which may be removed.
///
/// Most often there are few. Among many, an element is found by halves, and a removed one leaves its
/// place empty until half of the places are empty: thousands of effects that end oldest first would
/// otherwise move all the others each time.
///
/// *Complexity*: finding takes O(log n), appending and removing O(1), amortised.
@usableFromInline
package struct SerialList<Element> {
  @usableFromInline
  struct Place {
    @usableFromInline let serial: UInt64
    @usableFromInline var element: Element?

    @inlinable
    init(serial: UInt64, element: Element) {
      self.serial = serial
      self.element = element
    }
  }

  /// How many places are searched one by one, and never left empty.
  @usableFromInline static var few: Int { 8 }

  @usableFromInline var places: [Place] = []
  @usableFromInline package var count = 0

  @inlinable
  package init() {}

  @inlinable package var isEmpty: Bool { count == 0 }

  /// The elements, oldest first.
  package var elements: [Element] { places.compactMap(\.element) }

  /// The oldest element.
  ///
  /// *Complexity*: O(n), because the places before it may be empty.
  var first: Element? { places.first { $0.element != nil }?.element }

  /// Whether an element satisfies a predicate.
  func contains(where isWanted: (Element) -> Bool) -> Bool {
    places.contains { place in place.element.map(isWanted) ?? false }
  }

  /// Takes all elements, oldest first.
  mutating func takeAll() -> [Element] {
    if isEmpty { return [] }
    defer { removeAll() }
    return elements
  }

  /// Calls a closure with each element, oldest first.
  func forEach(_ body: (Element) -> Void) {
    for place in places {
      if let element = place.element { body(element) }
    }
  }

  /// The serials, oldest first.
  @usableFromInline package var serials: [UInt64] {
    places.compactMap { $0.element == nil ? nil : $0.serial }
  }

  /// Adds an element whose serial was given after all the others.
  @inlinable
  package mutating func append(_ element: Element, serial: UInt64) {
    places.append(Place(serial: serial, element: element))
    count &+= 1
  }

  /// Returns where the element with a serial is; the place holds until the next removal.
  @inlinable
  package func index(of serial: UInt64) -> Int? {
    let index =
      places.count <= Self.few
      ? places.firstIndex { $0.serial == serial } : indexByHalves(of: serial)
    guard let index, places[index].element != nil else { return nil }
    return index
  }

  /// NB: serials are counted from the oldest place, so that those that are used again are in order.
  @usableFromInline
  func indexByHalves(of serial: UInt64) -> Int? {
    let oldest = places[0].serial
    let wanted = (serial &- oldest) & EntryTag.serialMask
    var range = places.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let found = (places[middle].serial &- oldest) & EntryTag.serialMask
      if found == wanted { return middle }
      range = found < wanted ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// The serial at a place that ``index(of:)`` found.
  @inlinable
  package func serial(at index: Int) -> UInt64 { places[index].serial }

  /// The element at a place that ``index(of:)`` found.
  @inlinable
  package subscript(_ index: Int) -> Element {
    guard let element = places[index].element else { unreachable("an empty place is read") }
    return element
  }

  /// Changes the element at a place that ``index(of:)`` found.
  @inlinable
  package mutating func update<Result>(
    at index: Int, _ change: (inout Element) -> Result
  ) -> Result {
    // The list gives up its reference, so that changing an array of the element copies nothing.
    guard var element = places[index].element.take() else {
      unreachable("an empty place is updated")
    }
    let result = change(&element)
    places[index].element = element
    return result
  }

  /// Changes the element that was appended last, and not removed since.
  @inlinable
  package mutating func updateNewest(_ change: (inout Element) -> Void) {
    update(at: places.count &- 1, change)
  }

  /// Removes the element at a place that ``index(of:)`` found, and returns it.
  @inlinable
  @discardableResult
  package mutating func remove(at index: Int) -> Element {
    guard let element = places[index].element.take() else {
      unreachable("an empty place is emptied")
    }
    count &-= 1
    if places.count <= Self.few { _ = places.remove(at: index) } else { closeGaps() }
    return element
  }

  /// Closes the gaps if half of the places are empty.
  @usableFromInline
  mutating func closeGaps() {
    guard places.count >= 2 * count else { return }
    // NB: into memory of its own, so that many that have gone leave none behind.
    places = places.filter { $0.element != nil }
  }

  /// Removes all elements.
  @inlinable
  package mutating func removeAll() {
    places.removeAll(keepingCapacity: places.capacity <= 8 * Self.few)
    count = 0
  }
}

extension SerialList.Place: Sendable where Element: Sendable {}
extension SerialList: Sendable where Element: Sendable {}
