import SpinCallbacks
import SpinCore
import SpinRecording
import SpinTTY
import Testing

/// Recordings of runs that a terminal shows.
@Suite struct RecordingTests {
  private enum Event: Equatable, Sendable { case add(Int) }
  private static let spin = Spin<Int, Event>(initialState: 0) {
    Reducer { if case .add(let number) = $1 { $0 += number } }
  }

  /// An input and the event that it means are one entry.
  @Test func anInputIsRecordedOnceAsTheEventThatItMeans() throws {
    let record = RunRecord<Int, Event>()
    let ui = UISpin(Self.spin) {
      count, _ in
      Text("\(count)")
    } keys: {
      Key("+", help: "more", .add(1))
      Key("*", help: "much more", .add(10))
    }
    let rehearsal = ui.rehearse(
      on: .callersThread, columns: 20, rows: 4,
      options: RunOptions(monitors: [.recording(into: record)]))
    rehearsal.input("+?*x+".utf8)
    rehearsal.stop()
    let log = record.log
    #expect(log.entries.map(\.event) == [nil, .add(1), .add(10), .add(1)])
    #expect(log.entries.map(\.sender) == [.start, .outside, .outside, .outside])
    #expect(try log.replay(Self.spin).state(at: 3) == 12)
  }
}
