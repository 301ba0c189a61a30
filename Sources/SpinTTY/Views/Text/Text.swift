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
///   a ``List``, which makes only the visible rows.
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

  /// The first run; most texts have no other, and then need no array.
  private var first: Run
  private var others: [Run] = []
  private let wrapping: Wrapping
  private let truncation: Truncation
  private let alignment: HorizontalAlignment
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
    first = Run(string, style: style)
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
    first = runs.first ?? Run("")
    others = Array(runs.dropFirst())
    self.wrapping = wrapping
    self.truncation = truncation
    self.alignment = alignment
    keepLayouts()
  }

  /// The parts of the text.
  public var runs: [Run] { [first] + others }

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
    text.first.style = first.style.over(style)
    for index in others.indices { text.others[index].style = others[index].style.over(style) }
    text.keepLayouts()
    return text
  }

  /// Begins to keep layouts, none of which are those of the text that this one was made from.
  private mutating func keepLayouts() {
    let length = others.reduce(first.string.utf8.count) { $0 + $1.string.utf8.count }
    layouts = length < TextLayouts.threshold ? nil : TextLayouts()
  }

  /// The width of its longest line, and its lines.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    if let width = simpleWidth, width <= proposal.columns ?? .max {
      return Size(columns: width, rows: 1)
    }
    // Without a column every line would be as high as it is long; the least is one cell.
    if proposal.columns == 0 { return Size(columns: 1, rows: 1) }
    let layout = layout(proposal, in: environment)
    return Size(columns: layout.width, rows: layout.lines.count)
  }

  /// Draws the lines.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.size.isEmpty else { return }
    if let width = simpleWidth, width <= surface.size.columns {
      let column = alignment.offset(of: width, in: surface.size.columns)
      surface.put(first.string, column: column, style: first.style)
      return
    }
    let visible = surface.visible
    let layout = layout(Proposal(surface.size), in: environment)
    let start = max(0, visible.row)
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

  /// The width of a single line of printable ASCII in one style, which needs no layout.
  private var simpleWidth: Int? {
    guard others.isEmpty else { return nil }
    let isSimple = first.string.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
    return isSimple == true ? first.string.utf8.count : nil
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
