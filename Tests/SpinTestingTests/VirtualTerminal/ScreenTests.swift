import SpinTesting
import Testing

/// What vttest looks at: moving, wrapping, scrolling, editing, erasing.
@Suite struct ScreenTests {
  /// Bytes on a screen of 5 by 4, and what is shown then; `_` is the cursor.
  struct Row: Sendable, CustomStringConvertible {
    let description: String
    let bytes: String
    let shown: String

    init(_ description: String, _ bytes: String, _ shown: String) {
      self.description = description
      self.bytes = bytes.replacing("^[", with: "\u{1B}")
      self.shown = shown
    }
  }

  static let filled = "^[[Haaaaa^[[2Hbbbbb^[[3Hccccc^[[4Hddddd^[[H"

  static let moves: [Row] = [
    Row("CUP", "^[[2;3Hx", "/  x_"), Row("HVP", "^[[2;3fx", "/  x_"),
    Row("CUP without numbers", "x^[[H", "_"), Row("CUP with a zero", "^[[0;0Hx", "x_"),
    Row("CUP with leading zeros", "^[[0002;00003Hx", "/  x_"),
    Row("CUP past the edge", "^[[9;9Hx", "///    x_"),
    Row("CHA", "abc^[[2G", "a_c"), Row("HPA", "abc^[[2`", "a_c"), Row("VPA", "ab^[[3d", "ab//  _"),
    Row("CUU", "^[[3;3H^[[Ax", "/  x_"), Row("CUU past the top", "^[[3;3H^[[9Ax", "  x_"),
    Row("CUD past the bottom", "a^[[9Bx", "a/// x_"), Row("CUF", "^[[2Cx", "  x_"),
    Row("CUF past the edge", "^[[9Cx", "    x_"), Row("CUB", "abc^[[2Dx", "axc"),
    Row("CUB past the edge", "abc^[[9Dx", "xbc"), Row("CNL", "ab^[[2Ex", "ab//x_"),
    Row("CPL", "/^[[3;3H^[[2Fx", "x_"), Row("HPR and VPR", "^[[2a^[[2ex", "//  x_"),
    Row("CR, LF, BS", "ab\r\n\ncd\u{8}e", "ab//ce_"),
    Row("VT and FF", "a\u{B}b\u{C}c", "a/ b/  c_"),
    Row("BS at the left edge", "\u{8}x", "x_"),
    Row("a control inside a sequence", "ab^[[\r2Cx", "abx_"),
    Row("NEL", "ab^[Ex", "ab/x_"), Row("IND", "ab^[Dx", "ab/  x_"),
    Row("SCOSC and SCORC", "ab^[[scd^[[ux", "abxd"),
    Row("the region stops CUU and CUD", "^[[2;3r^[[3;1H^[[9Ax^[[9By", "/x/ y_"),
    Row("outside of the region the screen does", "^[[2;3r^[[4;1H^[[9Bx", "///x_"),
    Row("origin mode", "^[[2;3r^[[?6hx^[[9;1Hy", "/x/y_"),
    Row("tabs", "\tx", "    x_"), Row("a tab stop", "^[[3G^[H\ra\tb", "a b_"),
    Row("CBT", "^[[3G^[H^[[5G^[[Zx", "  x_"),
  ]

  static let wraps: [Row] = [
    Row("the cursor waits in the last column", "abcde", "abcde_"),
    Row("the next character wraps", "abcdef", "abcde/f_"),
    Row("CR stops the waiting", "abcde\rx", "x_cde"),
    Row("BS stops the waiting", "abcde\u{8}x", "abcx_"),
    Row("CUF stops the waiting", "abcde^[[Cx", "abcdx_"),
    Row("wrapping at the end scrolls", "^[[4;5Hxy", "//    x/y_"),
    Row("without wrapping the last column is written over", "^[[?7labcdefg", "abcdg_"),
    Row("a wide character does not fit in one column", "abcd中", "abcd/中_"),
    Row("a wide character ends at the edge", "abc中x", "abc中/x_"),
  ]

