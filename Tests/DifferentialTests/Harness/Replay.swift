import SpinCore

/// Replays the order of acceptance of a record in the model, and compares what had to happen with
/// what happened.
struct Replay {
  private(set) var model: Model
  private let lines: [Line]
  /// The model's names of the runs, by the loop's.
  private var names: [RunName: RunName] = [:]

  /// Where the two differ first.
  struct Difference: Error {
    /// The place in the record.
    var index: Int
    var expected: [Line]
    var actual: [Line]
    var reason: String
  }

  init(_ plan: Plan, _ lines: [Line]) {
    model = Model(plan)
    self.lines = lines
  }

  /// Replays everything; throws the first difference.
  mutating func run() throws(Difference) {
    var index = 0
    while index < lines.count {
      // Everything between two heads is what the first one brings about.
      var end = index + 1
      while end < lines.count && !lines[end].isHead { end += 1 }
      try compare(index, lines[index] == .stopped ? ofStop(index..<end) : Array(lines[index..<end]))
      index = end
    }
    if !model.isStopped { throw difference(index, [], "the loop never took notice of its stop") }
  }

  /// The lines of a stop, without what has never started.
  private func ofStop(_ range: Range<Int>) -> [Line] {
    lines[range].filter { line in
      if case .cancelled(let name) = line { names[name] != nil } else { true }
    }
  }

  private mutating func compare(_ index: Int, _ actual: [Line]) throws(Difference) {
    let wasStopping = model.isStopping
    (model.lines, model.letGo) = ([], [])
    model.clock = actual.readings
    switch actual[0] {
    case .taken(let source, let event):
      if model.isStopping && !model.isStopped {
        throw difference(index, actual, "an event was taken after a stop from inside")
      }
      model.take(try named(source, index, actual), event, at: actual.time)
    case .bodyReturned: model.lines = [.bodyReturned]
    case .stopped: model.stop()
    case .opened(let number): model.open(upTo: number)
    case .settled:
      model.lines = [model.isStopped ? actual[0] : .settled(model.resting)]
      if !model.isSettled && !model.isStopped {
        throw difference(index, actual, "the loop is not settled")
      }
    default:
      if index > 0 { throw difference(index, actual, "this begins with nothing") }
      model.start()
    }
    // Promise 27.8: why nothing starts is what the model says.
    let (answers, modelAnswers) = (actual.answers, model.lines.answers)
    model.lines = model.lines.withoutAnswers
    let translated = translate(actual.withoutAnswers)
    let (found, expected) = (promised(translated), promised(model.lines))
    if found == expected {
      if answers == modelAnswers { return }
      model.lines += modelAnswers
      throw difference(
        index, answers.filter { !modelAnswers.contains($0) },
        "the answers differ from \(modelAnswers.filter { !answers.contains($0) })")
    }
    // Promise 8.4: stopped from elsewhere, a step under way need not come to its end, nor to the closure
    // that stops the loop itself.
    let isCut =
      index + actual.count < lines.count && lines[index + actual.count] == .stopped
      && !wasStopping && found.count < linesBeforeStop && expected.starts(with: found)
    if !isCut { throw difference(index, translated, "the lines differ") }
    model.forgetUnstarted(except: translated)
  }

  /// How many lines of the entry precede a stop by a closure.
  private var linesBeforeStop: Int {
    model.stopLine.map { promised(Array(model.lines.prefix($0))).count } ?? .max
  }

  /// What the contract says of the lines.
  ///
  /// Of parts it says that all cancellations come before a step is published, and not in what order, and
  /// nothing of how often the clock is asked.
  private func promised(_ lines: [Line]) -> [Line] {
    model.plan.hasParts ? lines.withoutReadings.inOneOrder : lines
  }

  private func named(
    _ source: Source, _ index: Int, _ actual: [Line]
  ) throws(Difference) -> Source {
    guard let name = source.run else { return source }
    if let known = names[name] { return source.renamed(known) }
    // A run that was stopped just before its work started.
    if model.isStopped { return source }
    throw difference(index, actual, "this run was never started")
  }

  /// Puts the loop's names of runs into the model's, which are learnt as they appear.
  private mutating func translate(_ actual: [Line]) -> [Line] {
    var translated: [Line] = []
    let lines = model.plan.hasParts ? model.lines.withoutReadings : model.lines
    var index = 0
    for line in actual {
      if model.plan.hasParts, case .clock = line { continue }
      let expected = index < lines.count ? lines[index] : nil
      index += 1
      if let name = line.run, names[name] == nil, let other = expected?.run,
        name.slot == other.slot, !names.values.contains(other), keepsOrder(name, other)
      {
        names[name] = other
      }
      translated.append(line.renamed(names))
    }
    return translated
  }

  /// Whether the loop has given its names in the model's order.
  private func keepsOrder(_ name: RunName, _ other: RunName) -> Bool {
    names.allSatisfy { known, model in
      known.slot != name.slot || (known.serial < name.serial) == (model.serial < other.serial)
    }
  }

  private func difference(_ index: Int, _ actual: [Line], _ reason: String) -> Difference {
    Difference(index: index, expected: model.lines, actual: actual, reason: reason)
  }
}

extension Model {
  /// Takes back the starts that a stop from elsewhere has prevented.
  mutating func forgetUnstarted(except lines: [Line]) {
    for index in alive.indices where alive[index].isStarted && alive[index].startEntry == entry {
      let name = alive[index].name
      alive[index].isStarted = lines.contains(alive[index].isHold ? .held(name) : .started(name))
      if !alive[index].isStarted, alive[index].forwards != nil, number <= durable {
        heard.removeLast()
      }
    }
    // What an opening has not let go is not forwarded.
    heard.removeLast(letGo.count { !lines.contains(.released($0)) })
    begun = begun.filter { name, began in began < entry || lines.contains(.started(name)) }
  }
}

extension [Line] {
  /// The time of acceptance, which the model is told.
  fileprivate var time: Duration? {
    if count > 1, case .compared(let time) = self[1] { time } else { nil }
  }
}

extension [Line] {
  /// What the clock has said.
  fileprivate var readings: [Model.Reading] {
    // Only a step asks feedbacks, and only before it is published.
    var isAsking = contains { if case .reduced = $0 { true } else { false } }
    return compactMap { line in
      if case .published = line { isAsking = false }
      guard case .clock(let slot, let now) = line else { return nil }
      return Model.Reading(slot: slot, now: now, isAsking: isAsking)
    }
  }

  /// The answers of the feedbacks, in one order: the contract says nothing of that of elements.
  var answers: [Line] {
    filter(\.isAnswer).sorted { first, second in
      guard case .answered(let slot, let element, let answer) = first,
        case .answered(let otherSlot, let otherElement, let otherAnswer) = second
      else { return false }
      if slot != otherSlot { return slot < otherSlot }
      return element == otherElement ? "\(answer)" < "\(otherAnswer)" : element < otherElement
    }
  }

  var withoutAnswers: [Line] { filter { !$0.isAnswer } }

  var withoutReadings: [Line] {
    filter { if case .clock = $0 { false } else { true } }
  }

  /// The same lines, with cancellations that follow each other in the order of their feedbacks.
  var inOneOrder: [Line] {
    var (all, cancelled): ([Line], [RunName]) = ([], [])
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
  fileprivate var inOrder: [Line] {
    sorted { ($0.slot, $0.serial) < ($1.slot, $1.serial) }.map { .cancelled($0) }
  }
}
