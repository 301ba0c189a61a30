/// A scroll of `rows`, after which each row shows the content of the row `shift` rows below it.
struct RowShift: Equatable {
  /// All rows of the region, including those that scroll in blank.
  let rows: Range<Int>
  /// The number of rows that the content moves up, or down if negative.
  let shift: Int

  /// Returns the range from the first to the last of the scrolled rows and `other`.
  func reach(with other: Range<Int>) -> Range<Int> {
    min(rows.lowerBound, other.lowerBound)..<max(rows.upperBound, other.upperBound)
  }

  /// Returns the row whose content is in `row` afterwards, or `nil` if `row` is blank.
  func source(of row: Int) -> Int? {
    guard rows.contains(row) else { return row }
    return rows.contains(row + shift) ? row + shift : nil
  }
}

/// Finds the scroll that moves the most rows to their places, by hashes of rows.
struct ScrollFinder {
  private var old: [UInt64] = []
  private var new: [UInt64] = []

  private static let shiftLimit = 8
  private static let runLength = 3

  /// Returns the best scroll, or `nil` if none is worth trying.
  ///
  /// For each shift, rows moved to their place count for it, and rows moved away from their place
  /// against it. One pass finds the best stretch of rows.
  ///
  /// `rows` is the range of all changed rows, and `changed` contains their numbers.
  mutating func find(
    shown: CellGrid, wanted: CellGrid, changed: [Int], within rows: Range<Int>
  ) -> RowShift? {
    guard rows.count > ScrollFinder.runLength,
      ScrollFinder.hasMoved(shown, wanted, changed, within: rows)
    else { return nil }
    ScrollFinder.hash(shown, into: &old)
    ScrollFinder.hash(wanted, into: &new)
    var best: (scroll: RowShift, gain: Int)?
    for distance in 1...ScrollFinder.shiftLimit {
      for shift in [distance, -distance] {
        guard let found = stretch(shift: shift, within: rows) else { continue }
        if found.gain > best?.gain ?? 0 { best = found }
      }
    }
    guard let scroll = best?.scroll, isFree(scroll, shown), isFree(scroll, wanted) else {
      return nil
    }
    return scroll
  }

  /// Returns whether a changed row has the content that another row showed.
  ///
  /// If none does, no scroll moves a row to its place.
  private static func hasMoved(
    _ shown: CellGrid, _ wanted: CellGrid, _ changed: [Int], within rows: Range<Int>
  ) -> Bool {
    let columns = wanted.size.columns
    return shown.cells.withView { old in
      wanted.cells.withView { new in
        for row in changed {
          let wantedRow = new.part(row * columns..<(row + 1) * columns)
          let nearest = max(rows.lowerBound, row - shiftLimit)
          let farthest = min(rows.upperBound - 1, row + shiftLimit)
          for source in nearest...farthest
          where old.part(source * columns..<(source + 1) * columns)
            .begins(like: wantedRow, count: max(shown.ends[source], wanted.ends[row]))
          {
            return true
          }
        }
        return false
      }
    }
  }

  private static func hash(_ grid: CellGrid, into hashes: inout [UInt64]) {
    hashes.removeAll(keepingCapacity: true)
    let columns = grid.size.columns
    grid.cells.withView { cells in
      for row in 0..<grid.size.rows {
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
        let start = row * columns
        var end = start + grid.ends[row]
        while end > start, cells[end - 1] == .blank { end -= 1 }
        for index in start..<end {
          hash = (hash ^ cells[index].bits) &* 0xD6E8_FEB8_6659_FD93
          hash ^= hash >> 32
        }
        hashes.append(hash)
      }
    }
  }

  /// Returns the stretch of rows with the greatest gain for a shift, if enough contiguous rows
  /// move.
  private func stretch(shift: Int, within changed: Range<Int>) -> (scroll: RowShift, gain: Int)? {
    guard mayMove(shift, within: changed) else { return nil }
    var best: (rows: ClosedRange<Int>, gain: Int, run: Int)?
    var start = changed.lowerBound
    var gain = 0
    var run = 0
    var longest = 0
    for row in changed {
      let source = row + shift
      let moves = changed.contains(source) && new[row] == old[source]
      let stays = new[row] == old[row]
      run = moves ? run + 1 : 0
      longest = max(longest, run)
      if moves, !stays { gain += 1 }
      if stays, !moves { gain -= 1 }
      if gain <= 0 {
        (start, gain, run, longest) = (row + 1, 0, 0, 0)
      } else if moves, gain > best?.gain ?? 0, longest >= ScrollFinder.runLength {
        best = (start...row, gain, longest)
      }
    }
    guard let best else { return nil }
    let rows =
      shift > 0
      ? best.rows.lowerBound..<best.rows.upperBound + 1 + shift
      : best.rows.lowerBound + shift..<best.rows.upperBound + 1
    return (RowShift(rows: rows, shift: shift), best.gain)
  }

  /// Whether enough rows show the content of a row at a distance that the rows may be contiguous.
  private func mayMove(_ shift: Int, within changed: Range<Int>) -> Bool {
    let start = max(changed.lowerBound, changed.lowerBound - shift)
    let end = min(changed.upperBound, changed.upperBound - shift)
    var count = 0
    for row in start..<max(start, end) where new[row] == old[row + shift] { count += 1 }
    return count >= ScrollFinder.runLength
  }

  /// Returns whether the rows have no glyphs of contested width.
  private func isFree(_ scroll: RowShift, _ grid: CellGrid) -> Bool {
    let columns = grid.size.columns
    return grid.cells.withView {
      $0[scroll.rows.lowerBound * columns..<scroll.rows.upperBound * columns]
        .allSatisfy { !$0.isContested }
    }
  }
}
