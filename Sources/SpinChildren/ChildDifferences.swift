public import SpinCore

/// The boxes in which two trees differ, by their labels and addresses.
///
/// Nodes that the trees share are skipped as a whole. Where two nodes differ, their branches are
/// compared from one common bound to the next, because the labels between two such bounds are the
/// same.
@usableFromInline
struct ChildDifferences<ID: Hashable & Sendable, Part: Sendable> {
  @usableFromInline typealias Tree = ChildTree<ID, Part>

  /// The boxes of the old tree whose ids are not at the same labels in the new one, in order.
  @usableFromInline var gone: ContiguousArray<Tree.Box> = []
  /// The boxes of the new tree that are not at the same labels in the old one, in order, with the
  /// old box of the same id if it is known.
  @usableFromInline var come = OneOrMore<(new: Tree.Box, old: Tree.Box?)>()

  @inlinable
  init(_ old: Tree, _ new: Tree) {
    if old.isSame(as: new) { return }
    let difference = old.height - new.height
    if difference == 0 {
      compare(old, new)
      return
    }
    var olds: ContiguousArray = [Tree.Branch(.min, 0, old)]
    var news: ContiguousArray = [Tree.Branch(.min, 0, new)]
    for _ in 0..<max(difference, 0) { olds = Self.branches(of: olds[...]) }
    for _ in 0..<max(-difference, 0) { news = Self.branches(of: news[...]) }
    compare(olds[...], news[...])
  }

  @inlinable
  mutating func compare(_ old: Tree, _ new: Tree) {
    switch (old, new) {
    case (.leaf(let olds), .leaf(let news)): compare(olds, news)
    case (.inner(let olds), .inner(let news)):
      if Self.haveSameBounds(olds, news) {
        for index in olds.indices where !olds[index].node.isSame(as: news[index].node) {
          compare(olds[index].node, news[index].node)
        }
      } else {
        compare(olds[...], news[...])
      }
    default: unreachable("nodes of different heights are compared")
    }
  }

  /// Returns whether two nodes have the same number of branches with the same bounds.
  @inlinable
  static func haveSameBounds(
    _ olds: ContiguousArray<Tree.Branch>, _ news: ContiguousArray<Tree.Branch>
  ) -> Bool {
    if olds.count != news.count { return false }
    for index in olds.indices.dropFirst() where olds[index].low != news[index].low { return false }
    return true
  }

  /// Compares nodes of one height.
  @inlinable
  mutating func compare(_ olds: Branches, _ news: Branches) {
    var old = olds.startIndex
    var new = news.startIndex
    while old < olds.endIndex || new < news.endIndex {
      if old < olds.endIndex, new < news.endIndex, olds[old].node.isSame(as: news[new].node) {
        old += 1
        new += 1
        continue
      }
      var oldEnd = min(old + 1, olds.endIndex)
      var newEnd = min(new + 1, news.endIndex)
      while true {
        let oldLow = oldEnd < olds.endIndex ? olds[oldEnd].low : nil
        let newLow = newEnd < news.endIndex ? news[newEnd].low : nil
        if oldLow == newLow { break }
        if let oldLow, newLow.map({ oldLow < $0 }) ?? true { oldEnd += 1 } else { newEnd += 1 }
      }
      compareGroup(olds[old..<oldEnd], news[new..<newEnd])
      old = oldEnd
      new = newEnd
    }
  }

  /// Compares nodes between two common bounds.
  @inlinable
  mutating func compareGroup(_ olds: Branches, _ news: Branches) {
    if olds.count == 1, news.count == 1 {
      return compare(olds[olds.startIndex].node, news[news.startIndex].node)
    }
    guard case .inner = (olds.first ?? news[news.startIndex]).node else {
      return compare(Self.slots(of: olds), Self.slots(of: news))
    }
    compare(Self.branches(of: olds)[...], Self.branches(of: news)[...])
  }

  /// Compares elements by label.
  @inlinable
  mutating func compare(_ olds: Slots, _ news: Slots) {
    var old = 0
    var new = 0
    while old < olds.count && new < news.count {
      if olds[old].label == news[new].label {
        if !olds[old].box.isSame(as: news[new].box) { compare(olds[old].box, news[new].box) }
        old += 1
        new += 1
      } else if olds[old].label < news[new].label {
        gone.append(olds[old].box)
        old += 1
      } else {
        come.append((news[new].box, nil))
        new += 1
      }
    }
    for slot in olds[old...] { gone.append(slot.box) }
    for slot in news[new...] { come.append((slot.box, nil)) }
  }

  @inlinable
  mutating func compare(_ old: Tree.Box, _ new: Tree.Box) {
    if old[0].id == new[0].id {
      come.append((new, old))
    } else {
      gone.append(old)
      come.append((new, nil))
    }
  }

  @usableFromInline typealias Slots = ContiguousArray<Tree.Slot>
  @usableFromInline typealias Branches = ArraySlice<Tree.Branch>

  /// Returns the branches of all nodes, with valid bounds.
  @inlinable
  static func branches(of nodes: Branches) -> ContiguousArray<Tree.Branch> {
    var all: ContiguousArray<Tree.Branch> = []
    for node in nodes {
      guard case .inner(let branches) = node.node else { unreachable("a leaf has no branches") }
      let first = all.count
      all += branches
      all[first].low = node.low
    }
    return all
  }

  @inlinable
  static func slots(of nodes: Branches) -> Slots {
    var all: Slots = []
    for node in nodes {
      guard case .leaf(let slots) = node.node else { unreachable("an inner node has no slots") }
      all += slots
    }
    return all
  }
}

extension ChildTree {
  /// Returns whether it is the same node, without comparing its content.
  @inlinable
  func isSame(as other: ChildTree) -> Bool {
    switch (self, other) {
    case (.leaf(let slots), .leaf(let others)): slots.isSame(as: others)
    case (.inner(let branches), .inner(let others)): branches.isSame(as: others)
    default: false
    }
  }
}
