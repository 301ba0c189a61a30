internal import SpinCore

/// A line of edited text.
///
/// A long line caches the starts of its rows. The rows depend only on the text of the line, so
/// cached rows and rows found again are the same.
struct TextLine: Hashable, Sendable {
  /// The rows of a line, in the width last asked for.
  private final class KeptRows: Sendable {
    let table: Guarded<RowTable>

    init(_ table: RowTable) { self.table = Guarded(table) }
  }

  /// The number of bytes below which breaking a line again is faster than caching its rows.
  static let threshold = 1_024

  private(set) var text: String
  private var kept: KeptRows?

  /// Creates a line of text without newlines, in contiguous memory.
  init(_ text: String) {
    self.text = text
    keepRows(RowTable(columns: nil, widths: WidthRules()))
  }

  /// The number of bytes.
  var length: Int { text.utf8.count }

  private mutating func keepRows(_ table: RowTable) {
    kept = text.utf8.count < TextLine.threshold ? nil : KeptRows(table)
  }

  /// Replaces a range of bytes by text.
  mutating func replace(_ bytes: Range<Int>, with string: String) {
    let table = kept?.table.withLock { $0.before(bytes.lowerBound) }
    text.replaceSubrange(
      text.index(atOffset: bytes.lowerBound)..<text.index(atOffset: bytes.upperBound), with: string)
    keepRows(table ?? RowTable(columns: nil, widths: WidthRules()))
  }

  /// Returns a part of the line.
  func part(_ bytes: Range<Int>) -> String { text.part(bytes) }

  private func withRows<Result: Sendable>(
    in room: TextPage, _ body: @Sendable (inout RowTable, String) -> Result
  ) -> Result {
    let (text, columns, widths) = (text, room.textColumns, room.widths)
    guard let kept else {
      var table = RowTable(columns: columns, widths: widths)
      return body(&table, text)
    }
    return kept.table.withLock { table in
      if table.columns != columns || table.widths != widths {
        table = RowTable(columns: columns, widths: widths)
      }
      return body(&table, text)
    }
  }

  /// Returns the row of a byte.
  func row(at offset: Int, in room: TextPage) -> Int {
    withRows(in: room) { $0.row(at: offset, in: $1) }
  }

  /// Returns the start of a row, or `nil` if the line has fewer rows.
  func start(of row: Int, in room: TextPage) -> Int? {
    withRows(in: room) { $0.start(of: row, in: $1) }
  }

  /// Returns the number of rows, counted up to a limit.
  func rowCount(in room: TextPage, upTo limit: Int = .max) -> Int {
    withRows(in: room) { $0.count(upTo: limit, in: $1) }
  }

  /// Returns a row with its characters.
  func row(_ number: Int, in room: TextPage) -> TextRow? {
    let places = withRows(in: room) { table, text in
      (table.start(of: number, in: text), table.start(of: number + 1, in: text))
    }
    guard let start = places.0 else { return nil }
    return TextRow(
      text, start..<(places.1 ?? length), isLast: places.1 == nil, columns: room.textColumns,
      room.widths)
  }

  static func == (left: TextLine, right: TextLine) -> Bool { left.text == right.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
