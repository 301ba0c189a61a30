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
    let ids = ids
    var lines = ["stateDiagram-v2"]
    for name in states.sorted() {
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
    let ids = ids
    var lines = ["digraph {", "  start [shape=point]"]
    for name in states.sorted() {
      lines.append("  \(ids[name] ?? "") [label=\(Self.dotText(name))]")
    }
    for name in starts.sorted() { lines.append("  start -> \(ids[name] ?? "")") }
    for edge in edges.sorted() {
      lines.append(
        "  \(ids[edge.from] ?? "") -> \(ids[edge.to] ?? "") [label=\(Self.dotText(edge.event))]")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// What the texts call the states.
  private var ids: [String: String] {
    Dictionary(uniqueKeysWithValues: states.sorted().enumerated().map { ($1, "s\($0)") })
  }

  /// NB: Mermaid knows no escapes but numbers of characters.
  private static func mermaidText(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "#", ":", ";", "<", ">", "{", "}", "\\": "#\(scalar.value);"
      case "\u{0}"..."\u{1F}", "\u{7F}": " "
      default: "\(scalar)"
      }
    }.joined()
  }

  /// A text as a label in quotes.
  private static func dotText(_ text: String) -> String {
    let inner = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n", "\r": "\\n"
      case "\u{0}"..."\u{1F}", "\u{7F}": " "
      default: "\(scalar)"
      }
    }.joined()
    return "\"\(inner)\""
  }
}
