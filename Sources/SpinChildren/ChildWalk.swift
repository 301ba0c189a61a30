/// An iterator over the boxes of a tree, in order.
@usableFromInline
struct ChildWalk<ID: Hashable & Sendable, Part: Sendable> {
  /// The nodes on the path to the leaf, each with the index of its next branch.
  @usableFromInline var path: ContiguousArray<(ContiguousArray<ChildTree<ID, Part>.Branch>, Int)> =
    []
  @usableFromInline var slots: ContiguousArray<ChildTree<ID, Part>.Slot> = []
  @usableFromInline var offset = 0

  @inlinable
  init(_ tree: ChildTree<ID, Part>) {
    descend(tree)
  }

  @inlinable
  mutating func next() -> ChildTree<ID, Part>.Box? { nextSlot()?.box }

  /// Returns the next box with its label.
  @inlinable
  mutating func nextSlot() -> ChildTree<ID, Part>.Slot? {
    while offset == slots.count {
      guard let (branches, index) = path.popLast() else { return nil }
      if index == branches.count { continue }
      path.append((branches, index + 1))
      descend(branches[index].node)
    }
    defer { offset += 1 }
    return slots[offset]
  }

  @inlinable
  mutating func descend(_ tree: ChildTree<ID, Part>) {
    var node = tree
    while case .inner(let branches) = node {
      path.append((branches, 1))
      node = branches[0].node
    }
    guard case .leaf(let leaf) = node else { return }
    slots = leaf
    offset = 0
  }
}
