import Harness
import SpinCallbacks
import SpinCore
import SpinRecording

import class Foundation.FileManager
import struct Foundation.URL
import struct Foundation.UUID

/// A spin whose state and events can be written.
private let adding = Spin<Int, Int>(initialState: 0) { Reducer { $0 &+= $1 } }

/// Records so many events in memory.
private func record(_ count: Int) -> RunLog<Int, Int> {
  let record = RunRecord<Int, Int>()
  let running = adding.start(
    on: .callersThread, options: RunOptions(monitors: [.recording(into: record)]))
  for _ in 0..<count { running.emit(1) }
  precondition(running.state == count)
  running.stop()
  return record.log
}

/// The cost of recordings, for each event.
let recordings: [Measurement] = [
  Measurement(
    "outside, recorded in memory", operations: 10_000,
    against: "outside, a monitor that does nothing"
  ) { precondition(record($0).entries.count == $0 + 1) },
  Measurement("recorded and replayed", operations: 10_000) { count in
    guard let replay = try? record(count).replay(adding) else { fatalError("the log has a begin") }
    precondition(replay.state(at: count) == count)
  },
  Measurement("recorded and rehearsed", operations: 10_000) { count in
    guard let difference = try? record(count).rehearse(adding) else { return }
    fatalError("\(difference)")
  },
]

/// Writes a recording of so many events while its loop runs, reads it, and prints what that costs.
func recordingOfAMillion(_ count: Int) async {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent(
    "spin-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: file) }
  do {
    var begin = ContinuousClock.now
    let running = adding.start(
      on: .callersThread, options: RunOptions(monitors: [.recording(to: file)]))
    for _ in 0..<count { running.emit(1) }
    running.stop()
    let written = ContinuousClock.now - begin
    let bytes = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    begin = .now
    let log = try RunLog<Int, Int>(contentsOf: file)
    let read = ContinuousClock.now - begin
    begin = .now
    let end = try log.replay(adding).state(at: count)
    precondition(end == count)
    let replayed = ContinuousClock.now - begin
    begin = .now
    if let difference = try log.rehearse(adding) { fatalError("\(difference)") }
    print(
      "a recording of \(count) events: \(bytes / max(count, 1)) bytes an event, run and written in \(written),",
      "read in \(read), replayed in \(replayed), rehearsed in \(ContinuousClock.now - begin)")
  } catch {
    fatalError("\(error)")
  }
}
