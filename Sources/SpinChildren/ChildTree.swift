public import SpinCore

/// The order of a ``Children``: a persistent tree of boxes, sorted by labels.
///
/// A label is a number that an element has as long as it keeps its place. Labels are in the order
/// of the elements and leave gaps, so an insertion or removal leaves the labels of other elements
/// unchanged. An index by id needs only labels, and two trees of one lineage are compared by their
/// labels.
///
/// ```
///            inner   low: −∞      low: 7·2³²
///                      │              │
///     leaf   1·2³²  4·2³²  5·2³²     7·2³²  8·2³²
///              │
///     box    id, part
/// ```
///
/// Nodes and boxes are arrays, so the tree is `Sendable`, shared by copies, and copied on write: a
/// write copies one path of the tree and one box, if they are shared.
@usableFromInline
enum ChildTree<ID: Hashable & Sendable, Part: Sendable>: Sendable {
  case leaf(ContiguousArray<Slot>)
  case inner(ContiguousArray<Branch>)

  @usableFromInline
  struct Child: Sendable {
    @usableFromInline let id: ID
    /// `nil` only while the part is lent to the code that changes it.
    @usableFromInline var part: Part?

    @inlinable
    init(_ id: ID, _ part: Part) {
      self.id = id
      self.part = part
    }
  }

  /// One child, whose identity is the address of the array's storage.
  @usableFromInline typealias Box = ContiguousArray<Child>

  @usableFromInline
  struct Slot: Sendable {
    @usableFromInline var label: Int
    @usableFromInline var box: Box

    @inlinable
    init(_ label: Int, _ box: Box) {
      self.label = label
      self.box = box
    }
  }

  @usableFromInline
  struct Branch: Sendable {
    /// The lower bound of the node's labels; the labels of the nodes before it are lower.
    ///
    /// NB: the bound of a node's first branch is ignored; that of the branch to the node counts
    /// instead.
    @usableFromInline var low: Int
    @usableFromInline var count: Int
    @usableFromInline var node: ChildTree

    @inlinable
    init(_ low: Int, _ count: Int, _ node: ChildTree) {
      self.low = low
      self.count = count
      self.node = node
    }
  }

  /// The maximum number of slots or branches of a node.
  ///
  /// NB: a write copies all slots and branches on its path, and the loop's comparison visits them
  /// once more. With 8, a write to one of 1,000 or 10,000 elements is cheaper than with 16, and a
  /// write to one of 10 costs 5 % more.
  @inlinable static var capacity: Int { 8 }

  /// The number of slots or branches of this node.
  @inlinable var width: Int {
    switch self {
    case .leaf(let slots): slots.count
    case .inner(let branches): branches.count
    }
  }

  @inlinable var height: Int {
    switch self {
    case .leaf: 0
    case .inner(let branches): branches[0].node.height + 1
    }
  }

  // MARK: By label

  /// Returns the box with a label, which must exist.
  @inlinable
  func box(_ label: Int) -> Box {
    switch self {
    case .leaf(let slots): slots[Self.offset(of: label, in: slots)].box
    case .inner(let branches): branches[Self.index(of: label, in: branches)].node.box(label)
    }
  }

  /// Returns the number of elements before a label.
  @inlinable
  func position(of label: Int) -> Int {
    switch self {
    case .leaf(let slots): return Self.offset(of: label, in: slots)
    case .inner(let branches):
      let index = Self.index(of: label, in: branches)
      let before = branches[..<index].reduce(0) { $0 + $1.count }
      return before + branches[index].node.position(of: label)
    }
  }

  /// Returns the offset of the first slot whose label is not lower.
  @inlinable
  static func offset(of label: Int, in slots: ContiguousArray<Slot>) -> Int {
    var low = 0
    var high = slots.count
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].label < label { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the index of the branch that a label belongs to.
  @inlinable
  static func index(of label: Int, in branches: ContiguousArray<Branch>) -> Int {
    var low = 1
    var high = branches.count
    while low < high {
      let middle = (low + high) / 2
      if branches[middle].low <= label { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  // MARK: By position

  @inlinable
  func slot(at position: Int) -> Slot {
    switch self {
    case .leaf(let slots): return slots[position]
    case .inner(let branches):
      let (index, rest) = Self.index(at: position, in: branches)
      return branches[index].node.slot(at: rest)
    }
  }

  /// Returns the index of the branch that a position belongs to, and the position in that branch.
  @inlinable
  static func index(
    at position: Int, in branches: ContiguousArray<Branch>
  ) -> (index: Int, rest: Int) {
    var rest = position
    for index in branches.indices {
      if rest < branches[index].count { return (index, rest) }
      rest -= branches[index].count
    }
    unreachable("a tree has fewer elements than it counts")
  }
}
