/// What a bounded mailbox promises, in arrays.
struct FloodModel {
  private struct Waiting {
    enum Manner { case emitted, delivered, sent, asked, immediate }

    let event: Int
    var manner = Manner.emitted
    /// Who emitted it waits for room.
    var isPatient = false

    /// An immediate event needs no room.
    var isImmediate: Bool { manner == .immediate }
    var origin: String { manner == .delivered ? "pipe delivered" : "outside" }
  }

  private let flood: Flood
  private var waiting: [Waiting] = []
  /// Those who wait for room.
  private var line: [Waiting] = []
  private var most = 0
  private var now = 0
  /// When an event of each key was reduced last.
  private var reducedAt: [Int: Int] = [:]
  private(set) var record = FloodRecord()

  init(_ flood: Flood) {
    self.flood = flood
    for (index, burst) in flood.bursts.enumerated() {
      now += burst.pause
      for act in burst.acts { self.act(act) }
      record.counts.append("\(taken.count) waiting, \(line.count) senders")
      if flood.stops && index == flood.bursts.count - 1 { stop() } else { run() }
    }
    record.counts.append("at most \(most)")
    record.sortStopped()
  }

  private var taken: [Waiting] { waiting.filter { !$0.isImmediate } }

  private mutating func act(_ act: Flood.Act) {
    switch act {
    case .emit(let event): record.results.append(accept(Waiting(event: event)))
    case .deliver(let event):
      record.results.append(accept(Waiting(event: event, manner: .delivered)))
    case .deliverPatiently(let event):
      _ = accept(Waiting(event: event, manner: .delivered, isPatient: true))
    case .send(let event): _ = accept(Waiting(event: event, manner: .sent, isPatient: true))
    case .ask(let event): _ = accept(Waiting(event: event, manner: .asked, isPatient: true))
    case .giveUp(let event): giveUp(event)
    }
  }

  /// An event that was accepted stays.
  private mutating func giveUp(_ event: Int) {
    let index = line.firstIndex { $0.event == event }
    if let index, line[index].manner == .delivered { return drop(line.remove(at: index), "full") }
    let isDelivery = waiting.contains { $0.event == event && $0.manner == .delivered }
    if record.answers[event] == nil {
      record.answers[event] = isDelivery ? "accepted" : "cancelled"
    }
    if let index { line.remove(at: index) }
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
      case .suspend where new.isPatient:
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
    if old.isPatient, record.answers[old.event] == nil { record.answers[old.event] = reason }
  }

  /// Makes steps until nothing waits.
  private mutating func run() {
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      if !next.isImmediate && !line.isEmpty { letIn(line.removeFirst()) }
      if isRepeat(next) { drop(next, "repeated") } else { reduce(next) }
    }
  }

  private mutating func letIn(_ first: Waiting) {
    waiting.append(first)
  }

  /// Immediate events are never dropped, but count.
  private mutating func isRepeat(_ next: Waiting) -> Bool {
    guard let key = flood.repeated(next.event) else { return false }
    if let last = reducedAt[key], now - last < Flood.interval, !next.isImmediate { return true }
    reducedAt[key] = now
    return false
  }

  private mutating func reduce(_ next: Waiting) {
    record.state.append(next.event)
    if record.answers[next.event] == nil {
      switch next.manner {
      case .sent: record.answers[next.event] = "\(record.state)"
      case .asked:
        record.answers[next.event] =
          flood.isAnswered(next.event) ? "answered \(record.state.count)" : "not answered"
      case .delivered where next.isPatient: record.answers[next.event] = "accepted"
      case .emitted, .delivered, .immediate: break
      }
    }
    waiting += flood.answers(to: next.event).map { Waiting(event: $0, manner: .immediate) }
  }

  private mutating func stop() {
    for old in waiting + line { drop(old, "stopped") }
    (waiting, line) = ([], [])
  }
}
