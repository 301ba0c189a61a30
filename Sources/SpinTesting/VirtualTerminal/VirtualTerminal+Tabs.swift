extension VirtualTerminal {
  mutating func tab(forward count: Int) {
    violate(.contested, "depends on the tab stops")
    for _ in 0..<min(count, columns) {
      let next = tabStops.filter { $0 > position.column }.min()
      position.column = min(next ?? columns - 1, columns - 1)
    }
  }

  mutating func tab(back count: Int) {
    violate(.contested, "depends on the tab stops")
    for _ in 0..<min(count, columns) {
      move(column: tabStops.filter { $0 < position.column }.max() ?? 0)
    }
  }

  mutating func clearTabs(_ part: Int) -> Bool {
    switch part {
    case 0: tabStops.remove(position.column)
    case 3: tabStops.removeAll()
    default: return false
    }
    return true
  }
}
