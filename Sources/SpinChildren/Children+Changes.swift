public import SpinCore

extension Children {
  /// Returns whether the other collection is a copy, and neither has changed since.
  @inlinable
  func isSame(as other: Children) -> Bool { tree.isSame(as: other.tree) }
}

extension Children where Part: Equatable {
  /// Reports the differences from another collection, such as an older copy.
  ///
  /// The comparison skips nodes that both collections share, which it detects by their addresses.
  /// It compares each other part that both have once, by `==`. A changed order alone is not a
  /// difference.
  ///
  /// *Ordering*: first all removed parts, in the old order; then all inserted or changed parts, in
  /// the new order.
  ///
  /// - Complexity: O(1) for copies; O(*m* log *n*) for copies with *m* changes; otherwise O(*n*)
  ///   lookups.
  @inlinable
  package func forEachChange(
    since old: Children, removed: (ID) -> Void, inserted: (ID, Part) -> Void,
    changed: (ID, _ old: Part, _ new: Part) -> Void
  ) {
    let differences = ChildDifferences(old.tree, tree)
    for box in differences.gone where label(of: box[0].id) == nil { removed(box[0].id) }
    differences.come.forEach { box, oldBox in
      let (id, part) = Self.element(box)
      guard let oldBox = oldBox ?? old.box(of: id) else { return inserted(id, part) }
      if oldBox.isSame(as: box) { return }
      let (_, oldPart) = Self.element(oldBox)
      if oldPart != part { changed(id, oldPart, part) }
    }
  }
}
