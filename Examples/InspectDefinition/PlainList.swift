import Foundation
import SpinExampleSupport
import SpinRecording

/// The entries as text, for pipes.
struct PlainList {
  private let files: [RecordingFile]
  private var runs: [Run]
  /// How many entries are printed and, of the last one, how many changes of the state, effects and cancellations.
  private var printed = (entries: 0, changes: 0, effects: 0, cancelled: 0)
  /// The newest entry of which the state is printed.
  private var stated = -1
  /// Whether it was said that the file is not there.
  private var isGone = false

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
    line(Self.header(runs[0]))
    if !header.feedbacks.isEmpty {
      line("feedbacks: \(header.feedbacks.joined(separator: ", "))")
    }
    while true {
      // The effects of the last entry may follow in the next piece.
      printEntries(upTo: runs[0].count - 1)
      if runs[0].reading.problem != nil || runs[0].reading.isAtEnd && !follows { break }
      if runs[0].reading.isAtEnd {
        printEntries(upTo: runs[0].count)
        Console.flush()
        if runs[0].reading.isGone && !isGone {
          Console.complain("\(runs[0].path) is not there: waiting for it.")
        }
        isGone = runs[0].reading.isGone
        Console.pause(milliseconds: 250)
      }
      runs[0].take(files[0].read())
      if runs[0].reading.isNew {
        line(Self.header(runs[0]))
        (printed, stated) = ((0, 0, 0, 0), -1)
      }
    }
    if runs[0].reading.problem == nil { runs[0].take(files[0].finish()) }
    printEntries(upTo: runs[0].count)
    end(0)
  }

  private static func header(_ run: Run) -> String {
    let header = run.log.header
    let name = header.name.map { "\($0), " } ?? ""
    return "\(run.name): \(name)\(header.stateType), began \(header.began.words)"
  }

  /// Prints what of an entry that was printed has come since, and the next entries.
  private mutating func printEntries(upTo count: Int) {
    if printed.entries > 0 { printDetails(of: printed.entries - 1) }
    printLateState()
    while printed.entries < count {
      line(Self.title(of: runs[0].log.entries[printed.entries]))
      printed = (printed.entries + 1, 0, 0, 0)
      printDetails(of: printed.entries - 1)
    }
  }

  private mutating func printDetails(of index: Int) {
    let details = Self.details(runs[0], at: index)
    details.changes.dropFirst(printed.changes).forEach { line($0) }
    details.effects.dropFirst(printed.effects).forEach { line($0) }
    details.cancelled.dropFirst(printed.cancelled).forEach { line($0) }
    printed.changes = details.changes.count
    (printed.effects, printed.cancelled) = (details.effects.count, details.cancelled.count)
    if !details.changes.isEmpty { stated = index }
  }

  /// Prints the state at the end of the run, which may belong to a transition before the entry that was printed last.
  private mutating func printLateState() {
    let entries = runs[0].log.entries[..<printed.entries]
    guard let index = entries.lastIndex(where: { $0.outcome.number != nil }), index > stated else {
      return
    }
    let changes = Self.changes(runs[0], at: index)
    if changes.isEmpty { return }
    stated = index
    line("the state after \(runs[0].number(at: index)):")
    changes.forEach { line(String(repeating: " ", count: 17) + $0) }
  }

  /// Prints a line: a text in it may have more.
  private func line(_ text: String) {
    let scalars = text.unicodeScalars.map { $0 == "\n" ? "␊" : $0 }
    Console.line(String(String.UnicodeScalarView(scalars)))
  }

  private static func title(of entry: Log.Entry) -> String {
    func pad(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let number = pad(entry.outcome.number.map { "\($0)" } ?? "", 6)
    var line = "\(number) \(pad(entry.time.words, 8))  \(entry.title(limit: 400))"
    if !entry.senderWords.isEmpty { line += "  from \(entry.senderWords)" }
    if let reason = entry.dropReason { line += "  dropped: \(reason)" }
    for more in [entry.site, entry.lossWords].compactMap(\.self) { line += "  \(more)" }
    return line
  }

  /// A line for each change of the state, each effect and each cancellation.
  private static func details(
    _ run: Run, at index: Int
  ) -> (changes: [String], effects: [String], cancelled: [String]) {
    let indent = String(repeating: " ", count: 17)
    let entry = run.log.entries[index]
    let cancelled = entry.cancelled.map { "\(indent)- \($0) is cancelled" }
    let effects = entry.effects.map { "\(indent)+ \($0)" }
    return (changes(run, at: index).map { indent + $0 }, effects, cancelled)
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
    line(comparison.sentence(first.log, second.log, Inspect.names(runs)))
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
    let details = Self.details(run, at: index)
    let lines =
      [Self.title(of: run.log.entries[index])] + details.changes + details.effects
      + details.cancelled
    lines.forEach { line(mark + $0) }
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
