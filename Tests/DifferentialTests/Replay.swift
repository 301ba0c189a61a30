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
    self.lines = lines.countingStatesFromZero
  }

  /// Replays everything; throws the first difference.
  mutating func run() throws(Difference) {
    var index = 0
    while index < lines.count {
      let end = nextHead(after: index)
      try compare(index, Array(lines[index..<end]))
      index = end
    }
    if !model.isStopped { throw difference(index, [], "the loop never took notice of its stop") }
  }

  /// Everything between two heads is what the first one brings about.
  private func nextHead(after index: Int) -> Int {
    var index = index + 1
    while index < lines.count {
      switch lines[index] {
      case .taken, .bodyReturned, .stopped, .settled: return index
      default: index += 1
      }
    }
    return index
  }

  private mutating func compare(_ index: Int, _ actual: [Line]) throws(Difference) {
    model.lines = []
    model.clock = actual.compactMap { line in
      if case .clock(_, let now) = line { now } else { nil }
    }
    switch actual[0] {
    case .taken(let source, let event):
      if model.isStopping && !model.isStopped {
        throw difference(index, actual, "an event was taken after a stop from inside")
      }
      model.take(try named(source, index, actual), event, at: actual.time)
    case .bodyReturned: model.lines = [.bodyReturned]
    case .stopped: model.stop()
    case .settled:
      model.lines = [model.isStopped ? actual[0] : .settled(model.resting)]
      if !model.isSettled && !model.isStopped {
        throw difference(index, actual, "the loop is not settled")
      }
    default:
      if index > 0 { throw difference(index, actual, "this begins with nothing") }
      model.start()
    }
    let translated = translate(actual)
    if translated == model.lines { return }
    // Clause 8: stopped from elsewhere, a step under way need not come to its end.
    let isCut =
      index + actual.count < lines.count && lines[index + actual.count] == .stopped
      && !model.isStopping && translated == Array(model.lines.prefix(actual.count))
    if !isCut { throw difference(index, translated, "the lines differ") }
    model.forgetUnstarted(except: translated)
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
    for (index, line) in actual.enumerated() {
      let expected = index < model.lines.count ? model.lines[index] : nil
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
    for index in alive.indices where alive[index].isStarted && alive[index].entry == entry {
      let name = alive[index].name
      alive[index].isStarted = lines.contains(alive[index].isHold ? .held(name) : .started(name))
    }
    begun = begun.filter { name, began in began < entry || lines.contains(.started(name)) }
  }
}

extension [Line] {
  /// The time of acceptance, which the model is told.
  fileprivate var time: Duration? {
    if count > 1, case .compared(let time) = self[1] { time } else { nil }
  }
}

extension Line {
  /// The run it is about.
  var run: RunName? {
    switch self {
    case .started(let name), .ended(let name), .cancelled(let name), .held(let name): name
    default: nil
    }
  }

  /// The same line about a run of another name.
  func renamed(_ names: [RunName: RunName]) -> Line {
    func other(_ name: RunName) -> RunName { names[name] ?? name }
    return switch self {
    case .started(let name): .started(other(name))
    case .ended(let name): .ended(other(name))
    case .cancelled(let name): .cancelled(other(name))
    case .held(let name): .held(other(name))
    case .taken(let source, let event):
      .taken(source.run.map { source.renamed(other($0)) } ?? source, event)
    default: self
    }
  }
}

extension Source {
  /// The run that it is about.
  var run: RunName? {
    switch self {
    case .work(let name), .hold(let name): name
    case .outside, .immediate, .stream: nil
    }
  }

  /// The same about a run of another name.
  func renamed(_ name: RunName) -> Source {
    switch self {
    case .work: .work(name)
    case .hold: .hold(name)
    case .outside, .immediate, .stream: self
    }
  }
}

extension [Line] {
  /// The same lines with how many states a stream has taken; the loop counts them from the serial of its
  /// run, which is the only one of its feedback.
  fileprivate var countingStatesFromZero: [Line] {
    var serials: [Int: UInt64] = [:]
    return map { line in
      if case .started(let name) = line, serials[name.slot] == nil {
        serials[name.slot] = name.serial
      }
      guard case .taken(.stream(let slot, let gone), let event) = line else { return line }
      return .taken(.stream(slot: slot, gone: gone - Int(serials[slot] ?? 0)), event)
    }
  }
}
