extension ScopeCase: CustomStringConvertible {
  var description: String {
    let acts = phases.map { phase in "  " + phase.map { "\($0)" }.joined(separator: " || ") }
    return """
      initially \(initial)
      \(spin.text("  "))
      phases, \(endsSettled ? "until settled" : "then stopped")\(drops ? " by dropping" : ""):
      \(acts.joined(separator: "\n"))
      """.replacing("DifferentialTests.", with: "")
  }
}

extension SpinPlan {
  func text(_ indent: String) -> String {
    var lines: [String] = []
    for group in groups {
      lines += group.feedbacks.map { indent + $0.text }
      let scope = group.scope
      let manner = (scope.livesByID ? " by id" : "") + (scope.hasClosure ? " by closure" : "")
      lines.append("\(indent)scope \(scope.place) answering to \(scope.mouth)\(manner):")
      lines.append(scope.spin.text(indent + "  "))
    }
    lines += feedbacks.map { indent + $0.text }
    guard let reducer else { return lines.joined(separator: "\n") }
    lines.append("\(indent)reducer\(writesReducerFirst ? " written first" : "") \(reducer.table)")
    for (column, moves) in reducer.moves.enumerated() where !moves.isEmpty {
      let of = column < SpinPlan.kinds ? "own \(column)" : "parts' \(column - SpinPlan.kinds)"
      lines.append("\(indent)  \(of): \(moves)")
    }
    return lines.joined(separator: "\n")
  }
}

extension PartFeedbackPlan {
  fileprivate var text: String {
    let choice =
      switch look {
      case .filtered: " passes \(passes)"
      case .lens, .selection, .condition: " parts \(parts.map { $0.map(String.init) ?? "nil" })"
      case .elements: " collections \(collections.map { $0.map { "\($0.id)v\($0.version)" } })"
      case .everyState, .transitions, .source: ""
      }
    let ways = addresses.contains { !$0.isEmpty } ? " to \(addresses)" : ""
    return "\(name) \(look) \(strategy)\(choice) effects \(effects)\(ways)"
  }
}
