import SpinCallbacks
import SpinCore
import SpinRecording
import SpinTestSupport
import SpinTesting
import Testing

/// Going through a log, forward, back and to a number.
@Suite struct ReplayTests {
  private static let spin = Spin<[Int], Int>(initialState: []) {
    Feedback(on: { $0.count % 5 == 4 ? $0.count : nil }) { .just(-$0) }
    Reducer { state, event in state = (state + [event]).suffix(6) }
  }

  private static func log(_ count: Int) -> (log: RunLog<[Int], Int>, states: [[Int]]) {
    let (record, states) = (RunRecord<[Int], Int>(), Transcript<[Int]>())
    let running = spin.start(
      on: .callersThread,
      options: RunOptions(
        observers: [Observer { states($0.state) }], monitors: [.recording(into: record)]))
    for number in 0..<count { running.emit(number) }
    running.stop()
    return (record.log, states.entries)
  }

  @Test(arguments: [0, 1, 63, 64, 65, 300])
  func everyWayLeadsToTheSameStates(_ count: Int) throws {
    let (log, states) = Self.log(count)
    var (replay, random) = (try log.replay(Self.spin), SeededGenerator(seed: UInt64(count)))
    #expect(replay.numbers == 0...(states.count - 1))
    #expect(replay.number == 0 && replay.event == nil)
    for _ in 0..<400 {
      let before = replay.number
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let goes = replay.stepForward()
        #expect(goes == (before < states.count - 1) && replay.number == before + (goes ? 1 : 0))
      case 1:
        let goes = replay.stepBack()
        #expect(goes == (before > 0) && replay.number == before - (goes ? 1 : 0))
      case 2:
        let goal = Int.random(in: -3...states.count + 3, using: &random)
        replay.move(to: goal)
        #expect(replay.number == min(max(goal, 0), states.count - 1))
      default:
        let number = Int.random(in: 0..<states.count, using: &random)
        #expect(replay.state(at: number) == states[number] && replay.number == before)
      }
      #expect(replay.state == states[replay.number])
      #expect(replay.event == log.entries[replay.number].event)
    }
    #expect(replay.firstDifference == nil)
  }

  @Test func theReducerIsCalledAtMost64TimesForAStepBack() throws {
    let calls = Guarded(0)
    let (log, _) = Self.log(500)
    let counting = Spin<[Int], Int>(initialState: []) {
      Reducer { state, event in
        calls.withLock { $0 += 1 }
        state = (state + [event]).suffix(6)
      }
    }
    var replay = try log.replay(counting)
    replay.move(to: replay.numbers.upperBound)
    while true {
      let before = calls.withLock { $0 }
      guard replay.stepBack() else { break }
      #expect(calls.withLock { $0 } - before <= 64)
    }
    #expect(replay.number == 0)
  }

  @Test func aReducerThatHasChangedDiffersFromWhatWasRecorded() throws {
    let record = RunRecord<Int, Int>()
    let old = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }
    let running = old.start(
      on: .callersThread, options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    for number in 1...10 { running.emit(number) }
    running.stop()
    let new = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 == 7 ? 0 : $1 } }
    #expect(try record.log.replay(old).firstDifference == nil)
    #expect(try record.log.replay(new).firstDifference == 7)
  }

  @Test func anEmptyLogCannotBeReplayed() throws {
    let error = #expect(throws: RunLogError.self) {
      try RunRecord<Int, Int>().log.replay(Spin(initialState: 0) { Reducer { _, _ in } })
    }
    #expect(error?.kind == .noState)
  }
}
