/// The changes from one ordered collection to the next.
///
/// If several elements have one id, the first counts.
extension TypedParts where Parts: RandomAccessCollection, Parts.Element == Part {
  /// Compares the elements of a collection for a feedback, whose table keeps them.
  @inlinable
  static func elements(
    id: @escaping (Part) -> ID, areEqual: @escaping (Part, Part) -> Bool
  ) -> TypedParts where Parts: Equatable {
    let duplicates = Duplicates(in: "Feedback(forEach:)", ofSeveral: "elements")
    return TypedParts { old, new, isKnown, tell in
      if old == new { return }
      listChanges(from: old, to: new, id: id, areEqual: areEqual, duplicates, isKnown, tell)
    }
  }

  /// Lists the changes.
  ///
  /// At the beginning and at the end, both collections may have the same ids. There they are compared element
  /// by element. The elements between are looked up by id.
  ///
  /// - Complexity: O(n) comparisons, and a lookup for each element from the first to the last that
  ///   was added, removed or moved. If several elements have one id, O(n) lookups.
  /// - Returns: Whether each id is in its old place.
  @inlinable @discardableResult
  static func listChanges(
    from old: Parts?, to new: Parts, id: (Part) -> ID, areEqual: (Part, Part) -> Bool,
    _ duplicates: Duplicates, _ isKnown: (ID) -> Bool, _ tell: (TypedPartChange<ID, Part>) -> Void
  ) -> Bool {
    let (old, new) = (old?[...] ?? new.prefix(0), new[...])
    var (start, end) = duplicates.areThere ? (0, 0) : shared(old, new, id)
    duplicates.areThere = false
    var middle = match(old, new, start, end, id, duplicates, isKnown)
    if middle == nil {
      (start, end) = (0, 0)
      middle = match(old, new, start, end, id, duplicates) { _ in false }
    }
    guard let (matches, left) = middle else { return false }
    func compare(_ offset: Int, _ former: Int) {
      let (before, element) = (old[offset: former], new[offset: offset])
      if !areEqual(before, element) { tell(.changed(id(element), from: before, to: element)) }
    }
    for offset in left { tell(.left(id(old[offset: offset]))) }
    for offset in 0..<start { compare(offset, offset) }
    for (offset, former) in matches {
      if let former {
        compare(offset, former)
      } else {
        tell(.appeared(id(new[offset: offset]), new[offset: offset]))
      }
    }
    for offset in new.count - end..<new.count { compare(offset, offset + old.count - new.count) }
    return start + end == max(old.count, new.count)
  }

  /// The number of elements at the beginning whose ids are the same as before, and the number of those
  /// at the end.
  @inlinable
  static func shared(
    _ old: Parts.SubSequence, _ new: Parts.SubSequence, _ id: (Part) -> ID
  ) -> (start: Int, end: Int) {
    let most = min(old.count, new.count)
    var start = 0
    while start < most && id(old[offset: start]) == id(new[offset: start]) { start += 1 }
    var end = 0
    while end < most - start,
      id(old[offset: old.count - 1 - end]) == id(new[offset: new.count - 1 - end])
    { end += 1 }
    return (start, end)
  }

  /// Finds the elements between the beginning and the end by their ids.
  ///
  /// - Returns: The offset of each new element, with the offset of the old element that has the same id; and
  ///   the offsets of the old elements that have left. The result is `nil` if a new element has the id of an
  ///   element at the beginning or at the end. All elements must then be compared, because the first one with
  ///   an id counts.
  @inlinable
  static func match(
    _ old: Parts.SubSequence, _ new: Parts.SubSequence, _ start: Int, _ end: Int,
    _ id: (Part) -> ID, _ duplicates: Duplicates, _ isKnown: (ID) -> Bool
  ) -> (matches: [(offset: Int, former: Int?)], left: [Int])? {
    // The offsets of the old elements; below zero once an element with the id is found.
    var places: [ID: Int] = Dictionary(minimumCapacity: old.count - start - end)
    for offset in (start..<old.count - end).reversed() { places[id(old[offset: offset])] = offset }
    var matches: [(offset: Int, former: Int?)] = []
    for offset in start..<new.count - end {
      let elementID = id(new[offset: offset])
      if let known = places.index(forKey: elementID) {
        let former = places.values[known]
        if former < 0 {
          duplicates.note(elementID)
        } else {
          matches.append((offset, former))
          places.values[known] = -1
        }
      } else if isKnown(elementID) {
        return nil
      } else {
        matches.append((offset, nil))
        places[elementID] = -1
      }
    }
    return (matches, places.values.filter { $0 >= 0 }.sorted())
  }
}

extension RandomAccessCollection {
  @inlinable
  subscript(offset offset: Int) -> Element { self[index(startIndex, offsetBy: offset)] }
}
