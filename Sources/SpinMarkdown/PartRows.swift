internal import SpinSystem
internal import SpinTTY

/// The rows at which the parts of a document begin, in the rooms that it was measured in last.
///
/// The rows depend only on the document, which never changes, on the width, and on what the terminal can
/// show. The copies of a document share them, so that a frame reads only the parts in the window.
final class PartRows: Sendable {
  struct Plan {
    /// The first row of each part, and the number of all rows at the end.
    let starts: [Int]
    /// The columns of the widest part.
    let columns: Int

    /// The indices of the parts in some of the rows.
    func parts(in rows: Range<Int>) -> Range<Int> {
      let first = index { $0 > rows.lowerBound } - 1
      let end = index { $0 >= rows.upperBound }
      return max(0, first)..<max(0, first, min(end, starts.count - 1))
    }

    /// Returns the first index whose row fulfils a condition that all later rows fulfil too.
    private func index(where isBeyond: (Int) -> Bool) -> Int {
      var (low, high) = (0, starts.count)
      while low < high {
        let middle = (low + high) / 2
        if isBeyond(starts[middle]) { high = middle } else { low = middle + 1 }
      }
      return low
    }
  }

  private struct Room: Equatable {
    let columns: Int?
    let widths: WidthRules
    let opensLinks: Bool
    let isASCII: Bool

    init(_ columns: Int?, _ environment: ViewEnvironment) {
      self.columns = columns
      widths = environment.widths
      opensLinks = environment.opensLinks
      isASCII = environment.isASCII
    }
  }

  private let plans = Guarded<[(room: Room, plan: Plan)]>([])

  /// The number of plans that are kept: with and without a scrollbar, in two windows.
  private static let limit = 4

  /// Returns the plan of a width, measuring each part once.
  func plan(
    _ columns: Int?, in environment: ViewEnvironment, measure: () -> [Size]
  ) -> Plan {
    let room = Room(columns, environment)
    if let known = plans.withLock({ plans in plans.last { $0.room == room }?.plan }) {
      return known
    }
    let sizes = measure()
    var starts = [0]
    starts.reserveCapacity(sizes.count + 1)
    for size in sizes { starts.append(starts[starts.count - 1] + size.rows) }
    let plan = Plan(starts: starts, columns: sizes.map(\.columns).max() ?? 0)
    plans.withLock { plans in
      if plans.count == PartRows.limit { plans.removeFirst() }
      plans.append((room, plan))
    }
    return plan
  }
}