  static let scrolls: [Row] = [
    Row("LF at the bottom", filled + "^[[4;1H\n", "bbbbb/ccccc/ddddd/_"),
    Row("RI at the top", filled + "^[M", "_/aaaaa/bbbbb/ccccc"),
    Row("LF at the end of the region", filled + "^[[2;3r^[[3;1H\n", "aaaaa/ccccc/_/ddddd"),
    Row("LF below the region", filled + "^[[2;3r^[[4;1H\n", "aaaaa/bbbbb/ccccc/_dddd"),
    Row("RI at the start of the region", filled + "^[[2;3r^[[2;1H^[M", "aaaaa/_/bbbbb/ddddd"),
    Row("SU", filled + "^[[2S", "_cccc/ddddd"), Row("SD", filled + "^[[2T", "_//aaaaa/bbbbb"),
    Row("SU in a region", filled + "^[[2;3r^[[S", "_aaaa/ccccc//ddddd"),
    Row("IL", filled + "^[[2H^[[2L", "aaaaa/_//bbbbb"),
    Row("IL of many", filled + "^[[2H^[[9L", "aaaaa/_"),
    Row("DL", filled + "^[[2H^[[M", "aaaaa/_cccc/ddddd"),
    Row("IL outside of the region", filled + "^[[2;3r^[[L", "_aaaa/bbbbb/ccccc/ddddd"),
    Row("IL in a region", filled + "^[[2;3r^[[2H^[[L", "aaaaa/_/bbbbb/ddddd"),
    Row("a region of one row is none", filled + "^[[2;2r^[[4H\n", "bbbbb/ccccc/ddddd/_"),
  ]

  static let edits: [Row] = [
    Row("ICH", "abcde^[[2G^[[2@", "a_ bc"), Row("ICH of many", "abcde^[[2G^[[9@", "a_"),
    Row("DCH", "abcde^[[2G^[[2P", "a_e"), Row("DCH of many", "abcde^[[2G^[[9P", "a_"),
    Row("ECH", "abcde^[[2G^[[2X", "a_ de"), Row("ECH of many", "abcde^[[2G^[[9X", "a_"),
    Row("REP", "ab^[[2b", "abbb_"), Row("IRM", "abc^[[2G^[[4hxy^[[4lz", "axyz_"),
    Row("EL to the end", "abcde^[[3G^[[K", "ab_"),
    Row("EL to the start", "abcde^[[3G^[[1K", "  _de"),
    Row("EL of all", "abcde^[[3G^[[2K", "  _"),
    Row("ED to the end", filled + "^[[2;3H^[[J", "aaaaa/bb_"),
    Row("ED to the start", filled + "^[[3;3H^[[1J", "//  _cc/ddddd"),
    Row("ED of all", filled + "^[[3;3H^[[2J", "//  _"),
    Row("DECALN", "^[#8", "_EEEE/EEEEE/EEEEE/EEEEE"),
    Row("RIS", filled + "^[cx", "x_"),
    Row("half of a wide character is a blank", "a中b^[[3Gx", "a x_"),
    Row("so is its other half", "a中b^[[2Gx", "ax_b"),
    Row("ECH in a wide character", "a中b^[[3G^[[X", "a _b"),
    Row("line drawing", "^[(0lqk^[(Bq", "┌─┐q_"), Row("shift out", "^[)0x\u{E}x\u{F}x", "x│x_"),
  ]

  @Test(arguments: moves + wraps + scrolls + edits)
  func aSequenceDoesWhatItIsFor(row: Row) {
    var terminal = VirtualTerminal(columns: 5, rows: 4, strict: false)
    terminal.feed(row.bytes)
    #expect(shown(terminal, withCursor: row.shown.contains("_")) == row.shown)
  }

  /// The rows with slashes between them; the cursor hides what is under it, unless it waits.
  private func shown(_ terminal: VirtualTerminal, withCursor: Bool) -> String {
    var lines = terminal.lines
    if withCursor {
      let cursor = terminal.cursor
      let cells = terminal.cells[cursor.row].map(\.text)
      let end = cursor.column + (cursor.isPending ? 1 : 0)
      lines[cursor.row] = cells.prefix(end).joined() + "_"
      let rest = String(cells.dropFirst(cursor.column + 1).joined().reversed().drop { $0 == " " })
      lines[cursor.row] += String(rest.reversed())
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "/")
  }

