/// The characters of a text, line by line as its newlines are, with tabs expanded.
struct TextSource {
  /// The text, then a blank for tabs, then the ellipsis.
  private var bytes: [UInt8] = []
  private(set) var paragraphs: [[TextAtom]] = []
  /// What stands for text that was left out.
  private(set) var mark: [TextAtom] = []
  private var styles: [Style] = []
  private var current: [TextAtom] = []
  private var column = 0

  /// Longer texts are cut: nobody sees the end of them, and positions have 32 bits.
  private static let limit = 1 << 30

  init(runs: some Collection<Text.Run>, ellipsis: String, widths: WidthRules) {
    bytes.reserveCapacity(runs.reduce(8) { $0 + $1.string.utf8.count })
    bytes.append(0x20)
    appendMark(ellipsis, widths: widths)
    var endsWithNewline = false
    for run in runs where bytes.count + run.string.utf8.count < TextSource.limit {
      let number = styles.count
      styles.append(run.style)
      let start = bytes.count
      bytes.append(contentsOf: run.string.utf8)
      if bytes[start...].allSatisfy({ $0 < 0x80 }) {
        readASCII(from: start, run: number)
      } else {
        read(run.string, from: start, run: number, widths: widths)
      }
      if let last = bytes[start...].last { endsWithNewline = last == 0x0A || last == 0x0D }
    }
    if !endsWithNewline || paragraphs.isEmpty { paragraphs.append(current) }
  }

  private mutating func appendMark(_ ellipsis: String, widths: WidthRules) {
    for character in ellipsis {
      let start = bytes.count
      bytes.append(contentsOf: character.utf8)
      mark.append(
        TextAtom(
          character, bytes: start..<bytes.count, run: 0, width: widths.width(of: character)))
    }
  }

  private mutating func readASCII(from start: Int, run: Int) {
    current.reserveCapacity(bytes.count - start)
    for index in start..<bytes.count {
      switch bytes[index] {
      case 0x0A where index > start && bytes[index - 1] == 0x0D: break
      case 0x0A, 0x0D: endParagraph()
      case 0x09: appendTab(run: run)
      case let byte:
        current.append(TextAtom(byte: byte, at: index, run: run))
        column += 1
      }
    }
  }

  private mutating func read(
    _ string: String, from start: Int, run: Int, widths: WidthRules
  ) {
    var start = start
    for character in string {
      let end = start + character.utf8.count
      switch character {
      case "\n", "\r\n", "\r": endParagraph()
      case "\t": appendTab(run: run)
      default:
        let width = character.isASCII ? 1 : widths.width(of: character)
        current.append(TextAtom(character, bytes: start..<end, run: run, width: width))
        column += width
      }
      start = end
    }
  }

  private mutating func appendTab(run: Int) {
    repeat {
      current.append(TextAtom(byte: 0x20, at: 0, run: run))
      column += 1
    } while column % 8 != 0
  }

  private mutating func endParagraph() {
    paragraphs.append(current)
    current = []
    column = 0
  }

  /// Joins what has one style.
  func fragments(of atoms: ArraySlice<TextAtom>) -> [TextLayout.Fragment] {
    var fragments: [TextLayout.Fragment] = []
    var start = atoms.startIndex
    while start < atoms.endIndex {
      let run = atoms[start].run
      var end = start
      var text: [UInt8] = []
      var width = 0
      while end < atoms.endIndex, atoms[end].run == run {
        text.append(contentsOf: bytes[Int(atoms[end].start)..<Int(atoms[end].end)])
        width += Int(atoms[end].width)
        end += 1
      }
      fragments.append(
        TextLayout.Fragment(
          text: CleanText(String(decoding: text, as: UTF8.self)), style: styles[Int(run)],
          width: width))
      start = end
    }
    return fragments
  }
}
