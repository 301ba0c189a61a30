import SpinCore

extension Plan: CustomStringConvertible {
  var description: String {
    var lines = ["initially \(initial)", spin.text("  ")]
    lines.append("\(observers) observers; the first one emits, by fuel, \(echoes)")
    if let stop { lines.append("stopped by the \(stop.place) at fuel \(stop.fuel)") }
    if let suspends { lines.append("suspended by the first observer at fuel \(suspends)") }
    if let mailbox { lines.append("a mailbox for \(mailbox.capacity) events, \(mailbox.rule)") }
    if isGated { lines.append("output waits until its step is durable") }
    if drops { lines.append("every stop drops the handle") }
    for (index, phase) in phases.enumerated() {
      for (thread, acts) in phase.enumerated() {
        lines.append("phase \(index), thread \(thread): \(acts)")
      }
    }
    lines.append("in the end \(ending)")
    return lines.joined(separator: "\n").replacing("DifferentialTests.", with: "")
  }
}

extension SpinPlan {
  func text(_ indent: String) -> String {
    var lines: [String] = []
    for group in groups {
      lines += group.feedbacks.map { $0.text(indent) }
      let scope = group.scope
      let manner = (scope.livesByID ? " by id" : "") + (scope.hasClosure ? " by closure" : "")
      lines.append("\(indent)scope \(scope.place) answering to \(scope.mouth)\(manner):")
      lines.append(
        scope.isRecursion ? "\(indent)  the spin that has it" : scope.spin.text(indent + "  "))
    }
    lines += feedbacks.map { $0.text(indent) }
    lines += repeats.map { "\(indent)\($0)" }
    guard let reducer else { return lines.joined(separator: "\n") }
    lines.append("\(indent)reducer\(writesReducerFirst ? " written first" : "") \(reducer.table)")
    for (column, moves) in reducer.moves.enumerated() where !moves.isEmpty {
      let of = column < Word.kinds ? "own \(column)" : "parts' \(column - Word.kinds)"
      lines.append("\(indent)  \(of): \(moves)")
    }
    if !reducer.pulses.isEmpty { lines.append("\(indent)  pulses \(reducer.pulses)") }
    return lines.joined(separator: "\n")
  }
}

extension FeedbackPlan {
  fileprivate func text(_ indent: String) -> String {
    var lines = ["\(name): \(look), \(strategy)\(hasExecutor ? ", on an executor" : "")"]
    if let limit { lines.append("at most \(limit)") }
    if let throttle { lines.append("\(throttle)") }
    if look == .elements { lines.append("\(aspect) in \(form) of \(collections)") }
    if look == .stream { lines.append("\(stream)") }
    if look.asks {
      let parts = parts.map { $0.map { "\($0)" } ?? "nil" }
      lines.append("passes \(passes), parts [\(parts.joined(separator: ", "))]")
    }
    for (part, effect) in effects.enumerated() where !effect.isNothing {
      lines.append("\(part): \(effect)")
    }
    if addresses.contains(where: { !$0.isEmpty }) { lines.append("to \(addresses)") }
    return indent + lines.joined(separator: "\n\(indent)  ")
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
    case .asked(let slot, let seen): "  asked feedback \(slot): \(seen)"
    case .answered(let slot, let element, let answer):
      "  feedback \(slot)\(element.isEmpty ? "" : "[\(element)]") \(answer)"
    case .cancelled(let name): "  cancelled \(name)"
    case .observed(let observer, let sight): "  observer \(observer) saw \(sight)"
    case .published(let number): "  published \(number)"
    case .called(let slot, let seen): "  called feedback \(slot): \(seen)"
    case .described(let slot): "  described feedback \(slot)"
    case .waited(let slot): "  an effect of feedback \(slot) waits"
    case .posted(let slot, let count): "  posted \(count) of feedback \(slot)"
    case .clock(let slot, let now): "  for feedback \(slot) it is \(now)"
    case .held(let name): "  held \(name)"
    case .started(let name): "  started \(name)"
    case .ended(let name): "  ended \(name)"
    case .opened(let number): "durable up to \(number)"
    case .released(let name): "  released \(name)"
    case .stopped: "stopped"
    case .settled(let resting): "settled; streams rest after \(resting)"
    case .wrong(let what): "  WRONG: \(what)"
    }
  }
}

extension RunName: CustomStringConvertible {
  var description: String { "run \(serial) of feedback \(slot)" }
}

extension Sight: CustomStringConvertible {
  var description: String {
    "\(number): \(event as Any) → \(state), from \(origin), before: \(previous as Any)"
  }
}