  @Test func linesThatLeaveTheMainScreenAreKept() {
    var terminal = VirtualTerminal(columns: 5, rows: 2, scrollbackLimit: 3)
    terminal.feed("1\r\n2\r\n3\r\n4\r\n5\r\n6")
    #expect(terminal.scrollback == ["2", "3", "4"])
    terminal.feed("\u{1B}[?1049h\r\n\r\n\r\n\u{1B}[?1049l")
    #expect(terminal.scrollback == ["2", "3", "4"])
    terminal.feed("\u{1B}[1;2r\u{1B}[2;1H\u{1B}[3J")
    #expect(terminal.scrollback == [])
  }

  @Test func theAlternateScreenHasCellsSavedCursorAndKeyboardOfItsOwn() {
    var terminal = VirtualTerminal(columns: 10, rows: 3)
    terminal.feed("main\u{1B}[>1u\u{1B}[?1049h\u{1B}[>5u\u{1B}[Halt")
    #expect(terminal.isAlternateScreen)
    #expect(terminal.text == "alt")
    #expect(terminal.keyboardFlags == 5)
    terminal.feed("\u{1B}[?1049l")
    #expect(terminal.text == "main")
    #expect(terminal.cursor.column == 4)
    #expect(terminal.keyboardFlags == 1)
    #expect(
      terminal.modesLeftOn == [
        "keyboard of the alternate screen: flags 5, 1 pushed",
        "keyboard of the main screen: flags 1, 1 pushed",
      ])
  }

  @Test func modes47And1047And1049DifferInWhatTheyClearAndKeep() {
    var old = VirtualTerminal(columns: 10, rows: 2)
    old.feed("a\u{1B}[?47hb\u{1B}[?47l\u{1B}[?47h")
    #expect(old.text == " b")
    var middle = VirtualTerminal(columns: 10, rows: 2)
    middle.feed("a\u{1B}[?1047hb\u{1B}[?1047l\u{1B}[?1047h")
    #expect(middle.text == "")
    var new = VirtualTerminal(columns: 10, rows: 2)
    new.feed("a\u{1B}[?1049hb\u{1B}[?1049lx")
    #expect(new.text == "ax")
  }

  @Test func erasedCellsTakeTheBackgroundOnlyWhereTheTerminalDoesSo() {
    var fills = VirtualTerminal(columns: 4, rows: 1)
    fills.feed("\u{1B}[1;31;44m\u{1B}[K")
    #expect(fills[0, 3].style.description == "background 4")
    var plain = VirtualTerminal(
      columns: 4, rows: 1, features: .all.subtracting(.backgroundErase))
    plain.feed("\u{1B}[1;31;44m\u{1B}[K")
    #expect(plain[0, 3].style == VirtualTerminal.Style())
  }

  @Test func clustersTakeOneCellOrTwo() {
    var terminal = VirtualTerminal(columns: 20, rows: 1)
    terminal.feed("e\u{301}👍🏽🇫🇷👩‍👩‍👧❤\u{FE0F}x")
    #expect(
      terminal.cells[0].prefix(10).map(\.text) == [
        "e\u{301}", "👍🏽", "", "🇫🇷", "", "👩‍👩‍👧", "", "❤\u{FE0F}", "", "x",
      ])
    #expect(terminal.violations == [])
  }

  @Test func scalarsAreMeasuredOneByOneWhereTheTerminalDoesSo() {
    var terminal = VirtualTerminal(columns: 20, rows: 1, segmentation: .scalars)
    terminal.feed("e\u{301}👍🏽❤\u{FE0F}x")
    #expect(
      terminal.cells[0].prefix(7).map(\.text) == [
        "e\u{301}", "👍", "", "🏽", "", "❤\u{FE0F}", "x",
      ])
    var chosen = VirtualTerminal(columns: 20, rows: 1, segmentation: .mode2027)
    chosen.feed("👍🏽\u{1B}[?2027h👍🏽x")
    #expect(chosen.cells[0].prefix(7).map(\.text) == ["👍", "", "🏽", "", "👍🏽", "", "x"])
  }

  @Test func aWidthFunctionOfTheCallerDecides() {
    var terminal = VirtualTerminal(columns: 6, rows: 1) { $0 == "⊕" ? 2 : 1 }
    terminal.feed("⊕a中")
    #expect(terminal.cells[0].map(\.width) == [2, 0, 1, 1, 1, 1])
  }
}
