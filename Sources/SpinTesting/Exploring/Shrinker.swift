/// Makes the choices of a failing run fewer and smaller as long as the run fails.
///
/// Missing choices count as 0, so a shorter list leaves more to the usual order.
struct Shrinker {
  /// The smallest choices found.
  private(set) var best: [Int]
  /// The number of runs that may still be made.
  private var left: Int

  /// - Parameters:
  ///   - choices: The choices of a failing run.
  ///   - limit: The maximum number of runs.
  init(_ choices: [Int], limit: Int) {
    best = Self.trimmed(choices)
    left = limit
  }

  /// Tries smaller choices until none fails, or the limit is reached.
  ///
  /// - Parameter fails: Makes a run with choices; returns whether it fails in the same way.
  mutating func shrink(_ fails: ([Int]) -> Bool) {
    var before: [Int]
    repeat {
      before = best
      cut(fails)
      // Usual choices instead of others, and then none instead of those in the middle.
      changeChunks(fails) { $0.replaceSubrange($1, with: repeatElement(0, count: $1.count)) }
      changeChunks(fails) { $0.removeSubrange($1) }
      lower(fails)
    } while best != before && left > 0
  }

  /// Leaves out choices at the end.
  private mutating func cut(_ fails: ([Int]) -> Bool) {
    var size = best.count
    while size > 0 {
      let isShorter = size <= best.count && attempt(Array(best.dropLast(size)), fails)
      if !isShorter { size /= 2 }
    }
  }

  /// Makes single choices smaller.
  private mutating func lower(_ fails: ([Int]) -> Bool) {
    var place = 0
    while place < best.count {
      var candidate = best
      candidate[place] -= 1
      if candidate[place] < 0 || !attempt(candidate, fails) { place += 1 }
    }
  }

  /// Changes chunks of the best choices from the end to the start, large ones first.
  private mutating func changeChunks(
    _ fails: ([Int]) -> Bool, _ change: (inout [Int], Range<Int>) -> Void
  ) {
    var size = (best.count + 1) / 2
    while size > 0 {
      var end = best.count
      while end > 0 {
        let start = max(0, end - size)
        var candidate = best
        change(&candidate, start..<end)
        _ = attempt(candidate, fails)
        // The change may have left out choices.
        end = min(start, best.count)
      }
      size /= 2
    }
  }

  /// Returns whether choices are smaller than the best ones and fail; they are the best ones then.
  private mutating func attempt(_ choices: [Int], _ fails: ([Int]) -> Bool) -> Bool {
    let candidate = Self.trimmed(choices)
    guard left > 0, Self.size(of: candidate) < Self.size(of: best) else { return false }
    left -= 1
    guard fails(candidate) else { return false }
    best = candidate
    return true
  }

  private static func size(of choices: [Int]) -> (Int, Int) {
    (choices.count, choices.reduce(0, +))
  }

  private static func trimmed(_ choices: [Int]) -> [Int] {
    Array(choices.prefix((choices.lastIndex { $0 != 0 } ?? -1) + 1))
  }
}
