/// Text in one or several styles, wrapped or cut to the room it has.
///
/// ```swift
/// Text("three of ten").foreground(.green)
/// Text("value: ") + Text("5").bold()
/// Text(path, wrapping: .none, truncation: .middle)
/// ```
///
/// Newlines begin a new line and tabs go to the next multiple of eight columns. Every other character
/// that a terminal would act on is shown as a visible one. If some lines have no room, an ellipsis
/// ends the last line that is shown.
///
/// - Complexity: O(*text*) in each frame, even if only a part is visible; for a log of many lines use
///   a ``LogView``, which reads only the visible ones.
public struct Text: View {
  /// Text in one style.
  public struct Run: Hashable, Sendable {
    /// The text, which may hold newlines and tabs.
    public var string: String
    /// The style; properties that it leaves open come from the surroundings of the text.
    public var style: Style

    /// Creates a run.
    public init(_ string: String, style: Style = .plain) {
      self.string = string
      self.style = style
    }
  }

  /// Where a line that is too long continues.
  public enum Wrapping: Hashable, Sendable {
    /// In the next line, from a blank or from an ideograph; within a word only if it must.
    case word
    /// In the next line, from any character.
    case cluster
    /// Nowhere: it is truncated.
    case none
  }

  /// Where a line that is too long and does not wrap is cut.
  public enum Truncation: Hashable, Sendable {
    /// At the start, in the middle, at the end.
    case head, middle, tail
  }

  /// A run, and its clusters if it is a short part of one line.
  private struct Part {
    var run: Run
    let line: ScannedLine?
    /// The lines of a short run that has several; none otherwise.
    let lines: [ScannedLine]

    init(_ run: Run) {
      self.run = run
      line = ScannedLine(run.string)
      let hasLines = line == nil && run.string.utf8.count < TextLayouts.threshold
      lines = hasLines ? ScannedLine.lines(of: run.string) ?? [] : []
    }
  }

  /// The first run; most texts have no other, and then need no array.
  private var first: Part
  private var others: [Part] = []
  private var wrapping: Wrapping
  private let truncation: Truncation
  private var alignment: HorizontalAlignment
  /// The layouts made of a long text; nil for a short one.
  private(set) var layouts: TextLayouts?

  /// Creates text in one style.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - style: How it looks.
  ///   - wrapping: Where a line goes on that is too long.
  ///   - truncation: Where a line loses what is too much, if it does not wrap.
  ///   - alignment: Where lines stand that are shorter than the room of the text.
  public init(
    _ string: String, style: Style = .plain, wrapping: Wrapping = .word,
    truncation: Truncation = .tail, alignment: HorizontalAlignment = .leading
  ) {
    first = Part(Run(string, style: style))
    self.wrapping = wrapping
    self.truncation = truncation
    self.alignment = alignment
    keepLayouts()
  }

  /// Creates text in several styles.
  public init(
    _ runs: [Run], wrapping: Wrapping = .word, truncation: Truncation = .tail,
    alignment: HorizontalAlignment = .leading
  ) {
    first = Part(runs.first ?? Run(""))
    others = runs.dropFirst().map(Part.init)
    self.wrapping = wrapping
    self.truncation = truncation
    self.alignment = alignment
    keepLayouts()
  }

  /// The parts of the text.
  public var runs: [Run] { [first.run] + others.map(\.run) }

  /// Appends a text; it is wrapped and aligned as the left one.
  public static func + (left: Text, right: Text) -> Text {
    var text = left
    text.others.append(right.first)
    text.others += right.others
    text.keepLayouts()
    return text
  }

  /// The same text with a style under those of its runs.
  public func style(_ style: Style) -> Text {
    var text = self
    text.first.run.style = first.run.style.over(style)
    for index in others.indices {
      text.others[index].run.style = others[index].run.style.over(style)
    }
    text.keepLayouts()
    return text
  }

  /// The text in one line, aligned as the cells of its column are.
  func inCell(_ alignment: HorizontalAlignment) -> Text {
    var text = self
    text.wrapping = .none
    text.alignment = alignment
    text.keepLayouts()
    return text
  }

