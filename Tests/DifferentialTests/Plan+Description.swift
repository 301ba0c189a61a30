import SpinCore

extension Plan: CustomStringConvertible {
  var description: String {
    var lines = ["start with value \(initial.value) and fuel \(initial.fuel); reduce by \(table)"]
    for (slot, feedback) in feedbacks.enumerated() {
      lines.append("feedback \(slot): \(feedback.look), \(feedback.strategy)")
      if feedback.hasExecutor { lines.append("  on an executor") }
      if let limit = feedback.limit { lines.append("  at most \(limit)") }
      if let throttle = feedback.throttle { lines.append("  \(throttle)") }
      if feedback.look == .elements { lines.append("  elements \(feedback.collections)") }
      if feedback.look == .stream { lines.append("  \(feedback.stream)") }
      if feedback.look.asks {
        let parts = feedback.parts.map { $0.map { "\($0)" } ?? "nil" }
        lines.append("  passes \(feedback.passes), parts [\(parts.joined(separator: ", "))]")
      }
      for (part, effect) in feedback.effects.enumerated() where !effect.isNothing {
        lines.append("  \(part): \(effect)")
      }
    }
    for repeats in repeats { lines.append("\(repeats)") }
    if feedbacks.contains(where: { $0.look == .pulse }) { lines.append("pulses \(pulses)") }
    lines.append("\(observers) observers; the first one emits, by fuel, \(echoes)")
    if let stop { lines.append("stopped by the \(stop.place) at fuel \(stop.fuel)") }
    if let suspends { lines.append("suspended by the first observer at fuel \(suspends)") }
    if drops { lines.append("every stop drops the handle") }
    for (index, phase) in phases.enumerated() {
      for (thread, acts) in phase.enumerated() {
        lines.append("phase \(index), thread \(thread): \(acts)")
      }
    }
    lines.append(
      "in the end all fuel is burnt \(burnsFirst ? "before" : "after") effects are let go")
    return lines.joined(separator: "\n").replacing("DifferentialTests.", with: "")
  }
}

extension Line: CustomStringConvertible {
  var description: String {
    switch self {
    case .taken(let source, let event):
      "taken: \(event.map { "\($0)" } ?? "finished"), from \(source)"
    case .bodyReturned: "a body returned"
    case .compared(let time): "  compared by its time, \(time)"
    case .dropped(let reason): "  dropped as \(reason)"
    case .reduced(let number): "  reduced to transition \(number)"
    case .asked(let slot): "  asked feedback \(slot)"
    case .cancelled(let name): "  cancelled \(name)"
    case .observed(let observer, let transition):
      "  observer \(observer) saw \(transition.number): \(transition.event as Any) → "
        + "\(transition.state), from \(transition.origin), before: \(transition.previous as Any)"
    case .published(let number): "  published \(number)"
    case .called(let slot, let element):
      "  called feedback \(slot)\(element.map { " for \($0)" } ?? "")"
    case .described(let slot): "  described feedback \(slot)"
    case .waited(let slot): "  an effect of feedback \(slot) waits"
    case .posted(let slot, let count): "  posted \(count) of feedback \(slot)"
    case .clock(let slot, let now): "  for feedback \(slot) it is \(now)"
    case .held(let name): "  held \(name)"
    case .started(let name): "  started \(name)"
    case .ended(let name): "  ended \(name)"
    case .stopped: "stopped"
    case .settled(let resting): "settled; streams rest after \(resting)"
    case .wrong(let what): "  WRONG: \(what)"
    }
  }
}

extension RunName: CustomStringConvertible {
  var description: String { "run \(serial) of feedback \(slot)" }
}

extension Nudge: CustomStringConvertible {
  var description: String { "\(isLast ? "last " : "")\(kind)#\(id)" }
}
