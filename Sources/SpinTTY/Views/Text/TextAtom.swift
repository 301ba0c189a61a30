/// A character of a line, with what decides where the line breaks.
struct TextAtom {
  /// How a character is drawn: with its neighbours, not at all, or as what ``CleanText`` makes of it.
  enum Form {
    case plain, tab, gated
  }

  /// Its bytes in the line.
  let bytes: Range<Int>
  let form: Form
  private let columns: UInt8
  private let kind: LineClass

  init(_ bytes: Range<Int>, width: Int, _ kind: LineClass, _ form: Form = .plain) {
    self.bytes = bytes
    self.form = form
    self.kind = kind
    columns = UInt8(clamping: width)
  }

  /// The width in columns.
  var width: Int { Int(columns) }

  /// Whether the character vanishes at the end of a row.
  var isBlank: Bool { kind == .blank }

  /// Returns whether a row may begin with this character if the previous one is before it.
  ///
  /// The rules are those of Unicode Annex 14, reduced to terminals: after blanks, and between
  /// ideographs except before closing and after opening punctuation.
  func mayBegin(after previous: TextAtom) -> Bool {
    if previous.isBlank { return !isBlank }
    if isBlank { return false }
    return (width > 1 || previous.width > 1) && kind != .closing && previous.kind != .opening
  }
}

extension Sequence<TextAtom> {
  /// The width of all characters in columns.
  var width: Int { reduce(0) { $0 + $1.width } }
}