  /// The columns that the text takes of a line of some width.
  func span(in columns: Int, in environment: ViewEnvironment) -> Range<Int> {
    let width = min(measure(.unlimited, in: environment).columns, columns)
    let start = alignment.offset(of: width, in: columns)
    return start..<start + width
  }

  /// Begins to keep layouts, none of which are those of the text that this one was made from.
  private mutating func keepLayouts() {
    // NB: short lines are rarely laid out: they are measured and drawn as they are.
    let areLines = first.line != nil && others.allSatisfy { $0.line != nil }
    let length = others.reduce(first.run.string.utf8.count) { $0 + $1.run.string.utf8.count }
    layouts = areLines && length < TextLayouts.threshold ? nil : TextLayouts(length: length)
  }

  /// The width of its longest line, and its lines.
  ///
  /// - Complexity: O(1) in the length of a text that fits into one line.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    if let width = lineWidth(by: environment.widths), width <= proposal.columns ?? .max {
      return Size(columns: width, rows: 1)
    }
    // Without a column every line would be as high as it is long; the least is one cell.
    if proposal.columns == 0 { return Size(columns: 1, rows: 1) }
    if let size = size(in: proposal, by: environment.widths) { return size }
    let layout = layout(proposal, in: environment)
    return Size(columns: layout.width, rows: layout.lines.count)
  }

  /// Draws the lines.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.size.isEmpty else { return }
    if let width = lineWidth(by: environment.widths), width <= surface.size.columns {
      return drawLine(at: alignment.offset(of: width, in: surface.size.columns), into: surface)
    }
    let visible = surface.visible
    let start = max(0, visible.row)
    if size(in: Proposal(surface.size), by: environment.widths) != nil {
      for row in start..<max(start, min(first.lines.count, visible.endRow)) {
        let line = first.lines[row]
        let column = alignment.offset(
          of: line.width(by: environment.widths), in: surface.size.columns)
        surface.put(line, column: column, row: row, style: first.run.style)
      }
      return
    }
    let layout = layout(Proposal(surface.size), in: environment)
    for row in start..<max(start, min(layout.lines.count, visible.endRow)) {
      let line = layout.lines[row]
      var column = alignment.offset(of: line.width, in: surface.size.columns)
      for fragment in layout.fragments(of: line) {
        surface.put(fragment.text, column: column, row: row, style: fragment.style)
        column += fragment.width
      }
    }
  }

  /// Says the whole text, in lines.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    text.append(runs.map(\.string).joined())
  }

  /// The width of the text as one line; nil if it has several, or is too long to have been scanned.
  private func lineWidth(by rules: WidthRules) -> Int? {
    guard var width = first.line?.width(by: rules) else { return nil }
    for part in others {
      guard let line = part.line else { return nil }
      width += line.width(by: rules)
    }
    return width
  }

  /// The size of a short text of several lines that are all shown, and unbroken; nil otherwise.
  private func size(in room: Proposal, by rules: WidthRules) -> Size? {
    guard others.isEmpty, !first.lines.isEmpty, first.lines.count <= room.rows ?? .max else {
      return nil
    }
    let width = first.lines.reduce(0) { max($0, $1.width(by: rules)) }
    return width <= room.columns ?? .max ? Size(columns: width, rows: first.lines.count) : nil
  }

  /// Draws a text that needs no layout.
  private func drawLine(at column: Int, into surface: Surface) {
    var column = column
    if let line = first.line { column += surface.put(line, column: column, style: first.run.style) }
    for part in others {
      guard let line = part.line else { return }
      column += surface.put(line, column: column, style: part.run.style)
    }
  }

  private func layout(_ proposal: Proposal, in environment: ViewEnvironment) -> TextLayout {
    func make(_ room: Proposal) -> TextLayout {
      TextLayout(
        runs: runs, width: room.columns, height: room.rows, wrapping: wrapping,
        truncation: truncation, widths: environment.widths, ellipsis: environment.ellipsis)
    }
    return layouts?.layout(proposal, in: environment, make: make) ?? make(proposal)
  }
}
