internal import SpinTTY

/// A part of a document, behind the bars of quotes and the marks of lists.
struct PartView: View {
  private let part: Markdown.Part
  private let content: EnvironmentReader

  init(_ part: Markdown.Part, _ highlighters: [String: Code.Highlighter]) {
    self.part = part
    content = EnvironmentReader { part.content.view(highlighters, in: $0) }
  }

  private var gap: Int { part.gap == nil ? 0 : 1 }

  /// Returns the indents from the inside on that leave the content 12 columns or a third of them.
  private func indents(in columns: Int?) -> ArraySlice<Markdown.Part.Indent> {
    var shown = part.indents[...]
    guard let columns else { return shown }
    var rest = columns - max(1, min(12, columns / 3)) - shown.reduce(0) { $0 + $1.columns }
    while rest < 0, let first = shown.popFirst() { rest += first.columns }
    return shown
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let indent = indents(in: proposal.columns).reduce(0) { $0 + $1.columns }
    let room = Proposal(
      columns: proposal.columns.map { $0 - indent }, rows: proposal.rows.map { $0 - gap })
    let size = content.measure(room, in: environment)
    // In the width of a short text, some of the indents would be hidden.
    let wide =
      part.indents.isEmpty ? size.columns : proposal.columns ?? indent + max(12, size.columns)
    return Size(columns: wide, rows: max(1, size.rows) + gap)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let shown = indents(in: surface.size.columns)
    var column = 0
    for (number, indent) in zip(shown.indices, shown) {
      if indent == .bar {
        let isInGap = part.gap.map { number < $0 } ?? true
        let first = isInGap ? 0 : gap
        surface.fill(
          environment.drawsASCII ? "|" : "▎",
          in: Rectangle(column: column, row: first, columns: 1, rows: surface.size.rows - first),
          style: environment.style(.border))
      }
      column += indent.columns
      for mark in part.marks where mark.indent == number {
        let text = mark.text(in: environment)
        let width = environment.widths.width(of: text) + 1
        surface.put(text, column: column - width, row: gap, style: environment.style(.accent))
      }
    }
    let room = Rectangle(
      column: column, row: gap, columns: surface.size.columns - column,
      rows: surface.size.rows - gap)
    if room.size.columns > 0, room.size.rows > 0 {
      content.draw(into: surface.region(room), in: environment)
    }
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == .vertical ? .content : content.constraint(along: axis, in: environment)
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    let lines = part.content.lines(in: environment)
    let isBare = lines.isEmpty && part.marks.isEmpty && !part.indents.contains(.bar)
    for (number, line) in (lines.isEmpty && !isBare ? [""] : lines).enumerated() {
      text.append(row: indent(ofFirstLine: number == 0, in: environment) + line)
    }
  }

  /// Returns the bars of quotes and the marks of lists before a line.
  private func indent(ofFirstLine isFirst: Bool, in environment: ViewEnvironment) -> String {
    part.indents.enumerated().map { number, indent in
      if indent == .bar { return "> " }
      let mark = part.marks.first { isFirst && $0.indent == number }?.text(in: environment) ?? ""
      let columns = environment.widths.width(of: mark) + 1
      return String(repeating: " ", count: max(0, indent.columns - columns)) + mark + " "
    }.joined()
  }
}

extension Markdown.Mark {
  func text(in environment: ViewEnvironment) -> String {
    if let number { return "\(number)." }
    let bullets = environment.drawsASCII ? ["*", "-", "+"] : ["•", "◦", "▪"]
    return bullets[depth % bullets.count]
  }
}

extension Markdown.Part.Content {
  /// Returns the view of the content.
  @ViewBuilder
  fileprivate func view(
    _ highlighters: [String: Code.Highlighter], in environment: ViewEnvironment
  ) -> ViewList {
    switch self {
    case .heading(let level, let spans):
      Text(spans.runs(in: environment, heading: level < 3 ? .accent : nil)).bold()
      if level == 1 { Divider() }
    case .paragraph(let spans): Text(spans.runs(in: environment))
    case .code(let text, let language):
      CodeBlock(text, highlighters[language.lowercased()]).styled(.field)
    case .rule: Divider()
    case .table(let columns, let rows): table(columns, rows, in: environment)
    }
  }

  private func table(
    _ columns: [Block.Column], _ rows: [[[Span]]], in environment: ViewEnvironment
  ) -> some View {
    let alignments = columns.map { column -> HorizontalAlignment in
      switch column {
      case .leading: .leading
      case .center: .center
      case .trailing: .trailing
      }
    }
    let grid = Grid(spacing: 2, columns: alignments) {
      for (number, row) in rows.enumerated() {
        GridRow {
          for cell in row {
            let text = Text(cell.runs(in: environment))
            number == 0 ? text.bold() : text
          }
        }
        if number == 0 { Divider() }
      }
    }
    var words = columns.map { _ in 0 }
    for row in rows {
      for (column, cell) in zip(words.indices, row) {
        words[column] = max(words[column], cell.longestWord(in: environment))
      }
    }
    return Panned(grid, least: words.reduce(2 * max(0, columns.count - 1), +))
  }

  /// Returns the lines of the content in words.
  fileprivate func lines(in environment: ViewEnvironment) -> [String] {
    func words(_ spans: [Span]) -> String {
      spans.runs(in: environment).map(\.string).joined()
    }
    switch self {
    case .heading(_, let spans), .paragraph(let spans):
      return words(spans).split(separator: "\n").map(String.init)
    case .code(let text, _):
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return lines.last == "" ? lines.dropLast() : lines
    case .rule: return []
    case .table(_, let rows): return rows.map { $0.map(words).joined(separator: " | ") }
    }
  }
}
