/// Text in one or several styles, wrapped or cut to its room.
///
/// ```swift
/// Text("three of ten").foreground(.green)
/// Text("value: ") + Text("5").bold()
/// Text(path, wrapping: .none, truncation: .middle)
/// ```
///
/// Text in several styles is a list of runs, which can be stored in the state. The ``Run/look`` of a run
/// names a style of the theme, so that the same runs suit every theme and terminal:
///
/// ```swift
/// Text([Text.Run("saved "), Text.Run("notes.txt", look: .accent)])
/// ```
///
/// A newline begins a new line, except in a row of a ``List`` and the like, where it is shown. A tab goes
/// to the next multiple of eight columns. Other control characters are made visible. If not all lines fit,
/// an ellipsis ends the last line shown.
///
/// - Complexity: O(*n*) in the length of the text for each frame, even if only a part is visible;
///   for many lines use a ``LogView``, which reads only the visible ones.
public struct Text: View {
  /// Text in one style.
  public struct Run: Hashable, Sendable {
    /// The text, which may contain newlines and tabs.
    public var string: String
    /// The style; the view around the text supplies the properties that it does not set.
    public var style: Style
    /// The style of the theme under ``style``; `nil` for none.
    public var look: Theme.Token?

    /// Creates a run.
    public init(_ string: String, style: Style = .plain, look: Theme.Token? = nil) {
      self.string = string
      self.style = style
      self.look = look
    }

    /// Returns the style over the look.
    func style(in environment: ViewEnvironment) -> Style {
      guard let look else { return style }
      return style.over(environment.style(look))
    }
  }

  /// The place where a line that is too long continues.
  public enum Wrapping: Hashable, Sendable {
    /// In the next line, after a blank or at an ideograph; within a word only if the word does not
    /// fit.
    case word
    /// In the next line, at any character.
    case cluster
    /// Nowhere: the line is truncated.
    case none
  }

  /// The place where a line that is too long and does not wrap is cut.
  public enum Truncation: Hashable, Sendable {
    /// At the start, in the middle, at the end.
    case head, middle, tail
  }

  /// A run, with its scanned lines if it is short.
  private struct Part {
    var run: Run
    let line: ScannedLine?
    /// The lines of a short run with several lines; otherwise empty.
    let lines: [ScannedLine]

    init(_ run: consuming Run) {
      line = ScannedLine(run.string)
      let hasLines = line == nil && run.string.utf8.count < TextLayouts.threshold
      lines = hasLines ? ScannedLine.lines(of: run.string) ?? [] : []
      self.run = run
    }
  }

  /// The first run, outside the array because most texts have no other.
  private var first: Part
  private var others: [Part] = []
  private var wrapping: Wrapping
  private let truncation: Truncation
  private var alignment: HorizontalAlignment
  /// The layouts of a long text; `nil` for a short one.
  private(set) var layouts: TextLayouts?

