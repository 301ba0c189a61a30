import Foundation
import SpinRecording
import SpinTTY

/// Shows all of an entry: the event or message, the sender, and the time.
struct EntryView: View {
  let entry: Log.Entry

  var body: some View {
    VStack {
      Heading(title)
      Text(entry.title(limit: 1_000)).frame(height: .max(4))
      Text(facts).styled(.secondary).frame(height: .max(2))
      if let reason = entry.dropReason { Text("dropped: \(reason)").styled(.error) }
    }
    .frame(width: .fill)
  }

  private var title: String {
    let number = entry.outcome.number.map { "transition \($0)" } ?? "no transition"
    return "\(number), after \(entry.time.words)"
  }

  private var facts: String {
    var facts = entry.sender == .start ? ["the beginning of the run"] : ["from \(entry.sender)"]
    if entry.waited > .zero { facts.append("waited \(entry.waited.words)") }
    facts += [entry.site, entry.lossWords].compactMap(\.self)
    return facts.joined(separator: ", ")
  }
}

/// A value of the state, with a mark if it was added (+), removed (-) or changed (~).
struct NodeView: View {
  let node: Node
  let isOpen: Bool
  /// Whether the values are those of two runs.
  let comparesRuns: Bool

  var body: some View {
    EnvironmentReader { environment in
      Text(runs(isASCII: environment.isASCII), wrapping: .none)
    }
  }

  private func runs(isASCII: Bool) -> [Text.Run] {
    let label = node.label + " "
    func short(_ value: JSON?) -> String { value?.words(limit: 200) ?? "" }
    switch node.change {
    case .same:
      return [
        Text.Run(label, look: .secondary),
        Text.Run(summary, look: node.value.count == nil ? .text : .secondary),
      ]
    case .added: return [Text.Run("+ " + label + summary, look: .success)]
    case .removed:
      return [
        Text.Run("- ", look: .error),
        Text.Run(label + summary, style: Style(attributes: .strike), look: .error),
      ]
    case .changed:
      let arrow = comparesRuns ? isASCII ? " != " : " ≠ " : isASCII ? " -> " : " → "
      return [
        Text.Run("~ ", look: .warning), Text.Run(label),
        Text.Run(short(node.old), look: .secondary), Text.Run(arrow, look: .warning),
        Text.Run(short(node.new), style: Style(attributes: .bold), look: .warning),
      ]
    case .inside:
      return [Text.Run("~ ", look: .warning), Text.Run(label), Text.Run(summary, look: .secondary)]
    }
  }

  /// The value or, if its inside is shown below, how much there is.
  private var summary: String {
    guard isOpen, let count = node.value.count, count > 0 else {
      return node.value.words(limit: 200)
    }
    switch node.value {
    case .object(let object): return object["id"].map { $0.words(limit: 60) } ?? ""
    default: return count.of("element", "elements")
    }
  }
}

/// An effect that is alive, or may be.
struct EffectView: View {
  let effect: Moment.Effect
  let index: Int
  let runs: [Run]

  var body: some View {
    EnvironmentReader { environment in
      Text(
        [
          mark(isASCII: environment.isASCII), Text.Run(" \(alive.feedback) #\(alive.number)"),
          Text.Run("  \(facts)", look: .secondary),
        ], wrapping: .none)
    }
  }

  private var alive: Executions.Alive { effect.alive }

  private func mark(isASCII: Bool) -> Text.Run {
    switch effect.isSecond {
    case true?: return Text.Run("+", look: .success)
    case false?: return Text.Run("-", look: .error)
    case nil: break
    }
    if alive.next == nil { return Text.Run(isASCII ? "?" : "○", look: .secondary) }
    return Text.Run(isASCII ? "*" : "●", look: alive.first == index ? .accent : .success)
  }

  private var facts: String {
    if let isSecond = effect.isSecond {
      return "\(alive.shape ?? ""), only in \(runs[isSecond ? 1 : 0].name)"
    }
    let run = runs[0]
    let began = alive.first == index ? "since now" : "since \(run.number(at: alive.first))"
    let sent = alive.count == 0 ? "" : ", sent \(alive.count)"
    let next = alive.next.map { ", next \(run.place($0))" } ?? ", end not told"
    return "\(began)\(sent)\(next)\(alive.shape.map { ", \($0)" } ?? "")"
  }
}

extension Date {
  /// The time in words that mean the same everywhere.
  var words: String {
    formatted(.iso8601.dateTimeSeparator(.space)).replacing("Z", with: " UTC")
  }
}
