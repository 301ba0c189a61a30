@testable import SpinCore

extension StageMachine {
  /// The invariants that the machine violates; empty if it is consistent.
  var violations: [String] {
    let open = nodes.count { $0.parent == StageNode.none && $0.phase == .open }
    var violations = open == self.open ? [] : ["\(open) open trees are counted as \(self.open)"]
    for (place, node) in nodes.enumerated() {
      func expect(_ condition: Bool, _ fact: String) {
        if !condition { violations.append("node \(place), \(node.kind): \(fact)") }
      }
      let open = openChildren(of: place)
      let isInside = node.parent != StageNode.none
      expect(
        node.phase != .open || !isInside || nodes[Int(node.parent)].phase == .open,
        "what is open is in something open")
      expect(!node.isWaiting || node.phase != .idle, "what waits has begun")
      expect(
        node.serial == 0 || node.phase == .open && node.isLeaf, "what runs is open, and a leaf")
      guard node.phase == .open else { continue }
      switch node.kind {
      case .work, .attempt: expect(open == 0, "a leaf has no children")
      case .delay: expect(open == (node.isWaiting ? 0 : 1), "a delay waits, or its child is open")
      case .timeout: expect(open == 2, "a timeout and its child are open together")
      case .race, .all:
        expect(open == Int(node.left) && open > 0, "the open children are counted")
      case .chain: expect(open == 1, "of a chain one child is open")
      }
    }
    return violations
  }

  private func openChildren(of place: Int) -> Int {
    var open = 0
    var child = nodes[place].firstChild
    while child != StageNode.none {
      if nodes[Int(child)].phase == .open { open += 1 }
      child = nodes[Int(child)].nextSibling
    }
    return open
  }
}
