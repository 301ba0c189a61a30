public import SpinCore

/// Changes of a tree, each along one path.
///
/// NB: a node takes its array out of itself, so that the array has one reference and changes in
/// place.
extension ChildTree {
  /// Lets a closure change the part in the box at a label in place, if the box has the id.
  ///
  /// - Returns: Whether the box has the id; otherwise nothing changes.
  @inlinable
  mutating func change(_ id: ID, _ label: Int, _ change: (inout Part?) -> Void) -> Bool {
    switch self {
    case .leaf(var slots):
      self = .leaf([])
      let offset = Self.offset(of: label, in: slots)
      let isRight = slots[offset].box[0].id == id
      if isRight { change(&slots[offset].box[0].part) }
      self = .leaf(slots)
      return isRight
    case .inner(var branches):
      self = .leaf([])
      let index = Self.index(of: label, in: branches)
      let isRight = branches[index].node.change(id, label, change)
      self = .inner(branches)
      return isRight
    }
  }

  /// Changes the label of the element at a position to another one between its neighbours' labels.
  @inlinable
  mutating func relabel(_ position: Int, _ label: Int) {
    switch self {
    case .leaf(var slots):
      self = .leaf([])
      slots[position].label = label
      self = .leaf(slots)
    case .inner(var branches):
      self = .leaf([])
      let (index, rest) = Self.index(at: position, in: branches)
      if rest == 0 { branches[index].low = label }
      branches[index].node.relabel(rest, label)
      self = .inner(branches)
    }
  }

  // MARK: Inserting

  /// Inserts a slot with a new label into a tree; this node must be its root.
  @inlinable
  mutating func insertIntoRoot(_ slot: Slot, count: Int) {
    guard let second = insert(slot) else { return }
    self = .inner([Branch(.min, count + 1 - second.count, self), second])
  }

  /// Inserts a slot with a new label.
  ///
  /// - Returns: The second half of the node, if it had to be split.
  @inlinable
  mutating func insert(_ slot: Slot) -> Branch? {
    switch self {
    case .leaf(var slots):
      self = .leaf([])
      let offset = Self.offset(of: slot.label, in: slots)
      slots.insert(slot, at: offset)
      let rest = Self.split(&slots, newest: offset)
      self = .leaf(slots)
      return rest.isEmpty ? nil : Branch(rest[0].label, rest.count, .leaf(rest))
    case .inner(var branches):
      self = .leaf([])
      let index = Self.index(of: slot.label, in: branches)
      let second = branches[index].node.insert(slot)
      branches[index].count += 1
      var rest: ContiguousArray<Branch> = []
      if let second {
        branches[index].count -= second.count
        branches.insert(second, at: index + 1)
        rest = Self.split(&branches, newest: index + 1)
      }
      self = .inner(branches)
      let count = rest.reduce(0) { $0 + $1.count }
      return rest.isEmpty ? nil : Branch(rest[0].low, count, .inner(rest))
    }
  }

  /// Removes and returns the second half of a node that is too wide, or only the newest item if it
  /// was appended to a full node.
  @inlinable
  static func split<Item>(
    _ items: inout ContiguousArray<Item>, newest: Int
  ) -> ContiguousArray<Item> {
    if items.count <= capacity { return [] }
    let half = newest == items.count - 1 ? newest : items.count / 2
    let rest = ContiguousArray(items[half...])
    items.removeSubrange(half...)
    return rest
  }

  // MARK: Removing

  /// Removes the slot with a label from a tree; this node must be its root.
  @inlinable
  mutating func removeFromRoot(_ label: Int) -> Box {
    let box = remove(label)
    while case .inner(let branches) = self, branches.count == 1 { self = branches[0].node }
    return box
  }

  /// Removes the slot with a label.
  @inlinable
  mutating func remove(_ label: Int) -> Box {
    switch self {
    case .leaf(var slots):
      self = .leaf([])
      let slot = slots.remove(at: Self.offset(of: label, in: slots))
      self = .leaf(slots)
      return slot.box
    case .inner(var branches):
      self = .leaf([])
      let index = Self.index(of: label, in: branches)
      let box = branches[index].node.remove(label)
      branches[index].count -= 1
      Self.tidy(&branches, index)
      self = .inner(branches)
      return box
    }
  }

  /// Joins a node that has become narrow with a neighbour, if the two fit into one node.
  @inlinable
  static func tidy(_ branches: inout ContiguousArray<Branch>, _ index: Int) {
    if branches.count == 1 || branches[index].node.width >= capacity / 4 { return }
    if branches[index].count == 0 {
      branches.remove(at: index)
      return
    }
    let left = max(index - 1, 0)
    if branches[left].node.width + branches[left + 1].node.width > capacity { return }
    let right = branches.remove(at: left + 1)
    branches[left].count += right.count
    branches[left].node.join(right)
  }

  @inlinable
  mutating func join(_ right: Branch) {
    switch (self, right.node) {
    case (.leaf(var slots), .leaf(let others)):
      self = .leaf([])
      slots += others
      self = .leaf(slots)
    case (.inner(var branches), .inner(var others)):
      self = .leaf([])
      others[0].low = right.low
      branches += others
      self = .inner(branches)
    default: unreachable("neighbours in a tree are of different heights")
    }
  }
}
