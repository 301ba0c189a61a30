import SpinCallbacks
import SpinCore
import SpinTesting
import Testing

@testable import SpinRecording

/// What a recording remembers of effects that do not end.
@Suite struct EndlessRunTests {
  private struct Failure: Error {}

  /// Each attempt left an entry in a table.
  @Test func theStagesOfAnEndlessRetryAreForgotten() throws {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(while: { _ in true }) {
        .run(retrying: .constant(.seconds(1), attempts: .max)) { () throws(Failure) in
          throw Failure()
        } catch: { _ in
          0
        }
      }.named("tries")
      Reducer { $0 = $1 }
    }
    let recorder = RunRecorder<Int, Int>(.first, Masking(event: { $0 }, state: { $0 }))
    let senders = Guarded<[RunSender]>([])
    let monitor = Monitor<Int, Int>(attaching: { _ in
      { told in
        recorder.note(told) { line in
          if case .entry(let entry) = line { senders.withLock { $0.append(entry.sender) } }
        }
      }
    })
    let runtime = TestRuntime()
    let running = spin.start(
      on: runtime, options: RunOptions(monitors: [monitor], runaway: nil))
    runtime.run()
    for _ in 0..<6_000 { runtime.advance(by: .seconds(1)) }
    running.stop()
    runtime.run()
    // An attempt and the wait behind it are a stage each.
    let stages = (1...12_000).map { RunSender.effect(of: "tries", execution: 1, stage: $0) }
    #expect(senders.withLock { Array($0.dropFirst().prefix(12_000)) } == stages)
    let executions = try #require(Mirror(reflecting: recorder).descendant("executions"))
    let pair = try #require(Mirror(reflecting: executions).children.first?.value)
    let execution = try #require(Mirror(reflecting: pair).descendant("value"))
    let kept = Mirror(reflecting: execution).descendant("stages") as? [UInt64: Int]
    #expect(try #require(kept).count < 9_000)
  }

  /// The hold of a long throttle was forgotten while many short effects ended, and its alarm had another sender.
  @Test func aLongThrottleInABusyRunKeepsItsName() throws {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 }) { _ in .none }.throttled(for: .seconds(60), latest: true).named("slow")
      Feedback(on: { $0 }) { _ in .callback { _ in Cancellation {} } }.named("short")
      Reducer { $0 = $1 }
    }
    let (record, time) = (RunRecord<Int, Int>(), ManualScheduler())
    let running = spin.start(
      on: .callersThread(scheduler: time),
      options: RunOptions(monitors: [.recording(into: record)]))
    for number in 1...8_200 { running.emit(number) }
    time.advance(by: .seconds(60))
    running.stop()
    let alarms = record.log.entries.filter { $0.outcome == .message(.alarm) }
    #expect(alarms.map(\.sender) == [.throttle(of: "slow", count: 1)])
    #expect(try record.log.rehearse(spin) == nil)
  }
}
