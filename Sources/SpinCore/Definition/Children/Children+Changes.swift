extension Children {
  /// Whether the other one is a copy that neither has changed since.
  @inlinable
  func isSame(as other: Children) -> Bool { tree.isSame(as: other.tree) }
}

extension Children where Part: Equatable {
  /// Tells the differences from an older collection; any two will do.
  ///
  /// The comparison skips nodes that both collections share, which it knows by their addresses. It compares
  /// each other part that both have once, by `==`. A new order alone is no difference.
  ///
  /// *Ordering*: first all that was removed, in the old order; then all that was inserted or changed, in
  /// the new order.
  ///
  /// - Complexity: O(1) for copies; O(*m* log *n*) for copies with *m* changes; otherwise O(*n*) look-ups.
  @inlinable
  package func forEachChange(
    since old: Children, removed: (ID) -> Void, inserted: (ID, Part) -> Void,
    changed: (ID, _ old: Part, _ new: Part) -> Void
  ) {
    let differences = ChildDifferences(old.tree, tree)
    for box in differences.gone where label(of: box[0].id) == nil { removed(box[0].id) }
    for (box, oldBox) in differences.come {
      let (id, part) = Self.element(box)
      guard let oldBox = oldBox ?? old.box(of: id) else {
        inserted(id, part)
        continue
      }
      if oldBox.isSame(as: box) { continue }
      let (_, oldPart) = Self.element(oldBox)
      if oldPart != part { changed(id, oldPart, part) }
    }
  }
}
