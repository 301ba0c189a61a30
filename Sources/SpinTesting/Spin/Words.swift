internal import SpinCore

/// Lists at most ten items, one in each line.
func list<Things: Collection>(_ things: Things) -> String {
  let lines = things.prefix(10).map { "- \($0)" }
  let more = things.count > 10 ? ["… and \(things.count - 10) more"] : []
  return (lines + more).joined(separator: "\n")
}

/// The number of characters after which the words of an event are cut.
private let eventLimit = 300

/// Describes an event as it is written in code, cut if it is long.
func inShort<Event>(_ event: Event) -> String { inCode(event).cut(to: eventLimit) }

/// Says that a value differs from an expected one, and in which lines.
func difference<Value>(of value: Value, from expected: Value) -> String {
  let lines = LineDiff(expectedValue: expected, actualValue: value).lines
  let shown = lines.isEmpty ? ["Both print the same, but == says that they differ."] : lines
  return "differs from the expected one (-: expected, +: actual).\n\n"
    + shown.joined(separator: "\n")
}

extension Origin {
  /// Whether the name of a source in a test matches this origin.
  func isMeant(by source: String?) -> Bool {
    guard let source else { return true }
    if case .feedback(let feedback) = self { return feedback.isMeant(by: source) }
    return source == description
  }
}

extension Transition {
  /// The number, the event and its origin.
  var cause: String { "#\(number) \(event.map { inShort($0) } ?? "start") from \(origin)" }
}

extension DroppedEvent {
  /// The event, cut if it is long, its origin, and the reason.
  var cause: String { description(limit: eventLimit) }
}

extension TestRuntime {
  /// The effects that keep a loop from settling, a line for each, and the time of the next alarm.
  func situation(of loop: ObjectIdentifier, _ effects: [RunningEffect]) -> String {
    let bodies = bodies.filter { $0.loopID == loop }
    let now = time.now
    var lines: [String] = []
    var told: Set<Int> = []
    for effect in effects {
      told.insert(effect.feedback.index)
      let own = bodies.filter { $0.belongs(to: effect) }
      lines += own.map { "- \(effect.feedback) \($0.standstill(at: now))" }
      if own.isEmpty { lines.append("- \(effect)") }
    }
    // Sources, too, if they are what the test has not waited for.
    let others = bodies.filter { body in
      body.origin.map { !told.contains($0.index) } ?? true && hasSetAside(body)
    }
    lines += others.map { "- \($0.name) \($0.standstill(at: now))" }
    if lines.isEmpty { lines = ["No effect is alive."] }
    return (lines + [alarmText]).joined(separator: "\n")
  }
}
