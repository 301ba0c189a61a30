/// The lines that text becomes in some room.
struct TextLayout {
  /// Text of one style within a line.
  struct Fragment {
    var text: CleanText
    var style: Style
    var width: Int
  }

  struct Line {
    fileprivate var atoms: ArraySlice<TextAtom>
    /// The columns of the line.
    var width: Int
  }

  private(set) var lines: [Line] = []
  private let source: TextSource

  /// The width of the longest line.
  private(set) var width = 0

  /// The parts of a line, each of one style.
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
          line = LineBreaker.truncate(rest, to: room, at: truncation, mark: source.mark)
          rest = []
        } else {
          line = LineBreaker.takeLine(&rest, width: room, by: wrapping)
        }
        let isLast = lines.count + 1 == most
        if isLast, !rest.isEmpty || number + 1 < source.paragraphs.count {
          line = LineBreaker.mark(line, as: source.mark, in: room)
        }
        let columns = line.reduce(0) { $0 + Int($1.width) }
        lines.append(Line(atoms: line, width: columns))
        self.width = max(self.width, columns)
        if isLast { return }
      } while !rest.isEmpty
    }
  }
}
