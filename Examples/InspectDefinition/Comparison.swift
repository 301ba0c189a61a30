import SpinRecording

/// Two logs, entry by entry, up to their first difference.
struct Comparison: Equatable, Sendable {
  enum Difference: Equatable, Sendable {
    /// One log has ended, and the other goes on.
    case end
    /// Other senders, events or outcomes.
    case entries
    /// Effects that only one of them has described or cancelled, or that both have in another order.
    case effects
    case states
  }

  /// The number of entries that are the same; the next one is not.
  private(set) var count = 0
  /// The transitions among them, and those of them whose states both logs have.
  private(set) var transitions = 0, states = 0
  /// The number of the last of these transitions.
  private(set) var lastNumber: Int?
  /// What differs then; `nil` if nothing does.
  private(set) var difference: Difference?

  init(_ first: Log, _ second: Log) {
    for (left, right) in zip(first.entries, second.entries) {
      difference = Self.difference(left, right)
      if difference == .effects, isCut(first, before: right) || isCut(second, before: left) {
        difference = nil
      }
      if difference != nil { return }
      count += 1
      if let number = left.outcome.number { (transitions, lastNumber) = (transitions + 1, number) }
      if left.state != nil && right.state != nil { states += 1 }
    }
    if first.entries.count != second.entries.count { difference = .end }
  }

  /// Whether the log ends here, in the middle of a step that goes on as another one.
  private func isCut(_ log: Log, before entry: Log.Entry) -> Bool {
    guard count == log.entries.count - 1, !log.hasEnded || log.entries[count].isCutOff else {
      return false
    }
    return entry.effects.starts(with: log.entries[count].effects)
      && entry.cancelled.starts(with: log.entries[count].cancelled)
  }

  private static func difference(_ left: Log.Entry, _ right: Log.Entry) -> Difference? {
    if left.sender != right.sender || left.event != right.event || left.outcome != right.outcome {
      return .entries
    }
    // Other effects are wanted by another state, so this is said first.
    if let old = left.state, let new = right.state, old != new { return .states }
    return left.effects == right.effects && left.cancelled == right.cancelled ? nil : .effects
  }
}

/// Two logs that are compared; equal if they have as many entries as before.
struct ComparisonWork: Equatable, Sendable {
  let first, second: Log
  /// How many bytes of both files the comparison has seen.
  ///
  /// A new line may add effects, and no entry.
  let bytes: Int

  static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

  func result() -> Comparison { Comparison(first, second) }
}

extension Comparison {
  /// The first difference in a sentence, for somebody who sees nothing else.
  func sentence(_ first: Log, _ second: Log, _ names: (String, String)) -> String {
    let parts = [
      foreign(first, second, names), way(names), difference(first, second, names), caveat,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// That the logs are those of different programs, if they are.
  private func foreign(_ first: Log, _ second: Log, _ names: (String, String)) -> String {
    let types = (first.header.stateType, second.header.stateType)
    return types.0 == types.1
      ? "" : "The state of \(names.0) is \(types.0), and that of \(names.1) is \(types.1)."
  }

  /// How far both go the same way.
  private func way(_ names: (String, String)) -> String {
    if count == 0 { return "" }
    let last = transitions > 1 ? lastNumber : nil
    let end = last.map { "to transition \($0)" } ?? "at the start"
    return
      "\(names.0) and \(names.1) go the same way \(end)\(difference == nil ? ", and end there" : "")."
  }

  private func difference(_ first: Log, _ second: Log, _ names: (String, String)) -> String {
    guard let difference else { return "" }
    let (left, right) = (entry(first), entry(second))
    let after = "\(count == 0 ? "After" : "Then, after") \(words(left)), "
    switch difference {
    case .end:
      let (ended, other) = left == nil ? (names.0, names.1) : (names.1, names.0)
      return "Then \(ended) ends, and \(other) goes on with \(words(left ?? right))."
    case .entries:
      return "Then \(names.0) has \(words(left)), and \(names.1) has \(words(right))."
    case .states: return after + Self.words(left?.state, right?.state, names) + "."
    case .effects:
      let only = Self.only(left, right, names.0) + Self.only(right, left, names.1)
      return after
        + (only.isEmpty
          ? "both describe and cancel the same effects in another order"
          : only.joined(separator: ", and ")) + "."
    }
  }

  /// What the step of an entry does, and that of another one does not.
  private static func only(_ entry: Log.Entry?, _ other: Log.Entry?, _ name: String) -> [String] {
    guard let entry, let other else { return [] }
    let described = entry.effects.filter { !other.effects.contains($0) }.map(\.description)
    let cancelled = entry.cancelled.filter { !other.cancelled.contains($0) }.map(\.description)
    return [("describes", described), ("cancels", cancelled)].filter { !$0.1.isEmpty }.map {
      "only \(name) \($0) \($1.joined(separator: ", "))"
    }
  }

  private func words(_ entry: Log.Entry?) -> String {
    entry?.phrase { $0.eventWords(limit: 80) } ?? ""
  }

  private func entry(_ log: Log) -> Log.Entry? {
    count < log.entries.count ? log.entries[count] : nil
  }

  /// What of states was compared.
  private var caveat: String {
    switch (states, transitions) {
    case (_, 0), (transitions, _): ""
    default:
      "Both have kept only \(states) of the \(transitions.of("state", "states")) until there."
    }
  }

  /// Where two states differ first.
  private static func words(_ left: JSON?, _ right: JSON?, _ names: (String, String)) -> String {
    let changes = Node.roots(left, right).flatMap(\.changes)
    guard let first = changes.first else { return "the states differ" }
    let rest =
      changes.count == 1
      ? "" : ", and \((changes.count - 1).of("other value differs", "other values differ"))"
    let parent = Path(steps: first.id.steps.dropLast())
    if case (.array(let old)?, .array(let new)?) = (left?[parent], right?[parent]),
      old.count == new.count, old.counted == new.counted
    {
      return "\(parent) has the same elements in another order, as a set that was encoded has"
    }
    func value(_ json: JSON?) -> String { json?.words(limit: 60) ?? "missing" }
    return
      "\(first.id) is \(value(first.old)) in \(names.0) and \(value(first.new)) in \(names.1)\(rest)"
  }
}

extension [JSON] {
  /// How often each element is there.
  fileprivate var counted: [JSON: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
