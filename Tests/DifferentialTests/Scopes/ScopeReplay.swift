import SpinCore

/// Replays the order of acceptance of a record in the model, and compares what had to happen with
/// what happened.
struct ScopeReplay {
  private(set) var model: ScopeModel
  private let lines: [ScopeLine]
  /// The model's names of the runs, by the loop's.
  private var names: [RunName: RunName] = [:]

  /// Where the two differ first.
  struct Difference: Error {
    /// The place in the record.
    var index: Int
    var expected: [ScopeLine]
    var actual: [ScopeLine]
    var reason: String
  }

  init(_ plan: ScopeCase, _ lines: [ScopeLine]) {
    model = ScopeModel(plan)
    self.lines = lines
  }

  /// Replays everything; throws the first difference.
  mutating func run() throws(Difference) {
    var index = 0
    while index < lines.count {
      var end = index + 1
      while end < lines.count && !lines[end].isHead { end += 1 }
      try compare(index, Array(lines[index..<end]))
      index = end
    }
    if !model.isStopped { throw difference(index, [], "the loop never took notice of its stop") }
  }

  private mutating func compare(_ index: Int, _ actual: [ScopeLine]) throws(Difference) {
    model.lines = []
    switch actual[0] {
    case .taken(let source, let event): model.take(try named(source, index, actual), event)
    case .bodyReturned: model.lines = [.bodyReturned]
    case .stopped: model.stop()
    case .settled:
      model.lines = [.settled]
      if !model.isSettled && !model.isStopped {
        throw difference(index, actual, "the loop is not settled")
      }
    default:
      if index > 0 { throw difference(index, actual, "this begins with nothing") }
      model.start()
    }
    let translated = translate(actual)
    if translated.inOneOrder == model.lines.inOneOrder { return }
    // Clause 8: stopped from elsewhere, a step under way need not come to its end.
    let isCut =
      index + actual.count < lines.count && lines[index + actual.count] == .stopped
      && translated.inOneOrder == Array(model.lines.inOneOrder.prefix(actual.count))
    if !isCut { throw difference(index, translated, "the lines differ") }
    model.forgetUnstarted(except: translated)
  }

  private func named(
    _ source: Source, _ index: Int, _ actual: [ScopeLine]
  ) throws(Difference) -> Source {
    guard let name = source.run else { return source }
    if let known = names[name] { return source.renamed(known) }
    // A run that was stopped just before its work started.
    if model.isStopped { return source }
    throw difference(index, actual, "this run was never started")
  }

  /// Puts the loop's names of runs into the model's, which are learnt as they appear.
  private mutating func translate(_ actual: [ScopeLine]) -> [ScopeLine] {
    var translated: [ScopeLine] = []
    for (index, line) in actual.enumerated() {
      let expected = index < model.lines.count ? model.lines[index] : nil
      if let name = line.run, names[name] == nil, let other = expected?.run,
        name.slot == other.slot, !names.values.contains(other)
      {
        names[name] = other
      }
      translated.append(line.renamed(names))
    }
    return translated
  }

  private func difference(
    _ index: Int, _ actual: [ScopeLine], _ reason: String
  ) -> Difference {
    Difference(index: index, expected: model.lines, actual: actual, reason: reason)
  }
}

extension ScopeModel {
  /// Takes back the starts that a stop from elsewhere has prevented.
  mutating func forgetUnstarted(except lines: [ScopeLine]) {
    for index in alive.indices where alive[index].isStarted && alive[index].entry == entry {
      alive[index].isStarted = lines.contains(.started(alive[index].name))
    }
  }
}

extension [ScopeLine] {
  /// The same lines, with cancellations that follow each other in the order of their feedbacks.
  ///
  /// The contract says that all of them come before the step is published, and no more.
  var inOneOrder: [ScopeLine] {
    var (all, cancelled): ([ScopeLine], [RunName]) = ([], [])
    for line in self {
      if case .cancelled(let name) = line {
        cancelled.append(name)
        continue
      }
      all += cancelled.inOrder
      cancelled = []
      all.append(line)
    }
    return all + cancelled.inOrder
  }
}

extension [RunName] {
  fileprivate var inOrder: [ScopeLine] {
    sorted { ($0.slot, $0.serial) < ($1.slot, $1.serial) }.map { .cancelled($0) }
  }
}
