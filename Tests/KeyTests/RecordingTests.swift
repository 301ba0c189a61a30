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

  /// A view shows whether a run of yesterday would go as it went.
  @Test func aViewAndAKeyMayRehearse() throws {
    let record = RunRecord<Int, Event>()
    let running = Self.spin.start(
      on: .callersThread,
      options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    for number in 1...3 { running.emit(.add(number)) }
    running.stop()
    let log = record.log
    let ui = UISpin(Self.spin) { count, _ in
      Text("\(count) \(words(log, Self.spin))")
    } keys: {
      Key("+", help: "more") { _ in words(log, Self.spin) == "goes as it went" ? .add(1) : nil }
    } layers: {
      Layer(when: { $0 > 0 && words(log, Self.spin).isEmpty }) { _, _ in Text("never") }
    }
    let rehearsal = ui.rehearse(on: .callersThread, columns: 40, rows: 4)
    rehearsal.input("+".utf8)
    #expect(rehearsal.state == 1)
    #expect(String(decoding: rehearsal.frame(), as: UTF8.self).contains("1 goes as it went"))
    rehearsal.stop()
  }
}

private func words<State, Event>(_ log: RunLog<State, Event>, _ spin: Spin<State, Event>) -> String
{
  (try? log.rehearse(spin)?.description ?? "goes as it went") ?? ""
}
