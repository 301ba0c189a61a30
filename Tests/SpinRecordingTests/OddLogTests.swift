import SpinCore
import SpinRecording
import SpinTestSupport
import SpinTesting
import Testing

/// Rehearsals of runs with values that are not equal to themselves.
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
}
