/// The order of a ``Children``: a persistent tree of boxes, sorted by labels.
///
/// A label is a number that an element has for as long as it keeps its place. Labels are in the order of
/// the elements and leave gaps, so whatever is inserted or removed leaves the others theirs: an index
/// by id has to know nothing but labels, and two trees of one lineage are compared by them.
///
/// ```
///            inner   low: −∞      low: 7·2³²
///                      │              │
///     leaf   1·2³²  4·2³²  5·2³²     7·2³²  8·2³²
///              │
///     box    id, part
/// ```
///
/// Arrays are the nodes and the boxes, which makes all of it `Sendable`, shared by copies, and copied
/// where it changes: a write copies one path of the tree and one box, if they are shared.
@usableFromInline
enum ChildTree<ID: Hashable & Sendable, Part: Sendable>: Sendable {
  case leaf(ContiguousArray<Slot>)
  case inner(ContiguousArray<Branch>)

  @usableFromInline
  struct Child: Sendable {
    @usableFromInline let id: ID
    /// `nil` only while the part is lent to who changes it.
    @usableFromInline var part: Part?

    @inlinable
    init(_ id: ID, _ part: Part) {
      self.id = id
      self.part = part
    }
  }

  /// One child, with an address that tells whether it is the same one.
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
    /// The labels of the node are not lower, and those of the nodes before it are.
    ///
    /// NB: that of the first branch of a node does not count; the one that leads to the node does.
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

  /// How many slots or branches a node has at most.
  ///
  /// NB: a write copies all of those on its path, and the loop's comparison looks at them once more. With 8
  /// a write to one of 1,000 or 10,000 is cheaper than with 16, and one to one of 10 costs 5 % more.
  @inlinable static var capacity: Int { 8 }

  /// How many slots or branches this node has.
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

  /// The box with a label, which must be there.
  @inlinable
  func box(_ label: Int) -> Box {
    switch self {
    case .leaf(let slots): slots[Self.offset(of: label, in: slots)].box
    case .inner(let branches): branches[Self.index(of: label, in: branches)].node.box(label)
    }
  }

  /// How many elements there are before a label.
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

  /// The first slot whose label is not lower.
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

  /// The branch that a label belongs to.
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

  /// The branch that a position belongs to, and the position in it.
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
