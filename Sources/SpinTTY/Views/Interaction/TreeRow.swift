/// A row of a tree: guide lines, the mark and the program's content.
struct TreeRow<ID: Hashable & Sendable>: View {
  let id: ID
  let content: any View
  /// For each level from the second to the row's, whether other rows follow.
  let lines: [Bool]
  /// Whether the children are shown; `nil` if there are none.
  let isOpen: Bool?

  /// The number of columns before the content: two for each level and two for the mark.
  private var indent: Int { 2 * lines.count + 2 }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let inner = content.measure(proposal.less(columns: indent, rows: 0), in: environment)
    return Size(
      columns: proposal.columns ?? inner.columns + indent, rows: max(1, inner.rows))
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let isASCII = environment.drawsASCII
    let guide = environment.style(.secondary)
    let shown = surface.visible
    for (level, follows) in lines.enumerated() {
      guard 2 * level < shown.endColumn else { break }
      let isOwn = level == lines.count - 1
      let line =
        isASCII
        ? isOwn && !follows ? "`" : follows ? "|" : " "
        : isOwn ? (follows ? "├─" : "└─") : follows ? "│" : " "
      surface.put(line, column: 2 * level, row: 0, style: guide)
    }
    let place = Rectangle(column: indent - 2, columns: 2, rows: 1)
    guard place.column < shown.endColumn else { return }
    if let isOpen {
      let marks = isASCII ? ("-", "+") : ("▾", "▸")
      surface.put(isOpen ? marks.0 : marks.1, column: place.column, row: 0)
      if surface.isInRegion { _ = surface.region(place).declare(TreeMarkID(id: id)) }
    } else if !lines.isEmpty, !isASCII {
      surface.put("─", column: place.column, row: 0, style: guide)
    }
    let room = Rectangle(
      column: indent, columns: surface.size.columns - indent, rows: surface.size.rows)
    guard !room.size.isEmpty else { return }
    content.draw(into: surface.region(room), in: environment)
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    var part = text.unwrapped()
    content.describe(into: &part, in: environment)
    let indent = String(repeating: "  ", count: min(lines.count, 40))
    let mark = isOpen.map { $0 ? "- " : "+ " } ?? "  "
    for (number, line) in part.lines.enumerated() {
      text.append(indent + (number == 0 ? mark : "  ") + line)
    }
  }
}

/// The id of the region of the mark, which opens and closes its row.
struct TreeMarkID<ID: Hashable & Sendable>: Hashable, Sendable {
  let id: ID
}
