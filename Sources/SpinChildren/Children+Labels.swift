public import SpinCore

/// The labels of elements, and the assignment of new ones.
extension Children {
  /// The distance of an appended element's label from the one before it.
  ///
  /// It leaves room for 32 insertions at one place, and for two billion appended elements.
  @inlinable static var gap: Int { 1 << 32 }

  @inlinable
  func label(of id: ID) -> Int? {
    index.label(of: id.hashValue) { tree.box($0)[0].id == id }
  }

  @inlinable
  func box(of id: ID) -> Tree.Box? {
    var found: Tree.Box?
    _ = index.label(of: id.hashValue) { label in
      let box = tree.box(label)
      if box[0].id != id { return false }
      found = box
      return true
    }
    return found
  }

  /// Lets a closure change the part of an id in place, if there is one.
  ///
  /// - Returns: The label of the id; `nil` if there is no such id.
  @inlinable
  @discardableResult
  mutating func change(_ id: ID, _ change: (inout Part?) -> Void) -> Int? {
    let index = index
    return index.label(of: id.hashValue) { tree.change(id, $0, change) }
  }

  @inlinable
  static func element(_ box: Tree.Box) -> Element {
    guard let part = box[0].part else { unreachable("a part is read while it changes") }
    return (box[0].id, part)
  }

  @inlinable
  func slot(at position: Int) -> Tree.Slot {
    require(
      position >= 0 && position < size,
      "Children has \(size) elements, and none at the position \(position).")
    return tree.slot(at: position)
  }

  @inlinable
  mutating func insert(_ child: Tree.Child, _ label: Int) {
    insert([child], label)
  }

  @inlinable
  mutating func insert(_ box: Tree.Box, _ label: Int) {
    index.insert(label, hash: box[0].id.hashValue)
    tree.insertIntoRoot(Tree.Slot(label, box), count: size)
    size += 1
  }

  @inlinable
  @discardableResult
  mutating func remove(_ id: ID, _ label: Int) -> Tree.Box {
    index.remove(label, hash: id.hashValue)
    size -= 1
    return tree.removeFromRoot(label)
  }

  // MARK: New labels

  /// Returns a label after all others.
  @inlinable
  mutating func appendixLabel() -> Int {
    if size == 0 { return 0 }
    let (label, isTooFar) = tree.slot(at: size - 1).label.addingReportingOverflow(Self.gap)
    if !isTooFar { return label }
    rebuild(boxes)
    return appendixLabel()
  }

  /// Returns a label for an element to insert at a position.
  @inlinable
  mutating func label(at position: Int) -> Int {
    if position == size { return appendixLabel() }
    let next = tree.slot(at: position).label
    if position == 0 {
      let (label, isTooFar) = next.subtractingReportingOverflow(Self.gap)
      if !isTooFar { return label }
      rebuild(boxes)
    } else {
      let previous = tree.slot(at: position - 1).label
      let distance = UInt(bitPattern: next &- previous)
      if distance > 1 { return previous &+ Int(bitPattern: distance / 2) }
      makeRoom(at: position)
    }
    return label(at: position)
  }

  /// Spreads the labels of the elements around a position, as few as possible.
  @inlinable
  mutating func makeRoom(at position: Int) {
    var reach = Tree.capacity
    while reach < size {
      let range = Swift.max(position - reach, 1)..<Swift.min(position + reach, size - 1)
      reach *= 2
      let before = tree.slot(at: range.lowerBound - 1).label
      let behind = tree.slot(at: range.upperBound).label
      let step = UInt(bitPattern: behind &- before) / UInt(range.count + 1)
      if step < 1 << 16 { continue }
      for (offset, position) in range.enumerated() {
        relabel(position, before &+ Int(bitPattern: step * UInt(offset + 1)))
      }
      // The bound of this element's node may be too low for its new neighbours.
      return tree.relabel(range.upperBound, behind)
    }
    rebuild(boxes)
  }

  @inlinable
  mutating func relabel(_ position: Int, _ label: Int) {
    let slot = tree.slot(at: position)
    tree.relabel(position, label)
    index.replace(slot.label, hash: slot.box[0].id.hashValue, with: label)
  }

  // MARK: All elements

  /// The boxes in order.
  @inlinable var boxes: ContiguousArray<Tree.Box> {
    var boxes: ContiguousArray<Tree.Box> = []
    boxes.reserveCapacity(size)
    var walk = ChildWalk(tree)
    while let box = walk.next() { boxes.append(box) }
    return boxes
  }

  /// Rebuilds the collection from boxes, with new labels.
  @inlinable
  mutating func rebuild(_ boxes: ContiguousArray<Tree.Box>) {
    self = Children()
    for (position, box) in boxes.enumerated() { insert(box, position * Self.gap) }
  }
}
