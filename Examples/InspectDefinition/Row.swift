import SpinRecording
import SpinTTY

/// A row of the table: an entry of a run or, if two runs are compared, of each of them.
struct Row: Identifiable, Sendable {
  /// The place of the entry in its log.
  let id: Int
  let first, second: Log.Entry?
  /// Whether the runs differ here for the first time.
  let isDifference: Bool
  /// What is searched for; its first occurrences are marked.
  let search: Hunt?

  /// The number of its transition.
  var number: Int? { first?.outcome.number ?? second?.outcome.number }
}

/// The rows that pass the filter, made when they are drawn.
struct Rows: RandomAccessCollection, Sendable {
  let runs: [Run]
  /// The entries; `nil` for all.
  let found: [Int]?
  let difference: Int?
  let search: Hunt?

  var startIndex: Int { 0 }
  var endIndex: Int { found?.count ?? runs.map(\.count).max() ?? 0 }

  subscript(place: Int) -> Row {
    let index = entry(at: place)
    func entryOfRun(_ number: Int) -> Log.Entry? {
      guard number < runs.count, index < runs[number].count else { return nil }
      return runs[number].log.entries[index]
    }
    return Row(
      id: index, first: entryOfRun(0), second: entryOfRun(1), isDifference: index == difference,
      search: search)
  }

  /// The place in the log of the entry in a row.
  func entry(at place: Int) -> Int { found?[place] ?? place }

  /// The row of an entry, or the first one behind it if the filter hides it.
  func place(of entry: Int) -> Int {
    let place = found?.partitioningIndex { $0 >= entry } ?? entry
    return Swift.max(0, Swift.min(place, count - 1))
  }
}
