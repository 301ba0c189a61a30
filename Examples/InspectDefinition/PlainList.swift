import Foundation
import SpinExampleSupport
import SpinRecording

/// The entries as text, for pipes.
struct PlainList {
  private let files: [RecordingFile]
  private var runs: [Run]

  init(_ files: [RecordingFile], _ runs: [Run]) {
    self.files = files
    self.runs = runs
  }

  func print(_ follows: Bool) {
    var list = self
    list.files.count == 1 ? list.printRun(follows) : list.printComparison()
  }

  // MARK: One run

  private mutating func printRun(_ follows: Bool) {
    let header = runs[0].log.header
    Console.line(Self.header(runs[0]))
    if !header.feedbacks.isEmpty {
      Console.line("feedbacks: \(header.feedbacks.joined(separator: ", "))")
    }
    var printed = 0
    while true {
      // The effects of the last entry may follow in the next piece.
      while printed < runs[0].count - 1 { printEntry(&printed) }
      if runs[0].reading.problem != nil || runs[0].reading.isAtEnd && !follows { break }
      if runs[0].reading.isAtEnd {
        while printed < runs[0].count { printEntry(&printed) }
        Console.flush()
        Console.pause(milliseconds: 250)
      }
      runs[0].take(files[0].read())
      if runs[0].reading.isNew {
        Console.line(Self.header(runs[0]))
        printed = 0
      }
    }
    if runs[0].reading.problem == nil { runs[0].take(files[0].finish()) }
    while printed < runs[0].count { printEntry(&printed) }
    end(0)
  }

  private static func header(_ run: Run) -> String {
    let header = run.log.header
    let name = header.name.map { "\($0), " } ?? ""
    return "\(run.name): \(name)\(header.stateType), began \(header.began.words)"
  }

  private func printEntry(_ printed: inout Int) {
    let index = printed
    printed += 1
    let entry = runs[0].log.entries[index]
    for line in Self.lines(entry, runs[0], at: index) { Console.line(line) }
  }

  /// The line of an entry, and one for each change of the state and each effect.
  private static func lines(_ entry: Log.Entry, _ run: Run, at index: Int) -> [String] {
    func pad(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let number = pad(entry.outcome.number.map { "\($0)" } ?? "", 6)
    var line = "\(number) \(pad(entry.time.words, 8))  \(entry.title(limit: 400))"
    if !entry.senderWords.isEmpty { line += "  from \(entry.senderWords)" }
    if let reason = entry.dropReason { line += "  dropped: \(reason)" }
    for more in [entry.site, entry.lossWords].compactMap(\.self) { line += "  \(more)" }
    let indent = String(repeating: " ", count: 17)
    return [line] + changes(run, at: index).map { indent + $0 }
      + entry.effects.map { "\(indent)+ \($0)" }
  }

  /// What has changed in a state that was kept.
  private static func changes(_ run: Run, at index: Int) -> [String] {
    guard let place = run.keptPlace(at: index), run.kept[place] == index,
      let state = run.log.entries[index].state
    else { return [] }
    guard place > 0, let old = run.log.entries[run.kept[place - 1]].state else {
      return ["state: \(state.words(limit: 400))"]
    }
    let number = run.number(at: run.kept[place - 1])
    let since = number == run.number(at: index) - 1 ? "" : " since \(number)"
    return Node.roots(old, state).flatMap(\.changes).map { $0.words(joiner: "->") + since }
  }

  // MARK: Two runs

  private mutating func printComparison() {
    for number in runs.indices {
      while runs[number].reading.problem == nil && !runs[number].reading.isAtEnd {
        runs[number].take(files[number].read())
      }
      if runs[number].reading.problem == nil { runs[number].take(files[number].finish()) }
    }
    let (first, second) = (runs[0], runs[1])
    let comparison = Comparison(first.log, second.log)
    Console.line(comparison.sentence(first.log, second.log, Inspect.names(runs)))
    guard comparison.difference != nil else { end(0) }
    let start = max(0, comparison.count - 3)
    for index in start..<comparison.count { printEntry(index, of: first, "  ") }
    for (run, mark) in [(first, "- "), (second, "+ ")] {
      let end = min(comparison.count + 3, run.count)
      for index in min(comparison.count, end)..<end { printEntry(index, of: run, mark) }
    }
    end(1)
  }

  private func printEntry(_ index: Int, of run: Run, _ mark: String) {
    for line in Self.lines(run.log.entries[index], run, at: index) { Console.line(mark + line) }
  }

  private func end(_ status: Int32) -> Never {
    Console.flush()
    var status = status
    for run in runs {
      guard let problem = run.problem else { continue }
      Console.complain(problem)
      if run.log.damage?.kind != .cut { status = 65 }
    }
    Console.end(status)
  }
}

extension Node {
  /// The change in one line, with the path of the value.
  func words(joiner: String) -> String {
    let (old, new) = (self.old?.words(limit: 200) ?? "", self.new?.words(limit: 200) ?? "")
    return switch change {
    case .added: "\(id): + \(new)"
    case .removed: "\(id): - \(old)"
    default: "\(id): \(old) \(joiner) \(new)"
    }
  }
}
