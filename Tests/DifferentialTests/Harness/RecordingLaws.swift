import Foundation
import SpinRecording

/// The laws of the log of any run.
struct RecordingLaws {
  let log: RunLog<Node, Word>
  let rig: Rig

  private var spin: Spin<Node, Word> { rig.spin(rig.plan.spin, rig.plan.initial) }

  /// Returns the first law that the log breaks.
  func complaint() throws -> String? {
    if let difference = try log.rehearse(spin) {
      return "The rehearsal goes another way. \(difference)"
    }
    // The other laws take longer, and long runs have few things that short ones have not.
    if !rig.plan.isFiled || log.entries.count > 200 { return nil }
    if let number = try log.replay(spin).firstDifference {
      return "The replay of transition \(number) has another state."
    }
    if let complaint = difference(try log.rehearsed(by: spin)) {
      return "The log of the rehearsal is another one. \(complaint)"
    }
    return try fileComplaint()
  }

  /// What a file has is the log, and the log of a part of the file is rehearsed, too.
  private func fileComplaint() throws -> String? {
    let file = FileManager.default.temporaryDirectory.appending(path: "run \(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    try log.write(to: file)
    let bytes = try Data(contentsOf: file)
    let read = try RunLog<Node, Word>(contentsOf: file)
    if let complaint = difference(read) { return "The file has another log. \(complaint)" }
    for part in [2, 7] {
      try bytes.prefix(bytes.count * (part - 1) / part).write(to: file)
      guard let cut = try? RunLog<Node, Word>(wholePartOf: file), !cut.entries.isEmpty else {
        continue
      }
      if let difference = try cut.rehearse(spin) {
        return
          "The log whose file was cut after \(cut.entries.count) entries goes another way. \(difference)"
      }
    }
    return nil
  }

  /// Where another log differs first.
  private func difference(_ other: RunLog<Node, Word>) -> String? {
    if log.hasEnded != other.hasEnded { return "One has an end." }
    if log.entries.count != other.entries.count {
      return "It has \(other.entries.count) entries, not \(log.entries.count)."
    }
    for (index, (old, new)) in zip(log.entries, other.entries).enumerated()
    where Line(old) != Line(new) {
      return "Entry \(index) is \(Line(new)), not \(Line(old))"
    }
    return nil
  }

  /// An entry without its times.
  private struct Line: Equatable {
    let sender: RunSender
    let event: Word?
    let outcome: RunOutcome
    let effects: [RunEffect]
    let cancelled: [RunExecution]
    let lostBefore: Int
    let endsPart, isForgotten, isCutOff: Bool
    let state: Node?

    init(_ entry: RunLog<Node, Word>.Entry) {
      (sender, event, outcome) = (entry.sender, entry.event, entry.outcome)
      (effects, cancelled, lostBefore) = (entry.effects, entry.cancelled, entry.lostBefore)
      (endsPart, isForgotten, isCutOff) = (entry.endsPart, entry.isForgotten, entry.isCutOff)
      state = entry.state
    }
  }
}
