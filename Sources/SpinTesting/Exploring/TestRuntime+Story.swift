internal import SpinCore

/// What an explored run does, in words.
extension TestRuntime {
  func words(for step: Agenda.Step) -> String {
    let before = step.overtaken.map { ", before \(words(for: $0))" }
    return words(for: step.work) + (before ?? "")
  }

  /// Where the first entry comes from that a turn will take, with the element even if the effect is over.
  private func origin(of turn: Turn) -> String? {
    guard let origin = turn.nextOrigin else { return nil }
    guard case .feedback(let feedback) = origin, feedback.element == nil,
      let execution = turn.nextExecution
    else { return "\(origin)" }
    let effect = EffectKey(loop: turn.loopID, execution: execution)
    return shared.withLock { $0.names[effect] } ?? "\(origin)"
  }

  private func words(for work: Agenda.Work) -> String {
    switch work {
    case .turn(let turn):
      let loop = shared.withLock { $0.agenda.name(of: turn) }
      guard let origin = origin(of: turn) else { return "\(loop) goes on" }
      guard turn.nextHasEvent else { return "\(loop) takes a fact from \(origin)" }
      return "\(loop) takes \(turn.nextEvent ?? "an event") from \(origin)"
    case .job(_, let execution):
      let body = execution.origin == nil ? "" : " (body \(execution.number))"
      return "\(execution.name)\(body) goes on"
    case .condition: return "the condition is tested"
    case .alarm: return "the time advances by \(time.nextAlarm ?? .zero) to the next alarm"
    }
  }
}
