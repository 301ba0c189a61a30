internal import SpinTTY

extension Markdown {
  /// A text of Markdown that was read once: a value that may be stored in the state.
  ///
  /// - Complexity: Reading takes O(*n*) in the bytes of the text. Comparing compares the texts.
  public struct Document: Hashable, Sendable {
    /// The text in Markdown.
    public let text: String
    /// The parts that are drawn, from top to bottom.
    let parts: [Part]
    /// Whether a part is as wide as its room.
    let fillsWidth: Bool
    /// Where the parts begin; no part of the value.
    let rows = PartRows()

    /// Reads a text; every text is a document.
    public init(_ text: String) {
      self.text = text
      var maker = PartMaker()
      maker.add(Block.blocks(of: text), isTight: false)
      parts = maker.parts
      fillsWidth = parts.contains { $0.content.fillsWidth }
    }

    /// Returns whether two documents have the same text.
    public static func == (left: Document, right: Document) -> Bool { left.text == right.text }

    /// Feeds the text to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  /// A block without blocks inside, with what stands before it in each of its rows.
  struct Part: Sendable {
    enum Content: Sendable {
      case heading(level: Int, [Span])
      case paragraph([Span])
      case code(String, language: String)
      case rule
      case table([Block.Column], rows: [[[Span]]])

      var fillsWidth: Bool {
        switch self {
        case .heading(let level, _): level == 1
        case .paragraph: false
        case .code, .rule, .table: true
        }
      }
    }

    /// What stands before the rows of a part, for each quote and list around it.
    enum Indent: Hashable, Sendable {
      case bar
      case blanks(Int)

      var columns: Int {
        switch self {
        case .bar: 2
        case .blanks(let count): count
        }
      }
    }

    let content: Content
    let indents: [Indent]
    /// The marks of the items that begin with the part, and the columns that each ends at.
    let marks: [Mark]
    /// The number of indents that also stand in a blank row above; `nil` without such a row.
    let gap: Int?
  }

  /// The mark of an item of a list.
  struct Mark: Sendable {
    /// The number; `nil` for a bullet.
    let number: Int?
    /// The number of lists around the item's one.
    let depth: Int
    /// The number of the indent that the mark stands in.
    let indent: Int
  }
}

/// Makes a flat list of the parts of a document.
private struct PartMaker {
  private(set) var parts: [Markdown.Part] = []
  private var indents: [Markdown.Part.Indent] = []
  private var marks: [Markdown.Mark] = []
  private var depth = 0
  /// The indents of a blank row before the next part.
  private var gap: Int?

  mutating func add(_ blocks: [Block], isTight: Bool) {
    for (number, block) in blocks.enumerated() {
      if number > 0, !isTight { gap = indents.count }
      add(block)
    }
  }

  private mutating func add(_ block: Block) {
    switch block {
    case .heading(let level, let spans): append(.heading(level: level, spans))
    case .paragraph(let spans): append(.paragraph(spans))
    case .code(let text, let language): append(.code(text, language: language))
    case .rule: append(.rule)
    case .table(let columns, let rows): append(.table(columns, rows: rows))
    case .quote(let blocks):
      indents.append(.bar)
      if blocks.isEmpty { append(.paragraph([])) }
      add(blocks, isTight: false)
      indents.removeLast()
    case .list(let start, let isTight, let items): add(items, from: start, isTight)
    }
  }

  private mutating func add(_ items: [[Block]], from start: Int?, _ isTight: Bool) {
    let last = start.map { $0 + items.count - 1 }
    indents.append(.blanks(last.map { "\($0)".count + 2 } ?? 2))
    for (number, item) in items.enumerated() {
      if number > 0, !isTight { gap = indents.count - 1 }
      marks.append(
        Markdown.Mark(number: start.map { $0 + number }, depth: depth, indent: indents.count - 1))
      depth += 1
      if item.isEmpty { append(.paragraph([])) }
      add(item, isTight: isTight)
      depth -= 1
    }
    indents.removeLast()
  }

  private mutating func append(_ content: Markdown.Part.Content) {
    parts.append(
      Markdown.Part(
        content: content, indents: indents, marks: marks, gap: parts.isEmpty ? nil : gap))
    marks = []
    gap = nil
  }
}
