/// The characters of a text, divided into lines at its newlines, with tabs expanded.
struct TextSource {
  /// A blank for tabs, then the ellipsis, then the text as ``CleanText`` cleans it.
  private var bytes: [UInt8] = []
  private(set) var paragraphs: [[TextAtom]] = []
  /// The mark that replaces text cut off.
  private(set) var mark: [TextAtom] = []
  /// The runs, without their strings.
  private var runs: [Text.Run] = []
  private var current: [TextAtom] = []
  private var column = 0

  /// A run that would make the text longer is omitted, because positions have 32 bits.
  private static let limit = 1 << 30

  init(runs: some Collection<Text.Run>, ellipsis: String, widths: WidthRules) {
    bytes.reserveCapacity(runs.reduce(8) { $0 + $1.string.utf8.count })
    bytes.append(0x20)
    read(ellipsis, run: 0, widths)
    swap(&mark, &current)
    column = 0
    var endsWithNewline = false
    for run in runs where bytes.count + run.string.utf8.count < TextSource.limit {
      let number = self.runs.count
      self.runs.append(Text.Run("", style: run.style, look: run.look))
      readLines(run.string, run: number, widths)
      if let last = run.string.utf8.last { endsWithNewline = last == 0x0A || last == 0x0D }
    }
    if !endsWithNewline || paragraphs.isEmpty { paragraphs.append(current) }
  }

  /// Reads text with its newlines and tabs.
  private mutating func readLines(_ string: String, run: Int, _ widths: WidthRules) {
    var string = string
    string.withUTF8 { text in
      if text.arePrintableASCII { return readASCII(text, run: run) }
      var start = 0
      while start < text.count {
        let end = text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        read(UnsafeBufferPointer(rebasing: text[start..<(end ?? text.count)]), run: run, widths)
        guard let end else { return }
        start = end + 1
        if text[end] == 0x09 {
          appendTab(run: run)
        } else {
          endParagraph()
          if text[end] == 0x0D, start < text.count, text[start] == 0x0A { start += 1 }
        }
      }
    }
  }

  private mutating func read(_ string: String, run: Int, _ widths: WidthRules) {
    var string = string
    string.withUTF8 { read($0, run: run, widths) }
  }

  /// Reads text without newlines and tabs.
  private mutating func read(
    _ text: UnsafeBufferPointer<UInt8>, run: Int, _ widths: WidthRules
  ) {
    if text.arePrintableASCII { return readASCII(text, run: run) }
    let offset = bytes.count
    var scanner = ClusterScanner(text)
    reserve(text.count / 2)
    while let cluster = scanner.next() {
      let width = widths.width(of: cluster)
      current.append(
        TextAtom(
          cluster, at: offset + cluster.start..<offset + cluster.shownEnd, run: run, width: width))
      column += width
    }
    bytes.append(contentsOf: text[..<scanner.position])
    if scanner.isStopped {
      let raw = String(decoding: text[scanner.position...], as: UTF8.self)
      read(CleanText(raw).string, run: run, widths)
    }
  }

  private mutating func readASCII(_ text: UnsafeBufferPointer<UInt8>, run: Int) {
    var place = bytes.count
    bytes.append(contentsOf: text)
    reserve(text.count)
    for byte in text {
      current.append(TextAtom(byte: byte, at: place, run: run))
      place += 1
    }
    column += text.count
  }

  /// Reserves room for the first part of a line; reserving for each part would copy the line as
  /// often as it has parts.
  private mutating func reserve(_ count: Int) {
    if current.isEmpty { current.reserveCapacity(count) }
  }

  private mutating func appendTab(run: Int) {
    let gap = TabStops.gap(at: column)
    for _ in 0..<gap { current.append(TextAtom(byte: 0x20, at: 0, run: run)) }
    column += gap
  }

  private mutating func endParagraph() {
    paragraphs.append(current)
    current = []
    column = 0
  }

  /// Joins adjacent atoms of one run.
  func fragments(of atoms: ArraySlice<TextAtom>) -> [TextLayout.Fragment] {
    var fragments: [TextLayout.Fragment] = []
    var start = atoms.startIndex
    while start < atoms.endIndex {
      let run = atoms[start].run
      var end = start
      var width = 0
      while end < atoms.endIndex, atoms[end].run == run {
        width += Int(atoms[end].width)
        end += 1
      }
      fragments.append(
        TextLayout.Fragment(
          text: CleanText(gated: text(of: atoms[start..<end])), run: runs[Int(run)],
          width: width))
      start = end
    }
    return fragments
  }

  /// Returns the text of atoms, most of which are adjacent in the source.
  private func text(of atoms: ArraySlice<TextAtom>) -> String {
    var text = ""
    var start = atoms.startIndex
    while start < atoms.endIndex {
      var end = start + 1
      while end < atoms.endIndex, atoms[end].start == atoms[end - 1].end { end += 1 }
      let range = Int(atoms[start].start)..<Int(atoms[end - 1].end)
      text += String(decoding: bytes[range], as: UTF8.self)
      start = end
    }
    return text
  }
}
