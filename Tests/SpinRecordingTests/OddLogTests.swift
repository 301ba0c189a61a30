import Foundation
import SpinCore
import SpinRecording
import SpinTestSupport
import SpinTesting
import Testing

/// Rehearsals of runs with values that are not equal to themselves, and of logs that are no run.
@Suite(.fewAtOnce)
struct OddLogTests {
  private struct Gauge: Codable, Equatable, Sendable {
    var value = 0.0
    enum Event: Codable, Equatable, Sendable { case read(Double) }
  }

  private static let spin = Spin<Gauge, Gauge.Event>(initialState: Gauge()) {
    Feedback(on: { $0.value == 1 ? true : nil }) { _ in .just(.read(.nan)) }.named("check")
    Reducer { gauge, event in
      if case .read(let value) = event { gauge.value = value }
    }
  }

  @Test func aNumberThatIsNotEqualToItselfIsNoDifference() throws {
    let (record, runtime) = (RunRecord<Gauge, Gauge.Event>(), TestRuntime())
    let running = Self.spin.start(
      on: runtime, options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    runtime.run()
    for value in [1, .nan, 2] { running.emit(.read(value)) }
    runtime.run()
    running.stop()
    runtime.run()
    #expect(record.log.entries.contains { $0.state?.value.isNaN == true })
    #expect(try record.log.rehearse(Self.spin)?.description == nil)
  }

  /// A durable log has no effects, so each effect was called new.
  @Test func aLogOfEventsAloneIsNotRehearsed() throws {
    var log = RunLog<Gauge, Gauge.Event>(named: "gauge", beginningWith: Gauge(), number: 0)
    log.add(.read(1), number: 1, state: nil)
    let error = #expect(throws: RunLogError.self) { try log.rehearse(Self.spin) }
    #expect(error?.description.contains("it can be replayed, and not rehearsed") == true)
    #expect(try log.replay(Self.spin).state(at: 1).value == 1)
  }

  /// A file did not say so, and what was accepted was a run that never was.
  @Test func aFileOfEventsAloneIsNotRehearsed() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("gauge.jsonl")
    var log = RunLog<Gauge, Gauge.Event>(named: "gauge", beginningWith: Gauge(), number: 0)
    log.add(.read(1), number: 1, state: nil)
    try log.write(to: file)
    let bytes = try Data(contentsOf: file)
    let read = try RunLog<Gauge, Gauge.Event>(contentsOf: file)
    let failures = Transcript<String>()
    expectRehearsal(
      of: file, by: Self.spin, accepting: true, report: FailureReporter { failures($0.message) })
    #expect(failures.entries.count == 1)
    #expect(failures.entries.first?.contains("it can be replayed, and not rehearsed") == true)
    #expect(try Data(contentsOf: file) == bytes)
    #expect(try read.replay(Self.spin).state(at: 1).value == 1)
  }
}
