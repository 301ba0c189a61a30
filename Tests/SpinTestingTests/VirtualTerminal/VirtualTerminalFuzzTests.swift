import SpinTesting
import TerminalTestSupport
import Testing

/// No bytes bring the virtual terminal down or leave its grid torn.
@Suite struct VirtualTerminalFuzzTests {
  static let sizes = [(1, 1), (2, 1), (1, 3), (3, 2), (9, 4), (20, 6)]

  @Test func anyBytesAtAnySizeLeaveAWholeGrid() {
    var random = SeededGenerator(seed: Tool.seed)
    for round in 0..<600 {
      let (columns, rows) = Self.sizes[round % Self.sizes.count]
      var terminal = VirtualTerminal(
        columns: columns, rows: rows, segmentation: round % 2 == 0 ? .graphemes : .mode2027)
      for _ in 0..<10 {
        let bytes = (0..<12).flatMap { _ in scrap(&random) }
        terminal.feed(bytes)
        if !isWhole(terminal) {
          Issue.record("SPIN_SEED=\(random.seed), round \(round), \(bytes)")
          return
        }
        guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
        terminal.resize(
          columns: .random(in: 1...25, using: &random), rows: .random(in: 1...8, using: &random),
          lines: Bool.random(using: &random) ? .clip : .reflow)
        #expect(isWhole(terminal), "SPIN_SEED=\(random.seed), round \(round), resized")
      }
    }
  }

  /// Whether the grid has its size, every wide character both halves, and the cursor a place.
  private func isWhole(_ terminal: VirtualTerminal) -> Bool {
    guard isWhole(terminal.cells, terminal), isWhole(terminal.hiddenCells, terminal) else {
      return false
    }
    return (0..<terminal.rows).contains(terminal.cursor.row)
      && (0..<terminal.columns).contains(terminal.cursor.column)
      && terminal.scrollRegion.upperBound < terminal.rows
      && (!terminal.cursor.isPending || terminal.cursor.column == terminal.columns - 1)
  }

  private func isWhole(_ cells: [[VirtualTerminal.Cell]], _ terminal: VirtualTerminal) -> Bool {
    cells.count == terminal.rows
      && cells.allSatisfy { row in
        row.count == terminal.columns
          && row.indices.allSatisfy { column in
            let next = column + 1 < row.count ? row[column + 1].width : 1
            return (row[column].width == 2) == (next == 0)
              && row[column].text.isEmpty == (row[column].width == 0)
          }
          && row.first?.width != 0
      }
  }

  private func scrap(_ random: inout SeededGenerator) -> [UInt8] {
    func number() -> Int { Int.random(in: 0...12, using: &random) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return [.random(in: 0...255, using: &random)]
    case 1, 2:
      let texts = ["a", "bc ", "中", "文字", "e\u{301}", "❤\u{FE0F}", "🇫🇷", "👩‍👩‍👧", "\u{200D}", "क्षि"]
      return Array((texts.randomElement(using: &random) ?? "").utf8)
    case 3:
      let modes = [4, 6, 7, 20, 47, 1047, 1048, 1049, 2026, 2027, 2048]
      let mode = modes.randomElement(using: &random) ?? 7
      let mark = Bool.random(using: &random) ? "?" : ""
      return Array("\u{1B}[\(mark)\(mode)\(Bool.random(using: &random) ? "h" : "l")".utf8)
    case 4: return [0x1B] + "78DEMcH".utf8.shuffled(using: &random).prefix(1)
    default:
      let final = UInt8.random(in: 0x40...0x7E, using: &random)
      return Array("\u{1B}[\(number());\(number())".utf8) + [final]
    }
  }
}
