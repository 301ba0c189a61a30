/// The lines of a text in a room.
struct TextLayout {
  /// Text of one style within a line.
  struct Fragment {
    var text: CleanText
    /// The run that the text is from, without its string.
    var run: Text.Run
    var width: Int
  }

  struct Line {
    fileprivate var atoms: ArraySlice<TextAtom>
    /// The width of the line in columns.
    var width: Int
  }

  private(set) var lines: [Line] = []
  private let source: TextSource

  /// Whether no line was broken or cut for lack of columns.
  private(set) var isUnbroken = true

  /// The width of the longest line.
  private(set) var width = 0

  /// Returns the parts of a line, each in one style.
  func fragments(of line: Line) -> [Fragment] { source.fragments(of: line.atoms) }

  init(
    runs: some Collection<Text.Run>, width: Int?, height: Int? = nil,
    wrapping: Text.Wrapping = .word, truncation: Text.Truncation = .tail, widths: WidthRules,
    ellipsis: String
  ) {
    source = TextSource(runs: runs, ellipsis: ellipsis, widths: widths)
    let most = max(1, height ?? .max)
    let room = width ?? .max
    for (number, atoms) in source.paragraphs.enumerated() {
      var rest = atoms[...]
      repeat {
        var line: ArraySlice<TextAtom>
        if wrapping == .none {
          if TextLayout.columns(of: rest) > room { isUnbroken = false }
          line = LineBreaker.truncate(rest, to: room, at: truncation, mark: source.mark)
          rest = []
        } else {
          let count = rest.count
          line = LineBreaker.takeLine(&rest, width: room, by: wrapping)
          if line.count < count { isUnbroken = false }
        }
        let isLast = lines.count + 1 == most
        if isLast, !rest.isEmpty || number + 1 < source.paragraphs.count {
          line = LineBreaker.mark(line, as: source.mark, in: room)
        }
        let columns = TextLayout.columns(of: line)
        lines.append(Line(atoms: line, width: columns))
        self.width = max(self.width, columns)
        if isLast { return }
      } while !rest.isEmpty
    }
  }

  private static func columns(of atoms: ArraySlice<TextAtom>) -> Int {
    atoms.reduce(0) { $0 + Int($1.width) }
  }
}
