import SpinTesting
import Testing

@testable import SpinCore

/// A walk over everything that a loop may tell an engine about elements.
struct ElementWalk {
  var random: SeededGenerator
  var engine: Engine
  let limit: Int
  let isThrottled: Bool
  /// How many groups the elements are in, each with a limit of its own.
  let groups: Int
  var now = Duration.zero
  /// The elements whose closures are to be called, and the alarms that are set.
  var calls: [Int] = []
  var alarms: [UInt64] = []
  var executions: [UInt64] = []
  var called = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let strategies: [ExecutionStrategy] = [
      .cancelOnNewState, .continueOnNewState, .ignoreNewState, .queueNewState,
    ]
    limit = [1, 2, 5, .max][random.below(4)]
    groups = 1 + Int(seed % 3)
    isThrottled = random.below(2) == 0
    let throttle = Throttle(period: .seconds(3), latest: random.below(3) > 0)
    engine = Engine(
      [FeedbackRecord(kind: .reacting, strategy: strategies[random.below(4)], collection: 0)],
      collections: [ElementRecords(limit: limit, throttle: isThrottled ? throttle : nil)])
    engine.started()
  }

  mutating func step() {
    now += .milliseconds(random.below(1500))
    switch random.below(10) {
    case 0, 1, 2, 3: change()
    case 4, 5: finish(.finished)
    case 6: finish(.deliveredLast)
    case 7: endHold()
    default: if random.below(60) == 0 { stop() }
    }
  }

  private mutating func change() {
    if engine.isStopped { return }
    var changed: Set<Int> = []
    for _ in 0..<random.below(5) {
      let element = random.below(7)
      guard changed.insert(element).inserted else { continue }
      let changes: [Engine.ElementChange] = [
        .wanted, .wanted, .wanted, .declined, .withdrawn, .left,
      ]
      let change = changes[random.below(6)]
      let group = element % groups
      switch engine.elementChanged(0, element, change, in: group, now: now) {
      case .nothing: break
      case .call:
        #expect(change == .wanted)
        calls.append(element)
      case .hold(let serial, let delay):
        #expect(isThrottled && delay > .zero && delay <= .seconds(3))
        alarms.append(serial)
      }
    }
    forgetDoomed()
    while !calls.isEmpty { describe(calls.removeFirst()) }
    takeWaiting()
  }

  private mutating func describe(_ element: Int) {
    engine.elementCalled(0, element, now: now)
    called += 1
    begin(engine.effectDescribed(0, element: element, immediates: 0, parts: random.below(2)))
  }

  private mutating func begin(_ order: Engine.Disposition) {
    if case .start(let serial) = order { executions.append(serial) }
  }

  private mutating func takeWaiting() {
    while true {
      if let element = engine.nextReady(0) {
        begin(engine.waitingEffectTaken(0, element: element, immediates: 0, parts: 1))
      } else if let element = engine.nextInLine(0) {
        describe(element)
      } else {
        return
      }
    }
  }

  private mutating func finish(_ kind: EntryTag.Kind) {
    guard !executions.isEmpty else { return }
    let serial = executions.remove(at: random.below(executions.count))
    let verdict = engine.entryTaken(EntryTag(kind, feedback: 0, serial: serial))
    #expect(verdict == (kind == .finished ? .end(.execution) : .reduce(.execution)))
    takeWaiting()
  }

  private mutating func endHold() {
    guard !alarms.isEmpty else { return }
    let serial = alarms.remove(at: random.below(alarms.count))
    now += .seconds(3)
    let verdict = engine.entryTaken(EntryTag(.holdEnded, feedback: 0, serial: serial))
    if case .call(let element) = verdict { describe(element) }
    takeWaiting()
  }

  /// What is doomed was alive, and an alarm that was forgotten says nothing any more.
  private mutating func forgetDoomed() {
    for tag in engine.doomed {
      let count = executions.count + alarms.count
      executions.removeAll { $0 == tag.serial }
      alarms.removeAll { $0 == tag.serial }
      #expect(executions.count + alarms.count == count - 1)
      let verdict = engine.entryTaken(tag.with(.holdEnded))
      #expect(verdict == .nothing)
    }
    engine.cancellationsTaken()
  }

  private mutating func stop() {
    engine.stopRequested()
    forgetDoomed()
    #expect(executions.isEmpty && alarms.isEmpty)
    #expect(engine.isSettled)
  }
}

struct EngineElementTests {
  @Test(arguments: 0..<80)
  func whateverHappensToElementsTheEngineIsConsistent(seed: UInt64) {
    var walk = ElementWalk(seed: seed)
    for _ in 0..<400 {
      walk.step()
      #expect(walk.engine.violations == [])
    }
    #expect(walk.called > 0)
  }
}
