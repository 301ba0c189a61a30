/// What a bounded mailbox promises, in arrays.
struct FloodModel {
  private struct Waiting {
    let event: Int
    let origin: String
    var isSent = false
    /// An immediate event needs no room.
    var isImmediate = false
  }

  private let flood: Flood
  private var waiting: [Waiting] = []
  /// Those who wait for room.
  private var line: [Waiting] = []
  private var most = 0
  private(set) var record = FloodRecord()

  init(_ flood: Flood) {
    self.flood = flood
    for (index, burst) in flood.bursts.enumerated() {
      for act in burst { self.act(act) }
      record.counts.append("\(taken.count) waiting, \(line.count) senders")
      if flood.stops && index == flood.bursts.count - 1 { stop() } else { run() }
    }
    record.counts.append("at most \(most)")
    record.sortStopped()
  }

  private var taken: [Waiting] { waiting.filter { !$0.isImmediate } }

  private mutating func act(_ act: Flood.Act) {
    switch act {
    case .emit(let event): record.results.append(accept(Waiting(event: event, origin: "outside")))
    case .deliver(let event):
      record.results.append(accept(Waiting(event: event, origin: "pipe delivered")))
    case .send(let event): _ = accept(Waiting(event: event, origin: "outside", isSent: true))
    case .giveUp(let event):
      // An event that was accepted stays.
      if record.answers[event] == nil { record.answers[event] = "cancelled" }
      line.removeAll { $0.event == event }
    }
  }

  private mutating func accept(_ new: Waiting) -> String {
    defer { most = max(most, taken.count) }
    let key = flood.key(new.event)
    if flood.rule == .coalesce, key != nil,
      let index = waiting.firstIndex(where: { !$0.isImmediate && flood.key($0.event) == key })
    {
      drop(waiting.remove(at: index), "coalesced")
    } else if taken.count == flood.capacity {
      switch flood.rule {
      case .dropOldest: drop(waiting.remove(at: 0), "full")
      case .suspend where new.isSent:
        line.append(new)
        return "waits"
      case .suspend, .dropNewest, .coalesce:
        drop(new, "full")
        return "full"
      }
    }
    waiting.append(new)
    return "accepted"
  }

  private mutating func drop(_ old: Waiting, _ reason: String) {
    record.drops.append("\(old.event) \(reason) \(old.origin)")
    if old.isSent, record.answers[old.event] == nil { record.answers[old.event] = reason }
  }

  /// Makes steps until nothing waits.
  private mutating func run() {
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      if !next.isImmediate && !line.isEmpty { waiting.append(line.removeFirst()) }
      record.state.append(next.event)
      if next.isSent, record.answers[next.event] == nil {
        record.answers[next.event] = "\(record.state)"
      }
      waiting += flood.answers(to: next.event).map {
        Waiting(event: $0, origin: "", isImmediate: true)
      }
    }
  }

  private mutating func stop() {
    for old in waiting + line { drop(old, "stopped") }
    (waiting, line) = ([], [])
  }
}
