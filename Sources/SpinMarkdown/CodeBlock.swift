internal import SpinTTY

/// Code on the background of a field, whose lines are not broken.
struct CodeBlock: View {
  private let text: String
  private let code: Code

  init(_ text: String, _ highlighter: Code.Highlighter?) {
    self.text = text
    code = Code(text, highlighter)
  }

  var body: some View {
    Panned(code, margin: 2, lines: text.split(separator: "\n", omittingEmptySubsequences: false))
  }
}

/// A view that keeps its width in a room that is too narrow, and moves sideways with the viewport around it.
///
/// Arrows at the edges say where there is more: in the rows of lines that are cut, or else in the first
/// visible row.
struct Panned: View {
  private let content: any View
  /// The least width of the view; `nil` for the width that it asks for.
  private let least: Int?
  /// The blank columns on both sides, fewer in a narrow room.
  private let margin: Int
  /// The lines that the rows show; `nil` if they are not known.
  private let lines: [Substring]?

  init(_ content: some View, margin: Int, lines: [Substring]) {
    (self.content, self.margin, self.lines) = (content, margin, lines)
    least = nil
  }

  init(_ content: some View, least: Int) {
    (self.content, self.least) = (content, least)
    (margin, lines) = (0, nil)
  }

  private func margin(in columns: Int?) -> Int {
    columns.map { min(margin, max(0, ($0 - 6) / 2)) } ?? margin
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    guard let least else {
      let size = content.measure(.unlimited, in: environment)
      let columns = proposal.columns ?? size.columns + 2 * margin
      return Size(columns: columns, rows: max(1, size.rows))
    }
    let room = Proposal(columns: proposal.columns.map { max($0, least) }, rows: proposal.rows)
    let size = content.measure(room, in: environment)
    return Size(columns: min(size.columns, proposal.columns ?? .max), rows: size.rows)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let size = surface.size
    let margin = margin(in: size.columns)
    let room = max(1, size.columns - 2 * margin)
    let own = least ?? content.measure(.unlimited, in: environment).columns
    let hidden = max(0, own - room)
    let first = min(environment.firstColumn, hidden)
    let window = surface.region(Rectangle(column: margin, columns: room, rows: size.rows))
    content.draw(
      into: window.region(Rectangle(column: -first, columns: room + hidden, rows: size.rows)),
      in: environment)
    guard hidden > 0 else { return }
    surface.declareHiddenColumns(hidden)
    let visible = surface.visible
    for row in visible.row..<max(visible.row, visible.endRow) {
      if lines == nil, row > visible.row { return }
      let width = width(ofRow: row, environment) ?? own
      drawArrows(
        into: surface, row: row, hasLeft: first > 0 && width > 0, hasRight: width - first > room,
        in: environment)
    }
  }

  /// Returns the width of the line in a row; `nil` if the lines are not known.
  private func width(ofRow row: Int, _ environment: ViewEnvironment) -> Int? {
    guard let lines else { return nil }
    guard lines.indices.contains(row) else { return 0 }
    return Text(String(lines[row]), wrapping: .none).measure(.unlimited, in: environment).columns
  }

  private func drawArrows(
    into surface: Surface, row: Int, hasLeft: Bool, hasRight: Bool, in environment: ViewEnvironment
  ) {
    let isASCII = environment.drawsASCII
    let style = environment.style(.accent)
    if hasLeft { surface.put(isASCII ? "<" : "‹", row: row, style: style) }
    if hasRight {
      surface.put(isASCII ? ">" : "›", column: surface.size.columns - 1, row: row, style: style)
    }
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    least == nil && axis == .horizontal
      ? .fill : content.constraint(along: axis, in: environment)
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    content.describe(into: &text, in: environment)
  }
}

extension [Span] {
  /// Returns the width of the longest part that has no place to break, with the addresses behind links; code
  /// has no such place.
  func longestWord(in environment: ViewEnvironment) -> Int {
    var (longest, current) = (0, 0)
    for (number, span) in enumerated() {
      let words = span.text.map { ($0, isCode: span.traits.contains(.code)) }
      let address = address(behind: number, in: environment) ?? ""
      for (character, isCode) in words + address.map({ ($0, isCode: false) }) {
        let width = environment.widths.width(of: character)
        // A text is broken at blanks and beside wide characters.
        let isBreak = !isCode && (character == " " || width > 1)
        current = isBreak ? 0 : current + width
        longest = Swift.max(longest, current, width)
      }
    }
    return longest
  }
}
