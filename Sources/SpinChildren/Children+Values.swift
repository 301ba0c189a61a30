public import SpinCore

extension Children: Equatable where Part: Equatable {
  /// Returns whether both have equal parts under equal ids, in the same order.
  ///
  /// - Complexity: O(1) for copies, O(*m* log *n*) for copies with *m* written parts, otherwise
  ///   O(*n*).
  @inlinable
  public static func == (left: Children, right: Children) -> Bool {
    left.size == right.size && left.tree.isEqual(to: right.tree)
  }
}

extension ChildTree where Part: Equatable {
  /// Returns whether two trees with the same number of elements are equal.
  @inlinable
  func isEqual(to other: ChildTree) -> Bool {
    if isSame(as: other) { return true }
    if case .inner(let branches) = self, case .inner(let others) = other,
      branches.elementsEqual(others, by: { $0.count == $1.count })
    {
      return zip(branches, others).allSatisfy { $0.node.isEqual(to: $1.node) }
    }
    var walk = ChildWalk(self)
    var otherWalk = ChildWalk(other)
    while let box = walk.next(), let otherBox = otherWalk.next() {
      if box.isSame(as: otherBox) { continue }
      if box[0].id != otherBox[0].id || box[0].part != otherBox[0].part { return false }
    }
    return true
  }
}

extension Children: Hashable where Part: Hashable {
  /// Hashes the ids and parts, in order.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    for (id, part) in self {
      hasher.combine(id)
      hasher.combine(part)
    }
  }
}

extension Children: ExpressibleByDictionaryLiteral {
  /// Creates a collection of ids and parts, in written order.
  ///
  /// If several parts have one id, the last one counts, in the place of the first.
  @inlinable
  public init(dictionaryLiteral elements: (ID, Part)...) {
    self.init(elements)
  }
}

extension Children: ExpressibleByArrayLiteral where Part: Identifiable, Part.ID == ID {
  /// Creates a collection of parts under their own ids, in written order.
  ///
  /// If several parts have one id, the last one counts, in the place of the first.
  @inlinable
  public init(arrayLiteral parts: Part...) {
    self.init(parts)
  }
}

extension Children: CustomStringConvertible {
  /// The ids and parts in order, as in a dictionary.
  public var description: String {
    if isEmpty { return "[:]" }
    return "[" + map { "\(inWords($0.id)): \(inWords($0.part))" }.joined(separator: ", ") + "]"
  }
}

extension Children: CustomReflectable {
  /// The parts in order, under the names of their ids.
  public var customMirror: Mirror {
    Mirror(self, children: map { (label: inWords($0.id), value: $0.part) }, displayStyle: .struct)
  }
}
