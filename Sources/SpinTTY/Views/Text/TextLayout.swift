/// The lines that text becomes in some room.
struct TextLayout {
  /// Text of one style within a line.
  struct Fragment {
    var text: CleanText
    var style: Style
    var width: Int
  }

  struct Line {
    var fragments: [Fragment]
    var width: Int
  }

  private(set) var lines: [Line] = []

  /// The width of the longest line.
  var width: Int { lines.reduce(0) { max($0, $1.width) } }

  init(
    runs: some Collection<Text.Run>, width: Int?, height: Int? = nil,
    wrapping: Text.Wrapping = .word, truncation: Text.Truncation = .tail, widths: WidthRules,
    ellipsis: String
  ) {
    let styles = runs.map(\.style)
    let mark = ellipsis.map { TextAtom(character: $0, run: 0, width: widths.quickWidth(of: $0)) }
    let most = max(1, height ?? .max)
    let room = width ?? .max
    let paragraphs = TextAtom.paragraphs(of: runs, widths: widths)
    for (number, atoms) in paragraphs.enumerated() {
      var rest = atoms[...]
      repeat {
        var line: ArraySlice<TextAtom>
        if wrapping == .none {
          line = LineBreaker.truncate(rest, to: room, at: truncation, mark: mark)
          rest = []
        } else {
          line = LineBreaker.takeLine(&rest, width: room, by: wrapping)
        }
        let isLast = lines.count + 1 == most
        if isLast, !rest.isEmpty || number + 1 < paragraphs.count {
          line = LineBreaker.mark(line, as: mark, in: room)
        }
        lines.append(TextLayout.line(line, styles: styles))
        if isLast { return }
      } while !rest.isEmpty
    }
  }

  /// Joins what has one style.
  private static func line(_ atoms: ArraySlice<TextAtom>, styles: [Style]) -> Line {
    var line = Line(fragments: [], width: 0)
    var start = atoms.startIndex
    while start < atoms.endIndex {
      let run = atoms[start].run
      var end = start
      var string = ""
      var width = 0
      while end < atoms.endIndex, atoms[end].run == run {
        string.append(atoms[end].character)
        width += atoms[end].width
        end += 1
      }
      line.fragments.append(Fragment(text: CleanText(string), style: styles[run], width: width))
      line.width += width
      start = end
    }
    return line
  }
}
