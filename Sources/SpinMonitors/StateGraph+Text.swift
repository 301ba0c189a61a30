extension StateGraph {
  /// The graph as a state diagram of Mermaid, which code hosts and documentation tools draw.
  ///
  /// ```
  /// stateDiagram-v2
  ///   state "editing" as s0
  ///   state "saving" as s1
  ///   [*] --> s0
  ///   s0 --> s1: save
  /// ```
  public var mermaid: String {
    let names = states.sorted()
    let ids = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, "s\($0)") })
    var lines = ["stateDiagram-v2"]
    for name in names {
      lines.append("  state \"\(Self.mermaidText(name))\" as \(ids[name] ?? "")")
    }
    for name in starts.sorted() { lines.append("  [*] --> \(ids[name] ?? "")") }
    for edge in edges.sorted() {
      let (from, to) = (ids[edge.from] ?? "", ids[edge.to] ?? "")
      lines.append("  \(from) --> \(to): \(Self.mermaidText(edge.event))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The graph in the DOT language of Graphviz.
  public var dot: String {
    var lines = ["digraph {", "  start [shape=point]"]
    for name in states.sorted() { lines.append("  \(Self.dotText(name))") }
    for name in starts.sorted() { lines.append("  start -> \(Self.dotText(name))") }
    for edge in edges.sorted() {
      lines.append(
        "  \(Self.dotText(edge.from)) -> \(Self.dotText(edge.to)) "
          + "[label=\(Self.dotText(edge.event))]")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// NB: Mermaid knows no escapes but numbers of characters.
  private static func mermaidText(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "#", ":", ";", "<", ">", "{", "}", "\\": "#\(scalar.value);"
      case "\n", "\r", "\t": " "
      default: "\(scalar)"
      }
    }.joined()
  }

  /// NB: a name in quotes, so that no state is `start`, and no keyword.
  private static func dotText(_ text: String) -> String {
    let inner = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n", "\r": "\\n"
      default: "\(scalar)"
      }
    }.joined()
    return "\"\(inner)\""
  }
}
