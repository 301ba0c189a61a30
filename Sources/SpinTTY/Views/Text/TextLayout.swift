/// The lines of a text in a room.
struct TextLayout {
  /// Text of one style within a line.
  struct Fragment {
    var text: CleanText
    /// The run that the text is from, without its string.
    var run: Text.Run
  }

  struct Line {
    /// The number of its line in the text.
    fileprivate let number: Int
    /// The bytes before and after the mark.
    fileprivate var head: Range<Int>
    fileprivate var tail = 0..<0
    /// The mark in the place of what does not fit, and the byte that has its style.
    fileprivate var mark: (text: String, place: Int)?
    /// The width of the line in columns.
    fileprivate(set) var width: Int
  }

  private(set) var lines: [Line] = []
  private let source: [StyledLine]

  /// Whether no line was broken or cut for lack of columns.
  private(set) var isUnbroken = true

  /// The width of the longest line.
  private(set) var width = 0

  init(
    runs: some Collection<Text.Run>, width: Int?, height: Int? = nil,
    wrapping: Text.Wrapping = .word, truncation: Text.Truncation = .tail, widths: WidthRules,
    ellipsis: String
  ) {
    self.init(
      StyledLine.lines(of: runs, by: widths), width: width, height: height, wrapping: wrapping,
      truncation: truncation, widths: widths, ellipsis: ellipsis)
  }

  init(
    _ source: [StyledLine], width: Int?, height: Int?, wrapping: Text.Wrapping,
    truncation: Text.Truncation, widths: WidthRules, ellipsis: String
  ) {
    self.source = source
    let most = max(1, height ?? .max)
    let room = width ?? .max
    for (number, line) in source.enumerated() {
      let count = line.text.utf8.count
      var start: Int? = 0
      while let place = start {
        let row =
          wrapping == .none
          ? RowBreaker.Row(bytes: 0..<count, width: widths.width(of: line.text), next: nil)
          : RowBreaker.row(of: line.text, from: place, columns: room, by: wrapping, widths)
        start = row.next
        let isTooLong = row.width > room && wrapping == .none
        if isTooLong || row.bytes.upperBound < count { isUnbroken = false }
        var shown = Line(number: number, head: row.bytes, width: row.width)
        let isLast = lines.count + 1 == most
        let isCut = isLast && (start != nil || number + 1 < source.count)
        if isTooLong || isCut {
          shown.cut(line, to: room, at: isCut ? .tail : truncation, ellipsis, widths)
        }
        lines.append(shown)
        self.width = max(self.width, shown.width)
        if isLast { return }
      }
    }
  }

  /// Returns the parts of a line, each in one style.
  func fragments(of line: Line) -> [Fragment] {
    let whole = source[line.number]
    func fragments(_ bytes: Range<Int>) -> [Fragment] {
      whole.parts(in: bytes).map {
        Fragment(text: CleanText(gated: whole.text.part($0.bytes)), run: $0.run)
      }
    }
    guard let mark = line.mark else { return fragments(line.head) }
    // The mark of an empty line has the style of the text.
    let run =
      whole.parts(in: mark.place..<mark.place + 1).first?.run
      ?? source.lazy.flatMap(\.parts).first?.run ?? Text.Run("")
    return fragments(line.head) + [Fragment(text: CleanText(mark.text), run: run)]
      + fragments(line.tail)
  }
}

extension TextLayout.Line {
  /// Puts an ellipsis in the place of the characters that do not fit.
  fileprivate mutating func cut(
    _ line: StyledLine, to room: Int, at truncation: Text.Truncation, _ ellipsis: String,
    _ widths: WidthRules
  ) {
    let limit = truncation == .tail ? room : .max
    let atoms = AtomReader.atoms(of: line.text, in: head, upTo: limit, widths)
    let cut = LineBreaker.cut(
      atoms, to: room, at: truncation, mark: AtomReader.atoms(of: ellipsis, widths))
    let nearest = (truncation == .head ? cut.tail.first : cut.head.last) ?? atoms.first
    mark = (ellipsis.part(cut.mark.bytes), nearest?.bytes.lowerBound ?? 0)
    (head, tail, width) = (cut.head.bytes, cut.tail.bytes, cut.width)
  }
}

extension ArraySlice<TextAtom> {
  /// The bytes from the first to the last character.
  fileprivate var bytes: Range<Int> {
    guard let first, let last else { return 0..<0 }
    return first.bytes.lowerBound..<last.bytes.upperBound
  }
}
