import SpinRecording

/// The executions in a log: the entry that describes each, and the entries that each has sent.
///
/// A log tells that a part of an effect has ended, or that the effect was cancelled, and not that the last of several
/// parts has delivered an event. So an execution is alive for sure only if it sends something later.
struct Executions: Sendable {
  struct Execution: Sendable {
    let feedback: String
    let number: Int
    /// The shape of its effect; `nil` if the log does not have the description, or if the effect has waited.
    let shape: String?
    /// The entry that has described it or, if none has, the first that it sent.
    let first: Int
    /// The entries that it has sent, in order.
    var sent: [Int] = []
    /// The entry by which it was over, if the log tells.
    var end: Int?

    /// Whether its work is one part without stages, beside events that it emits at once.
    var hasOnePart: Bool {
      guard let shape, !shape.contains("{") else { return false }
      let parts = shape.split(separator: ", ")
      let isEvents = parts.first == "event" || parts.first?.hasSuffix(" events") == true
      return parts.count == (isEvents ? 2 : 1)
    }
  }

  /// An execution that is alive at a moment, or may be.
  struct Alive: Hashable, Sendable {
    let feedback: String
    let number: Int
    let shape: String?
    let first: Int
    /// How many entries it has sent until now.
    let count: Int
    /// The entry that it sends next; without one, the log does not tell how long it was alive.
    let next: Int?
  }

  private struct Name: Hashable {
    let feedback: String
    let number: Int
  }

  private var all: [Execution] = []
  /// The places of the executions in `all`.
  private var places: [Name: Int] = [:]
  /// The same for each feedback and each of its elements, in the order of their first entries.
  private var ofFeedback: [String: [Int]] = [:]
  /// How many entries were taken, and how many effects and cancellations of the last of them.
  private var taken = (entries: 0, effects: 0, cancelled: 0)

  /// Takes what a log has more than before.
  mutating func take(_ log: Log) {
    let entries = log.entries
    if taken.entries > 0, taken.entries <= entries.count {
      takeEffects(of: entries[taken.entries - 1], at: taken.entries - 1, from: taken.effects)
      takeEnds(by: entries[taken.entries - 1], at: taken.entries - 1, from: taken.cancelled)
    }
    for index in min(taken.entries, entries.count)..<entries.count {
      takeSender(of: entries[index], at: index)
      takeEffects(of: entries[index], at: index, from: 0)
      takeEnds(by: entries[index], at: index, from: 0)
    }
    let last = entries.last
    taken = (entries.count, last?.effects.count ?? 0, last?.cancelled.count ?? 0)
  }

  private mutating func takeSender(of entry: Log.Entry, at index: Int) {
    let (name, stage): (Name, Int?)
    switch entry.sender {
    case .effect(let feedback, let number, let part):
      (name, stage) = (Name(feedback: feedback, number: number), part)
    case .subscription(let feedback, let number):
      (name, stage) = (Name(feedback: feedback, number: number), nil)
    case .start, .outside, .immediate, .throttle: return
    }
    let place = place(name, nil, at: index)
    switch entry.outcome {
    // It was over before this event of it was taken.
    case .dropped(reason: "stale") where stage == nil: all[place].end = all[place].end ?? index
    // A branch of it was over, and others may go on.
    case .dropped(reason: "stale"): break
    case .message(.ended(.last)) where stage == nil:
      all[place].sent.append(index)
      all[place].end = index
    default: all[place].sent.append(index)
    }
    if entry.endsPart, stage == nil, all[place].hasOnePart { all[place].end = index }
  }

  private mutating func takeEffects(of entry: Log.Entry, at index: Int, from start: Int) {
    for effect in entry.effects.dropFirst(start) {
      guard let number = effect.execution else { continue }
      _ = place(Name(feedback: effect.feedback, number: number), effect.shape, at: index)
    }
  }

  private mutating func takeEnds(by entry: Log.Entry, at index: Int, from start: Int) {
    for execution in entry.cancelled.dropFirst(start) {
      let name = Name(feedback: execution.feedback, number: execution.number)
      if let place = places[name] { all[place].end = all[place].end ?? index }
    }
  }

  private mutating func place(_ name: Name, _ shape: String?, at index: Int) -> Int {
    if let place = places[name] { return place }
    places[name] = all.count
    ofFeedback[name.feedback, default: []].append(all.count)
    all.append(
      Execution(feedback: name.feedback, number: name.number, shape: shape, first: index))
    return all.count - 1
  }

  /// The executions that are alive after an entry, or may be: for each feedback and element, those that send
  /// something later, and then the newest one unless the log tells its end.
  func alive(at index: Int) -> [Alive] {
    var found: [Int] = []
    for list in ofFeedback.values {
      let begun = list.partitioningIndex { all[$0].first > index }
      // NB: without copies of the executions, of which a feedback may have very many.
      for (place, number) in list[..<begun].enumerated()
      where all[number].end ?? .max > index {
        if place == begun - 1 || all[number].sent.last ?? 0 > index { found.append(number) }
      }
    }
    let alive = found.sorted().map { number in
      let execution = all[number]
      let count = execution.sent.partitioningIndex { $0 > index }
      return Alive(
        feedback: execution.feedback, number: execution.number, shape: execution.shape,
        first: execution.first, count: count,
        next: count < execution.sent.count ? execution.sent[count] : nil)
    }
    return alive.filter { $0.next != nil } + alive.filter { $0.next == nil }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first place from which on all elements are of a kind, if those before are not.
  func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
