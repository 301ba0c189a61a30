import SpinCallbacks
import SpinCore
import Testing

/// That the test of spins of spins can fail, and that its cases reach what they are meant to.
struct ScopeProofTests {
  private func plan(_ seed: UInt64) -> ScopeCase {
    var generator = ScopeGenerator(seed)
    return generator.plan()
  }

  private func record(_ plan: ScopeCase) async -> ScopeRecord {
    await ScopeRig.record(plan, on: CallbackRuntime.callersThread(scheduler: nil))
  }

  private func differs(_ plan: ScopeCase, _ lines: [ScopeLine]) -> Bool {
    var replay = ScopeReplay(plan, lines)
    return (try? replay.run()) == nil
  }

  @Test(arguments: 0..<2)
  func aRecordOfPartsThatLacksALineIsRefused(seed: UInt64) async {
    let plan = plan(seed)
    let lines = await record(plan).lines
    let isRefused = differs(plan, lines)
    #expect(!isRefused)
    for index in stride(from: 0, to: lines.count, by: 1 + lines.count / 50) {
      guard lines[index].isTelling else { continue }
      // A stop may cut a step short: what is missing then is not missed.
      if lines.dropFirst(index + 1).first == .stopped { continue }
      var fewer = lines
      fewer.remove(at: index)
      let isRefused = differs(plan, fewer)
      #expect(isRefused, "\(lines[index])")
    }
  }

  @Test func theCasesReachEverythingThatCanHappenToParts() async {
    var seen: Set<String> = []
    for seed in 0..<60 as Range<UInt64> {
      let plan = plan(seed)
      let record = await record(plan)
      var replay = ScopeReplay(plan, record.lines)
      #expect((try? replay.run()) != nil)
      seen.formUnion(replay.model.reached)
      for line in record.lines {
        switch line {
        case .dropped(let reason): seen.insert("dropped: \(reason)")
        case .waited: seen.insert("waited")
        case .settled: seen.insert("settled")
        default: break
        }
      }
    }
    let all: Set = [
      "a part appears", "a part has gone", "a part is replaced", "a part is changed from above",
      "an event for a part that is not there", "an effect ends with its life", "dropped: stale",
      "waited", "settled",
    ]
    // Whether an event waits when the loop is stopped is a race.
    #expect(seen.subtracting(["dropped: stopped"]) == all)
  }
}

extension ScopeLine {
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