  /// Creates text in one style.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - style: The style of the text.
  ///   - wrapping: The place where a line that is too long continues.
  ///   - truncation: The place where a line that is too long is cut if it does not wrap.
  ///   - alignment: The alignment of lines shorter than the room.
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
    others = runs.dropFirst().map { Part($0) }
    self.wrapping = wrapping
    self.truncation = truncation
    self.alignment = alignment
    keepLayouts()
  }

  /// The parts of the text.
  public var runs: [Run] { [first.run] + others.map(\.run) }

  /// Whether there is no text.
  var isEmpty: Bool { first.run.string.isEmpty && others.allSatisfy { $0.run.string.isEmpty } }

  /// Joins two texts; the result wraps and aligns like the left one.
  ///
  /// - Complexity: O(*n*) in the runs of the right text if the left one is not used again.
  public static func + (left: consuming Text, right: Text) -> Text {
    var text = left
    text.others.append(right.first)
    text.others += right.others
    text.keepLayouts()
    return text
  }

  /// Returns the text with a style under the styles of its runs.
  public func style(_ style: Style) -> Text {
    var text = self
    text.first.run.style = first.run.style.over(style)
    for index in others.indices {
      text.others[index].run.style = others[index].run.style.over(style)
    }
    text.forgetLayouts()
    return text
  }

  /// Returns the text with a look of the theme for its runs that have none, as for the cells of a
  /// ``Table``.
  ///
  /// ```swift
  /// Table<Job>.Column("STATE", \.state) { Text($0.state).look($0.isDone ? .success : .warning) }
  /// ```
  public func look(_ token: Theme.Token) -> Text {
    var text = self
    text.first.run.look = first.run.look ?? token
    for index in others.indices { text.others[index].run.look = others[index].run.look ?? token }
    text.forgetLayouts()
    return text
  }

  /// Puts the text on one line, aligned like the cells of its column.
  ///
  /// NB: not a function that returns a text, which the compiler would copy.
  mutating func becomeCell(_ alignment: HorizontalAlignment) {
    wrapping = .none
    self.alignment = alignment
    forgetLayouts()
  }

  /// Returns the range of columns that the text takes in a line of a width.
  func span(in columns: Int, in environment: ViewEnvironment) -> Range<Int> {
    let width = min(measure(.unlimited, in: environment).columns, columns)
    let start = alignment.offset(of: width, in: columns)
    return start..<start + width
  }

  /// Creates an empty cache of layouts, so that this text does not share that of another text.
  private mutating func keepLayouts() {
    // A long text stays long, so not all of it is counted again for each text joined to it.
    if let layouts, !layouts.isShort {
      self.layouts = TextLayouts(length: TextLayouts.threshold)
      return
    }
    // NB: short lines are rarely laid out; they are measured and drawn directly.
    let areLines = first.line != nil && others.allSatisfy { $0.line != nil }
    let length = others.reduce(first.run.string.utf8.count) { $0 + $1.run.string.utf8.count }
    layouts = areLines && length < TextLayouts.threshold ? nil : TextLayouts(length: length)
  }

  /// Discards kept layouts after a change of anything but the text.
  private mutating func forgetLayouts() { if layouts != nil { keepLayouts() } }

  /// Returns the width of the longest line and the number of lines.
  ///
  /// - Complexity: O(1) for a text that fits on one line.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    if let width = lineWidth(by: environment.widths), width <= proposal.columns ?? .max {
      return Size(columns: width, rows: 1)
    }
    if environment.isRow, let row = asRow { return row.measure(proposal, in: environment) }
    // In zero columns, each character would take a row; the text asks for one cell instead.
    if proposal.columns == 0 { return Size(columns: 1, rows: 1) }
    if let size = size(in: proposal, by: environment.widths) { return size }
    let layout = layout(proposal, in: environment)
    return Size(columns: layout.width, rows: layout.lines.count)
  }

  /// Draws the lines.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.size.isEmpty else { return }
    if let width = lineWidth(by: environment.widths), width <= surface.size.columns {
      let column = alignment.offset(of: width, in: surface.size.columns)
      return drawLine(at: column, into: surface, in: environment)
    }
    if environment.isRow, let row = asRow { return row.draw(into: surface, in: environment) }
    let visible = surface.visible
    let start = max(0, visible.row)
    if size(in: Proposal(surface.size), by: environment.widths) != nil {
      for row in start..<max(start, min(first.lines.count, visible.endRow)) {
        let line = first.lines[row]
        let column = alignment.offset(
          of: line.width(by: environment.widths), in: surface.size.columns)
        surface.put(line, column: column, row: row, style: first.run.style(in: environment))
      }
      return
    }
    let layout = layout(Proposal(surface.size), in: environment)
    for row in start..<max(start, min(layout.lines.count, visible.endRow)) {
      let line = layout.lines[row]
      var column = alignment.offset(of: line.width, in: surface.size.columns)
      for fragment in layout.fragments(of: line) {
        column += surface.put(
          fragment.text, column: column, row: row, style: fragment.run.style(in: environment))
      }
    }
  }

  /// Adds the whole text.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    if environment.isRow, let row = asRow { return row.describe(into: &text, in: environment) }
    text.append(runs.map(\.string).joined())
  }

  /// The text for a row of one line; `nil` if it has only one.
  private var asRow: Text? {
    let lines = runs.map(\.string.onOneLine)
    if zip(lines, runs).allSatisfy({ $0.utf8.count == $1.string.utf8.count }) { return nil }
    let runs = zip(lines, runs).map { Run($0, style: $1.style, look: $1.look) }
    return Text(runs, wrapping: wrapping, truncation: truncation, alignment: alignment)
  }

  /// Returns the width of the text as one line, or `nil` if it has several lines or was too long to
  /// scan.
  private func lineWidth(by rules: WidthRules) -> Int? {
    guard var width = first.line?.width(by: rules) else { return nil }
    for part in others {
      guard let line = part.line else { return nil }
      width += line.width(by: rules)
    }
    return width
  }

  /// Returns the size of a short text whose lines all fit without a break; otherwise `nil`.
  private func size(in room: Proposal, by rules: WidthRules) -> Size? {
    guard others.isEmpty, !first.lines.isEmpty, first.lines.count <= room.rows ?? .max else {
      return nil
    }
    let width = first.lines.reduce(0) { max($0, $1.width(by: rules)) }
    return width <= room.columns ?? .max ? Size(columns: width, rows: first.lines.count) : nil
  }

  /// Draws a text that needs no layout.
  private func drawLine(
    at column: Int, into surface: Surface, in environment: ViewEnvironment
  ) {
    var column = column
    func put(_ part: Part) {
      guard let line = part.line else { return }
      column += surface.put(line, column: column, style: part.run.style(in: environment))
    }
    put(first)
    for part in others { put(part) }
  }

  /// Returns the lines to lay out, without reading again what was scanned.
  private func lines(by rules: WidthRules) -> [StyledLine] {
    let parts = [first] + others
    let scanned = parts.compactMap { part in part.line.map { ($0.text, part.run) } }
    return scanned.count == parts.count
      ? [StyledLine(scanned)] : StyledLine.lines(of: runs, by: rules)
  }

  private func layout(_ proposal: Proposal, in environment: ViewEnvironment) -> TextLayout {
    func make(_ room: Proposal) -> TextLayout {
      TextLayout(
        lines(by: environment.widths), width: room.columns, height: room.rows, wrapping: wrapping,
        truncation: truncation, widths: environment.widths, ellipsis: environment.ellipsis)
    }
    return layouts?.layout(proposal, in: environment, make: make) ?? make(proposal)
  }
}
