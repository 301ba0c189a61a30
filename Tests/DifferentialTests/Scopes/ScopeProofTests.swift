import SpinCore
import Testing

/// That the test of spins of spins can fail, and that its cases reach what they are meant to.
struct ScopeProofTests {
  func plan(_ seed: UInt64) -> Plan {
    var generator = ScopeGenerator(seed)
    return generator.plan()
  }

  @Test(arguments: 0..<2)
  func aRecordOfPartsThatLacksALineIsRefused(seed: UInt64) async {
    let plan = plan(seed)
    let lines = await Proof.record(plan).lines
    let isRefused = Proof.differs(plan, lines)
    #expect(!isRefused)
    for index in stride(from: 0, to: lines.count, by: 1 + lines.count / 50) {
      guard lines[index].isTelling else { continue }
      // How often the clock of parts is asked is not promised.
      if case .clock = lines[index] { continue }
      // A stop may cut a step short: what is missing then is not missed.
      if lines.dropFirst(index + 1).first == .stopped { continue }
      var fewer = lines
      fewer.remove(at: index)
      let isRefused = Proof.differs(plan, fewer)
      #expect(isRefused, "\(lines[index])")
    }
  }

  @Test func theCasesReachEverythingThatCanHappenToParts() async {
    let all: Set = [
      "a part appears", "a part has gone", "a part is replaced", "a part is changed from above",
      "an event for a part that is not there", "an effect ends with its life",
      "an immediate event ends with its life", "a part of the kind of the one that has it",
      "dropped: stale",
      "waited", "settled", "a pulse is answered", "a part is held", "a part that was held starts",
      "a hold ends with its life", "a part repeats an event", "dropped: repeated",
      "an element of a part waits for a place", "delay passed", "timed out", "ended in time",
      "race won", "next part begun", "attempt failed", "attempt 1 ended", "attempt 2 ended",
      "last error mapped", "a further attempt", "a further attempt of an element",
      "a part says why nothing starts", "an effect waits to be durable",
      "a stage waits to be durable", "what waits to be durable is cancelled",
      "a subscription begins behind other steps",
    ]
    var seen: Set<String> = []
    for seed in 0..<200 as Range<UInt64> where !seen.isSuperset(of: all) {
      let plan = plan(seed)
      let feedbacks = plan.feedbacks
      let record = await Proof.record(plan)
      var replay = Replay(plan, record.lines)
      do { try replay.run() } catch {
        Issue.record(
          """
          seed \(seed): \(error.reason), at line \(error.index)
          \(error.actual.map { "  \($0)" }.joined(separator: "\n"))
          had to be
          \(error.expected.map { "  \($0)" }.joined(separator: "\n"))
          """)
      }
      seen.formUnion(replay.model.reached)
      for line in record.lines {
        switch line {
        case .dropped(let reason): seen.insert("dropped: \(reason)")
        case .waited: seen.insert("waited")
        case .called(let slot, _):
          if feedbacks[slot].look == .pulse { seen.insert("a pulse is answered") }
        case .settled: seen.insert("settled")
        default: break
        }
      }
    }
    // Whether an event waits when the loop is stopped is a race.
    #expect(seen.subtracting(["dropped: stopped"]) == all)
  }
}

extension Line {
  /// Whether a record without it tells of something else.
  fileprivate var isTelling: Bool {
    switch self {
    case .bodyReturned, .settled, .stopped, .wrong: false
    // What dead work finishes changes nothing.
    case .taken(.work, nil): false
    default: true
    }
  }
}
