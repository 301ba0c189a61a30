import SpinCore
import SpinTesting

/// A generated case for a bounded mailbox: bursts of events while the loop is suspended, each followed by
/// steps until the loop is idle.
struct Flood: Sendable {
  enum Rule: CaseIterable, Sendable { case dropOldest, dropNewest, suspend, coalesce }

  enum Act: Sendable {
    case emit(Int)
    /// An effect emits.
    case deliver(Int)
    /// An effect emits, and waits for room.
    case deliverPatiently(Int)
    case send(Int)
    case ask(Int)
    /// The task that has sent an event is cancelled.
    case giveUp(Int)
  }

  /// What happens while the loop is suspended.
  struct Burst: Sendable {
    /// How long it has been since the one before, in milliseconds.
    var pause: Int
    var acts: [Act]
  }

  /// How long events repeat those of their key, in milliseconds.
  static let interval = 5

  private(set) var rule: Rule
  private(set) var capacity: Int
  /// What the keys of events are counted by.
  let keys: Int
  /// How many immediate events answer an event, by its last digit.
  let answers: [Int]
  let bursts: [Burst]
  /// What the keys of events that repeat each other are counted by, if any do.
  let repeats: Int?
  /// Whether the loop is stopped after the last burst, and takes nothing of it.
  let stops: Bool
  /// Whether the run is recorded, and rehearsed in the end.
  let isRecorded: Bool
  /// Whether output waits until the loop rests, as that of a durable loop waits for the store.
  let isGated: Bool

  init(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    rule = Rule.allCases[random.below(4)]
    capacity = 1 + random.below(4)
    keys = 1 + random.below(6)
    answers = (0..<10).map { _ in random.chance(20) ? 1 + random.below(3) : 0 }
    var newest = 0
    var sent: [Int] = []
    bursts = (0..<1 + random.below(4)).map { _ in
      let pause = random.below(2 * Flood.interval)
      let acts = (0..<random.below(12)).map { _ -> Act in
        newest += 1
        let choice = random.weighted([5, 3, 2, 3, 2, 2])
        if choice == 0 { return .emit(newest) }
        if choice == 1 { return .deliver(newest) }
        if choice == 5, !sent.isEmpty { return .giveUp(sent[random.below(sent.count)]) }
        sent.append(newest)
        return choice == 2
          ? .deliverPatiently(newest) : choice == 4 ? .ask(newest) : .send(newest)
      }
      return Burst(pause: pause, acts: acts)
    }
    stops = random.chance(30)
    repeats = random.chance(40) ? 2 + random.below(6) : nil
    isRecorded = random.chance(50)
    // An answer may wait while the next burst comes, in which somebody may give it up.
    let givesUp = bursts.contains {
      $0.acts.contains { if case .giveUp = $0 { true } else { false } }
    }
    isGated = random.chance(40) && !givesUp
  }

  /// The same flood of another mailbox.
  func with(rule: Rule? = nil, capacity: Int? = nil) -> Flood {
    var flood = self
    flood.rule = rule ?? self.rule
    flood.capacity = capacity ?? self.capacity
    return flood
  }

  /// Nothing for an event whose number can be divided by 5, or is that of an answer.
  func key(_ event: Int) -> Int? { event % 5 == 0 || event > 1_000 ? nil : event % keys }

  /// The key of the events that an event repeats; nothing for one whose number can be divided by 3.
  func repeated(_ event: Int) -> Int? {
    event % 3 == 0 ? nil : repeats.map { event % $0 }
  }

  /// The immediate events that answer an event, which have no answers themselves.
  func answers(to event: Int) -> [Int] {
    event > 1_000 ? [] : (0..<answers[event % 10]).map { 1_000 * ($0 + 1) + event }
  }

  /// Whether the reducer answers an event that asks.
  func isAnswered(_ event: Int) -> Bool { event % 2 == 0 }

  var policy: OverflowPolicy<Drop> {
    switch rule {
    case .dropOldest: .dropOldest
    case .dropNewest: .dropNewest
    case .suspend: .suspend
    case .coalesce: .coalesce { key($0.number) }
    }
  }
}

/// The event of a flood.
struct Drop: CustomStringConvertible, Sendable {
  var number: Int
  var reply: Reply<Int>?

  var description: String { "\(number)" }
}

/// What has become of what a flood did, in words.
struct FloodRecord: Equatable, Sendable {
  var state: [Int] = []
  var results: [String] = []
  var drops: [String] = []
  /// What became of those who were sent, asked or delivered patiently, by event.
  var answers: [Int: String] = [:]
  var counts: [String] = []
  /// How the rehearsal of the run goes another way; never, says the model.
  var rehearsal: String?

  /// Puts what the stop has dropped in order: several threads may report it.
  mutating func sortStopped() {
    let stopped = drops.filter { $0.contains("stopped") }
    drops = drops.filter { !$0.contains("stopped") } + stopped.sorted()
  }
}
