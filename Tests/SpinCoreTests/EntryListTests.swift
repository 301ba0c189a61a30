import SpinTesting
import Testing

@testable import SpinCore

/// The list of a bounded mailbox, compared with plain arrays.
struct EntryListTests {
  @Test(arguments: 0..<25, PlainEntryList.Rule.allCases)
  func aListDoesWhatAPlainOneDoes(_ seed: UInt64, _ rule: PlainEntryList.Rule) {
    var random = SeededGenerator(seed: seed)
    var model = PlainEntryList(rule, capacity: Int.random(in: 1...5, using: &random))
    var list = model.list
    var senders: [WaitingSender] = []
    for number in 0..<400 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<3:
        var next = EntryList.Next()
        let isTaken = list.popFirst(at: .zero, into: &next)
        let taken =
          isTaken ? [next.entry, next.admitted?.entry].compactMap { $0?.tag.serial } : nil
        #expect(model.pop() == taken)
      case 3 where !senders.isEmpty:
        let sender = senders.remove(at: Int.random(in: senders.indices, using: &random))
        let isFull = Bool.random(using: &random)
        #expect(
          list.withdraw(sender, because: isFull ? .full : .stale)
            == model.withdraw(sender.entry.tag.serial, isFull: isFull))
      case 4:
        let serial = UInt64(Int.random(in: 1...400, using: &random))
        let isAwaited = model.line.contains { $0.serial == serial && $0.isAwaited }
        #expect((list.withdraw(ticket: serial) != nil) == isAwaited)
        if isAwaited { _ = model.withdraw(serial, isFull: false) }
      default:
        var entry = PlainEntryList.Entry(UInt64(number + 1), using: &random)
        if rule != .coalesce { entry.key = nil }
        let listed = entry.listed
        let sender = WaitingSender(listed) { _ in }
        var displaced: EntryList.Displaced?
        let failure = list.add(
          listed, from: entry.waits ? sender : nil, displacing: &displaced)
        #expect(PlainEntryList.Addition(failure, displaced) == model.add(entry))
        if case .waits = failure { senders.append(sender) }
      }
      #expect(list.isEmpty == model.entries.isEmpty)
      #expect(list.counts == model.counts)
    }
    #expect(list.admitAll().map(\.entry.tag.serial) == model.line.map(\.serial))
    #expect(list.firstTag?.serial == (model.entries + model.line).first?.serial)
    #expect(list.takeAll().map(\.tag.serial) == (model.entries + model.line).map(\.serial))
    #expect(list.isEmpty && list.counts.waiting == 0 && list.counts.senders == 0)
  }

  /// What does not count stands before what does, in great numbers.
  @Test func theOldestEventIsFoundBehindManyFacts() {
    var list = EntryList(capacity: 1, .dropOldest)
    var displaced: EntryList.Displaced?
    for serial in 1...100_000 {
      let entry = PlainEntryList.Entry(UInt64(serial), counts: serial % 2 == 0)
      _ = list.add(entry.listed, displacing: &displaced)
    }
    #expect(list.counts.waiting == 1)
    #expect(list.counts.full == 49_999)
    #expect(list.takeAll().count == 50_001)
  }
}

/// The same in arrays.
struct PlainEntryList {
  enum Rule: CaseIterable, Sendable {
    case dropOldest, dropNewest, suspend, coalesce
  }

  struct Entry {
    let serial: UInt64
    let counts: Bool
    var key: Int?
    var waits = false
    var isAwaited = false

    init(_ serial: UInt64, counts: Bool) {
      self.serial = serial
      self.counts = counts
    }

    init(_ serial: UInt64, using random: inout SeededGenerator) {
      self.init(serial, counts: Int.random(in: 0..<4, using: &random) > 0)
      key = Bool.random(using: &random) ? Int.random(in: 0..<4, using: &random) : nil
      waits = counts && Bool.random(using: &random)
      isAwaited = waits && Bool.random(using: &random)
    }

    var listed: ListedEntry {
      ListedEntry(
        tag: EntryTag(isAwaited ? .awaited : .delivered, serial: serial), event: nil, time: .zero,
        room: counts ? key.flatMap { .of($0) }.map { .keyed($0) } ?? .place : .none)
    }
  }

  enum Addition: Equatable {
    case added, refused, waits
    case replaced(UInt64, DropReason)

    init(_ failure: Enqueued?, _ displaced: EntryList.Displaced?) {
      switch failure {
      case .waits: self = .waits
      case nil: self = displaced.map { .replaced($0.entry.tag.serial, $0.reason) } ?? .added
      default: self = .refused
      }
    }
  }

  let rule: Rule
  let capacity: Int
  var entries: [Entry] = []
  var line: [Entry] = []
  private var full = 0, coalesced = 0, most = 0

  init(_ rule: Rule, capacity: Int) {
    self.rule = rule
    self.capacity = capacity
  }

  var list: EntryList {
    switch rule {
    case .dropOldest: EntryList(capacity: capacity, .dropOldest)
    case .dropNewest, .coalesce: EntryList(capacity: capacity, .dropNewest)
    case .suspend: EntryList(capacity: capacity, .suspend)
    }
  }

  private var waiting: Int { entries.count { $0.counts } }

  mutating func add(_ entry: Entry) -> Addition {
    defer { most = max(most, waiting) }
    if rule == .coalesce, entry.counts, let key = entry.key,
      let index = entries.firstIndex(where: { $0.counts && $0.key == key })
    {
      let old = entries.remove(at: index)
      coalesced += 1
      entries.append(entry)
      return .replaced(old.serial, .coalesced)
    }
    if !entry.counts || waiting < capacity {
      entries.append(entry)
      return .added
    }
    if rule == .suspend && entry.waits {
      line.append(entry)
      return .waits
    }
    full += 1
    guard rule == .dropOldest, let index = entries.firstIndex(where: \.counts) else {
      return .refused
    }
    let old = entries.remove(at: index)
    entries.append(entry)
    return .replaced(old.serial, .full)
  }

  mutating func pop() -> [UInt64]? {
    if entries.isEmpty { return nil }
    let first = entries.removeFirst()
    guard first.counts, !line.isEmpty else { return [first.serial] }
    let admitted = line.removeFirst()
    entries.append(admitted)
    return [first.serial, admitted.serial]
  }

  mutating func withdraw(_ serial: UInt64, isFull: Bool) -> Bool {
    guard let index = line.firstIndex(where: { $0.serial == serial }) else { return false }
    line.remove(at: index)
    if isFull { full += 1 }
    return true
  }

  var counts: MailboxCounts {
    var own = MailboxCounts(capacity: capacity)
    own.waiting = waiting
    own.mostWaiting = most
    own.full = full
    own.coalesced = coalesced
    own.senders = line.count
    return own
  }
}
