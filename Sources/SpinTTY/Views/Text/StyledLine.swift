/// A line of text in one or several styles, without tabs, newlines and control characters.
struct StyledLine: Equatable, Sendable {
  /// The end of a part of the line, in bytes, and the run that it is from, without its string.
  struct Part: Equatable {
    var end: Int
    let run: Text.Run
  }

  private(set) var text = ""
  /// The parts of the line; empty for a line without styles.
  private(set) var parts: [Part] = []

  /// Creates an empty line.
  init() {}

  /// Creates a line without styles of a text that `CleanText` has cleaned.
  init(gated text: String) { self.text = text }

  /// Joins the texts of runs, which `CleanText` has cleaned and which have no newlines.
  init(_ parts: [(text: CleanText, run: Text.Run)]) {
    for part in parts { append(part.text.string, part.run) }
  }

  /// Divides a text at its newlines, and expands its tabs.
  ///
  /// A newline at the end does not begin another line.
  static func lines(of runs: some Collection<Text.Run>, by rules: WidthRules) -> [StyledLine] {
    var (lines, line) = ([StyledLine](), StyledLine())
    // The end of the last tab, and its column.
    var (tab, column) = (0, 0)
    var isEnded = false
    for run in runs where !run.string.isEmpty {
      for (number, part) in CleanText.split(run.string).enumerated() {
        if isEnded || number > 0 {
          lines.append(line)
          (line, tab, column) = (StyledLine(), 0, 0)
        }
        isEnded = false
        for (number, field) in CleanText.fields(of: part).enumerated() {
          if number > 0 {
            column += rules.width(of: line.text.part(tab..<line.text.utf8.count))
            let gap = TabStops.gap(at: column)
            line.append(String(repeating: " ", count: gap), run)
            (tab, column) = (line.text.utf8.count, column + gap)
          }
          line.append(field, run)
        }
      }
      isEnded = run.string.utf8.last == 0x0A || run.string.utf8.last == 0x0D
    }
    return lines + [line]
  }

  /// Appends clean text of a run.
  private mutating func append(_ string: String, _ run: Text.Run) {
    if string.isEmpty { return }
    let start = text.utf8.count
    if start == 0 { text = string } else { text += string }
    // A character that two runs have in common belongs to the first of them.
    if let last = parts.indices.last, string.utf8.first.map({ $0 >= 0x80 }) == true {
      parts[last].end = text.boundary(atOrAfter: start)
      if parts[last].end == text.utf8.count { return }
    }
    let run = Text.Run("", style: run.style, look: run.look)
    if parts.last?.run == run { parts.removeLast() }
    parts.append(Part(end: text.utf8.count, run: run))
  }

  /// Returns the line without parts if none has a style.
  var simplified: StyledLine {
    parts.allSatisfy { $0.run == Text.Run("") } ? StyledLine(gated: text) : self
  }

  /// Returns the parts that overlap a range of bytes, with their bytes in it.
  ///
  /// - Complexity: O(log *n*) in the parts of the line, and O(*n*) in those returned.
  func parts(in bytes: Range<Int>) -> [(bytes: Range<Int>, run: Text.Run)] {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].end <= bytes.lowerBound { low = middle + 1 } else { high = middle }
    }
    var found: [(bytes: Range<Int>, run: Text.Run)] = []
    var start = bytes.lowerBound
    while low < parts.count, start < bytes.upperBound {
      let end = min(parts[low].end, bytes.upperBound)
      found.append((start..<end, parts[low].run))
      (start, low) = (end, low + 1)
    }
    return found
  }
}
