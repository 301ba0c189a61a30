/// A row of a tree: guide lines, the mark and the program's content.
struct TreeRow<ID: Hashable & Sendable>: View {
  let id: ID
  let content: any View
  /// For each level from the second to the row's, whether other rows follow.
  let lines: [Bool]
  /// Whether the children are shown; `nil` if there are none.
  let isOpen: Bool?

  /// Returns the number of outer levels without guide lines, so that the content has 12 columns or
  /// a third of them.
  private func hiddenLevels(in columns: Int?) -> Int {
    guard let columns else { return 0 }
    let room = columns - min(12, columns / 3)
    return max(0, lines.count - max(0, room / 2 - 1))
  }

  /// Returns the number of columns before the content: two for each level shown and two for the
  /// mark.
  private func indent(in columns: Int?) -> Int {
    2 * (lines.count - hiddenLevels(in: columns)) + 2
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let indent = indent(in: proposal.columns)
    let inner = content.measure(proposal.less(columns: indent, rows: 0), in: environment)
    return Size(
      columns: proposal.columns ?? inner.columns + indent, rows: max(1, inner.rows))
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let isASCII = environment.drawsASCII
    let guide = environment.style(.secondary)
    let shown = surface.visible
    let indent = indent(in: surface.size.columns)
    let hidden = hiddenLevels(in: surface.size.columns)
    for (level, follows) in lines.dropFirst(hidden).enumerated() {
      guard 2 * level < shown.endColumn else { break }
      let isOwn = level == lines.count - hidden - 1
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
