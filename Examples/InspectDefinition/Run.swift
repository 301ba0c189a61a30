import SpinRecording

/// A run as far as its file was read, with what is found out about it once.
struct Run: Sendable {
  let path: String
  private(set) var reading: RecordingFile.Reading
  private(set) var executions = Executions()
  /// The entries that have a state.
  private(set) var kept: [Int] = []
  /// How many entries were looked at for states.
  private var looked = 0
  /// How often the file was read.
  private(set) var round = 1

  init(_ path: String, _ reading: RecordingFile.Reading) {
    self.path = path
    self.reading = reading
    note()
  }

  var log: Log { reading.log }
  var count: Int { log.entries.count }

  /// The name of the file.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Whether the file has no entry now.
  var isEmptyAtEnd: Bool { count == 0 && reading.isAtEnd && reading.problem == nil }

  /// Why the file is not read to its end, and how much of it is shown.
  var problem: String? {
    reading.problem.map { problem in
      log.damage?.kind == .cut
        ? problem : "\(problem) \(count.of("entry is", "entries are")) shown."
    }
  }

  /// Takes what was read next.
  mutating func take(_ new: RecordingFile.Reading) {
    round += 1
    if new.isNew {
      let rounds = round
      self = Run(path, new)
      round = rounds
    } else {
      reading = new
      note()
    }
  }

  private mutating func note() {
    executions.take(log)
    // NB: the end of a run gives its state to the newest transition, which may have been looked at.
    let first = log.entries[..<looked].lastIndex { $0.outcome.number != nil } ?? looked
    for index in max(first, (kept.last ?? -1) + 1)..<log.entries.count
    where log.entries[index].state != nil {
      kept.append(index)
    }
    looked = log.entries.count
  }

  /// The place in `kept` of the newest state at an entry.
  func keptPlace(at index: Int) -> Int? {
    let place = kept.partitioningIndex { $0 > index } - 1
    return place >= 0 ? place : nil
  }

  /// Where an entry is, in words: at a transition, or after one.
  func place(_ index: Int) -> String {
    log.entries[index].outcome.number.map { "at \($0)" } ?? "after \(number(at: index))"
  }

  /// The number of the newest transition at an entry.
  func number(at index: Int) -> Int {
    log.entries[...index].last { $0.outcome.number != nil }?.outcome.number ?? 0
  }
}
