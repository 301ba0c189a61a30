/// A list of elements in the order of their serials, from which any element can be removed.
///
/// Most lists are short. In a long one, an element is found by binary search, and a removed element leaves
/// its slot empty until half of the slots are empty. Without empty slots, each of thousands of effects that
/// end oldest first would move all the others.
///
/// - Complexity: Finding takes O(log n); appending and removing take O(1), amortised.
package struct SerialList<Element> {
  struct Slot {
    let serial: UInt64
    var element: Element?
  }

  /// The length up to which slots are searched one by one and never left empty.
  static var few: Int { 8 }

  var slots: [Slot] = []
  package var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// The elements, oldest first.
  package var elements: [Element] { slots.compactMap(\.element) }

  /// The oldest element.
  ///
  /// - Complexity: O(n), because the slots before it may be empty.
  var first: Element? { slots.first { $0.element != nil }?.element }

  /// Whether an element satisfies a predicate.
  func contains(where isWanted: (Element) -> Bool) -> Bool {
    slots.contains { slot in slot.element.map(isWanted) ?? false }
  }

  /// Calls a closure with each element, oldest first.
  func forEach(_ body: (Element) -> Void) {
    for slot in slots {
      if let element = slot.element { body(element) }
    }
  }

  /// The serials, oldest first.
  package var serials: [UInt64] {
    slots.compactMap { $0.element == nil ? nil : $0.serial }
  }

  /// Appends an element whose serial is newer than all the others.
  package mutating func append(_ element: Element, serial: UInt64) {
    assert(
      slots.last.map { (serial &- $0.serial) & EntryTag.serialMask <= EntryTag.serialMask / 2 }
        ?? true,
      "an element is appended behind a newer one, where it is not found")
    slots.append(Slot(serial: serial, element: element))
    count &+= 1
  }

  /// Inserts an element whose serial may be older than some of the others.
  mutating func insert(_ element: Element, serial: UInt64) {
    // NB: a loop, because a collection made of the slots would hold their memory, and the insertion would copy
    // it.
    var place = slots.count
    while place > 0,
      (slots[place - 1].serial &- serial) & EntryTag.serialMask
        <= EntryTag.serialMask / 2
    {
      place -= 1
    }
    slots.insert(Slot(serial: serial, element: element), at: place)
    count &+= 1
  }

  /// Returns the index of the element with a serial, which is valid until the next removal.
  package func index(of serial: UInt64) -> Int? {
    let index =
      slots.count <= Self.few
      ? slots.firstIndex { $0.serial == serial } : indexByHalves(of: serial)
    guard let index, slots[index].element != nil else { return nil }
    return index
  }

  /// Finds a slot by binary search.
  ///
  /// NB: serials are compared by their distance from the oldest, so that they stay in order when
  /// they wrap around.
  func indexByHalves(of serial: UInt64) -> Int? {
    let oldest = slots[0].serial
    let wanted = (serial &- oldest) & EntryTag.serialMask
    var range = slots.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let found = (slots[middle].serial &- oldest) & EntryTag.serialMask
      if found == wanted { return middle }
      range = found < wanted ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// The serial at an index that ``index(of:)`` found.
  package func serial(at index: Int) -> UInt64 { slots[index].serial }

  /// The element at an index that ``index(of:)`` found.
  package subscript(_ index: Int) -> Element {
    guard let element = slots[index].element else { unreachable("an empty slot is read") }
    return element
  }

  /// Changes the element at an index that ``index(of:)`` found.
  package mutating func update<Result>(
    at index: Int, _ change: (inout Element) -> Result
  ) -> Result {
    // The list gives up its reference, so that changing an array in the element copies nothing.
    guard var element = slots[index].element.take() else {
      unreachable("an empty slot is updated")
    }
    let result = change(&element)
    slots[index].element = element
    return result
  }

  /// Removes the element at an index that ``index(of:)`` found, and returns it.
  @discardableResult
  package mutating func remove(at index: Int) -> Element {
    guard let element = slots[index].element.take() else {
      unreachable("an empty slot is emptied")
    }
    count &-= 1
    if slots.count <= Self.few { _ = slots.remove(at: index) } else { closeGaps() }
    return element
  }

  /// Closes the gaps if half of the slots are empty.
  mutating func closeGaps() {
    guard slots.count >= 2 * count else { return }
    // NB: into new memory, so that the list gives back the memory of the removed elements.
    slots = slots.filter { $0.element != nil }
  }

  /// Removes all elements.
  package mutating func removeAll() {
    slots.removeAll(keepingCapacity: slots.capacity <= 8 * Self.few)
    count = 0
  }
}

extension SerialList.Slot: Sendable where Element: Sendable {}
extension SerialList: Sendable where Element: Sendable {}
