/// Counters in memory, for tests and for a look at a running program.
///
/// ```swift
/// let counters = InMemoryCounters()
/// …
/// #expect(counters[LoopTotal(.drops(.stale), of: "search")] == 1)
/// print(counters)
/// ```
public final class InMemoryCounters: LoopCounters, CustomStringConvertible {
  /// The times of a closure.
  public struct Times: Hashable, Sendable {
    /// How many calls were timed.
    public internal(set) var count = 0
    /// The sum of the times.
    public internal(set) var total = Duration.zero
    /// The longest time.
    public internal(set) var longest = Duration.zero

    fileprivate mutating func add(_ time: Duration) {
      count += 1
      total = total.addingClamped(time)
      longest = max(longest, time)
    }
  }

  /// A level, and the highest that it has been.
  private struct Level {
    var current = 0
    var highest = 0

    mutating func add(_ change: Int) {
      current += change
      highest = max(highest, current)
    }
  }

  private struct Content {
    var totals: [LoopTotal: Int] = [:]
    var levels: [LoopLevel: Level] = [:]
    var times: [LoopTime: Times] = [:]
  }

  private let content = Guarded(Content())

  /// Creates counters that are zero.
  public init() {}

  /// Adds to a total.
  public func add(_ amount: Int, to total: LoopTotal) {
    content.withLock { $0.totals[total, default: 0] += amount }
  }

  /// Adds to a level.
  public func add(_ change: Int, to level: LoopLevel) {
    content.withLock { $0.levels[level, default: Level()].add(change) }
  }

  /// Notes a time.
  public func record(_ time: Duration, of work: LoopTime) {
    content.withLock { $0.times[work, default: Times()].add(time) }
  }

  /// A total; 0 if nothing was added to it.
  public subscript(total: LoopTotal) -> Int { content.withLock { $0.totals[total] ?? 0 } }

  /// The newest level; 0 if none was noted.
  public subscript(level: LoopLevel) -> Int { content.withLock { $0.levels[level]?.current ?? 0 } }

  /// The times of a closure.
  public subscript(work: LoopTime) -> Times { content.withLock { $0.times[work] ?? Times() } }

  /// The highest level that was noted.
  public func highest(_ level: LoopLevel) -> Int {
    content.withLock { $0.levels[level]?.highest ?? 0 }
  }

  /// A line for each number, in alphabetical order.
  public var description: String {
    let content = content.withLock { $0 }
    var lines = content.totals.map { total, amount in
      "\(total.loop): \(total.feedback.map { "\($0) " } ?? "")\(total.kind.inWords) \(amount)"
    }
    lines += content.levels.map { level, value in
      "\(level.loop): \(level.kind) now \(value.current), at most \(value.highest)"
    }
    lines += content.times.map { work, times in
      "\(work.loop): \(work.feedback.map { "\($0) " } ?? "")\(work.kind) \(times.count) times, "
        + "\(times.total) in all, at most \(times.longest)"
    }
    return lines.sorted().joined(separator: "\n")
  }
}

extension LoopTotal.Kind {
  fileprivate var inWords: String {
    switch self {
    case .events: "events"
    case .drops(let reason): "dropped as \(reason)"
    case .starts: "starts"
    case .ends: "ends"
    case .cancellations: "cancellations"
    }
  }
}
