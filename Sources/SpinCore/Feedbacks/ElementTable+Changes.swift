/// The changes of the elements from one collection to the next: first elements that have left, then
/// elements that have changed, then new ones, each in the order of its collection.
///
/// If several elements have one id, the first counts. An element whose id does not equal itself
/// never counts.
extension ElementTable {
  /// An element of the new collection: its number and its offset.
  @usableFromInline typealias Match = (number: Int, offset: Int, isNew: Bool)

  /// Compares an ordered collection with the newest one.
  ///
  /// Where the two begin and end with the same ids, they are compared element by element. The
  /// elements between are looked up by id.
  ///
  /// - Complexity: O(n) comparisons, and a lookup for each element from the first to the last that
  ///   was added, removed or moved.
  @inlinable
  mutating func update<Elements: RandomAccessCollection>(
    to new: Elements, id: (Element) -> ID, by rule: ElementRule<Element>,
    into changes: inout [ElementChange]
  ) where Elements.Element == Element {
    var (start, end) = shared(new, id)
    var middle: [Match] = []
    if start + end < max(new.count, order.count) {
      if let found = match(new, id, start, end) {
        middle = found
      } else {
        end = 0  // An element in the middle has the id of one at the end, and counts in its place.
        middle = match(new, id, start, end) ?? []
      }
    }
    let left = order[start..<order.count - end].filter { records[$0].mark != round + 1 }
    for number in left { changes.append(ElementChange(number, .left)) }
    for index in 0..<start {
      compare(order[index], new[offset: index], rule, &changes)
    }
    for found in middle where !found.isNew {
      compare(found.number, new[offset: found.offset], rule, &changes)
    }
    for index in 0..<end {
      let number = order[order.count - end + index]
      compare(number, new[offset: new.count - end + index], rule, &changes)
    }
    for found in middle where found.isNew {
      if let change = rule.change(nil, new[offset: found.offset]) {
        changes.append(ElementChange(found.number, change))
      }
    }
    if !left.isEmpty || !middle.isEmpty {
      order.replaceSubrange(start..<order.count - end, with: middle.map(\.number))
    }
    for number in left { remove(number) }
  }

  /// The number of elements at the beginning whose ids are the same as before, and the number of those
  /// at the end.
  @inlinable
  func shared<Elements: RandomAccessCollection>(
    _ new: Elements, _ id: (Element) -> ID
  ) -> (start: Int, end: Int) where Elements.Element == Element {
    let most = min(new.count, order.count)
    var start = 0
    while start < most && records[order[start]].id == id(new[offset: start]) { start += 1 }
    var end = 0
    while end < most - start,
      records[order[order.count - 1 - end]].id == id(new[offset: new.count - 1 - end])
    {
      end += 1
    }
    return (start, end)
  }

  /// Finds the elements between the beginning and the end by their ids, and adds the new ones.
  ///
  /// - Returns: The elements; `nil` if one of them has the id of an element at the end or the
  ///   beginning.
  @inlinable
  mutating func match<Elements: RandomAccessCollection>(
    _ new: Elements, _ id: (Element) -> ID, _ start: Int, _ end: Int
  ) -> [Match]? where Elements.Element == Element {
    round += 2
    for number in order[start..<order.count - end] { records[number].mark = round }
    var found: [Match] = []
    for offset in start..<new.count - end {
      let element = new[offset: offset]
      let elementID = id(element)
      guard let number = numbers[elementID] else {
        // An id that does not equal itself, such as NaN, would never be found again, nor forgotten.
        guard elementID == elementID else { continue }
        found.append((add(elementID, element), offset, true))
        continue
      }
      if records[number].mark == round {
        records[number].mark = round + 1
        found.append((number, offset, false))
      } else if end > 0 && records[number].mark < round {
        // The id is also at the end, or at the beginning, where this is a duplicate: the next try
        // decides.
        for added in found where added.isNew { remove(added.number) }
        return nil
      } else {
        duplicates.note(elementID)
      }
    }
    return found
  }

  /// Compares an element with the newest one of its id.
  @inlinable
  mutating func compare(
    _ number: Int, _ element: Element, _ rule: ElementRule<Element>,
    _ changes: inout [ElementChange]
  ) {
    if let change = replace(number, element, rule) {
      changes.append(ElementChange(number, change))
    }
  }
}

extension ElementTable where Element == Void {
  /// Takes the changes that a collection lists by calling a closure.
  @inlinable
  mutating func update<Part>(
    by rule: ElementRule<Part>, into changes: inout [ElementChange],
    from list: ((TypedPartChange<ID, Part>) -> Void) -> Void
  ) {
    var left: [Int] = []
    var appeared: [(id: ID, change: Engine.ElementChange?)] = []
    list { change in
      switch change {
      case .left(let id):
        if let number = numbers[id] {
          left.append(number)
          changes.append(ElementChange(number, .left))
        }
      case .changed(let id, let old, let new):
        if let number = numbers[id], let change = rule.change(old, new) {
          changes.append(ElementChange(number, change))
        }
      // An id that does not equal itself, such as NaN, cannot be found again.
      case .appeared(let id, let part):
        if id == id { appeared.append((id, rule.change(nil, part))) }
      }
    }
    for (id, change) in appeared {
      let number = add(id, ())
      if let change { changes.append(ElementChange(number, change)) }
    }
    for number in left { remove(number) }
  }
}

extension RandomAccessCollection {
  @inlinable
  subscript(offset offset: Int) -> Element { self[index(startIndex, offsetBy: offset)] }
}
