import SpinTesting
import Testing

@testable import SpinTTY

struct ScrollFinderTests {
  /// A grid whose rows are numbers, and blank for 0.
  private func grid(_ rows: [Int]) -> CellGrid {
    let canvas = Canvas(size: Size(columns: 12, rows: rows.count))
    for (row, number) in rows.enumerated() where number > 0 {
      canvas.surface.put("row \(number)", column: number % 3, row: row)
    }
    return canvas.grid
  }

  private func scroll(from old: [Int], to new: [Int]) -> RowShift? {
    let differing = old.indices.filter { old[$0] != new[$0] }
    guard let first = differing.first, let last = differing.last else { return nil }
    var finder = ScrollFinder()
    return finder.find(
      shown: grid(old), wanted: grid(new), changed: differing, within: first..<last + 1)
  }

  @Test func aLogThatGrowsScrollsUp() {
    let found = scroll(from: [1, 2, 3, 4, 5, 6], to: [2, 3, 4, 5, 6, 7])
    #expect(found == RowShift(rows: 0..<6, shift: 1))
  }

  @Test func aLineThatMovesAmongBlankOnesScrollsThoughTwoRowsChange() {
    let found = scroll(from: [0, 0, 9, 0, 0, 0, 3], to: [0, 0, 0, 9, 0, 0, 4])
    #expect(found?.shift == -1)
  }

  @Test func rowsThatShowWhatNoneHasShownDoNotScroll() {
    #expect(scroll(from: [1, 2, 3, 4, 5, 6], to: [7, 2, 3, 4, 5, 8]) == nil)
  }

  /// Whether three rows or more that follow each other moved alike, one of which changed by that.
  private func hasMoved(_ old: [Int], _ new: [Int], within rows: Range<Int>) -> Bool {
    for shift in -8...8 where shift != 0 {
      let moved = rows.map { rows.contains($0 + shift) && new[$0] == old[$0 + shift] }
      for start in moved.indices.dropLast(2) {
        let run = moved[start...].prefix { $0 }.indices
        let changes = run.contains { new[rows.lowerBound + $0] != old[rows.lowerBound + $0] }
        if run.count >= 3, changes { return true }
      }
    }
    return false
  }

  @Test(arguments: Seeds.series(300))
  func aScrollIsFoundWhereverRowsMovedTogether(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 4 + Int(random.next() % 16)
    let old = (0..<count).map { _ in Int(random.next() % 6) }
    var new = old
    if random.next() % 2 == 0 {
      let shift = 1 + Int(random.next() % 4)
      for row in 0..<count where row + shift < count { new[row] = old[row + shift] }
    }
    for _ in 0..<Int(random.next() % 4) {
      new[Int(random.next() % UInt64(count))] = Int(random.next() % 9)
    }
    let differing = old.indices.filter { old[$0] != new[$0] }
    guard let first = differing.first, let last = differing.last else { return }
    let isExpected = hasMoved(old, new, within: first..<last + 1)
    #expect((scroll(from: old, to: new) != nil) == isExpected, "seed \(seed): \(old) \(new)")
  }
}
