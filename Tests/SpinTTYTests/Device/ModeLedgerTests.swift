import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct ModeLedgerTests {
  /// Sets of modes: none, each, all, and many at random.
  static let sets: [TerminalModes] = {
    let all = TerminalModes(rawValue: (1 << 18) - 1)
    var generator = SeededGenerator(seed: 20)
    let random = (0..<60).map { _ in
      TerminalModes(rawValue: .random(in: 0..<1 << 18, using: &generator))
    }
    return [[], all] + (0..<18).map { TerminalModes(rawValue: 1 << UInt32($0)) } + random
  }()

  /// A crash: the terminal has got some of the bytes, and then the undo that was valid.
  private func expectBalance(
    after bytes: [UInt8], _ start: VirtualTerminal, undo: [UInt8], _ modes: TerminalModes
  ) {
    var terminal = start
    for count in 0...bytes.count {
      if count > 0 { terminal.feed([bytes[count - 1]]) }
      var crashed = terminal
      crashed.feed(undo)
      #expect(crashed.modesLeftOn == [], "after \(count) bytes for \(modes)")
    }
  }

  /// What frames do with the modes that are theirs.
  private func frame(_ modes: TerminalModes) -> [UInt8] {
    var text = "x"
    if modes.contains(.style) { text += "\u{1B}[1;4:3;31m" }
    if modes.contains(.links) { text += "\u{1B}]8;;http://a.b\u{1B}\\link" }
    if modes.contains(.region) { text += "\u{1B}[2;5r" }
    if modes.contains(.cursorShape) { text += "\u{1B}[5 q" }
    if modes.contains(.title) { text += "\u{1B}]2;title\u{1B}\\" }
    if modes.contains(.progress) { text += "\u{1B}]9;4;1;50\u{1B}\\" }
    if modes.contains(.cursor) { text += "\u{1B}[?25h" }
    if modes.contains(.synchronized) { text = "\u{1B}[?2026h" + text }
    return Array(text.utf8)
  }

  @Test(arguments: sets)
  func aCrashAfterAnyByteLeavesNothingOn(_ modes: TerminalModes) {
    var ledger = ModeLedger()
    var terminal = VirtualTerminal(columns: 40, rows: 8, strict: false)
    // The order of a session: the alternate screen alone, then the rest, then frames.
    for step in [modes.intersection(.alternateScreen), modes] {
      let bytes = ledger.adopt(step)
      expectBalance(after: bytes, terminal, undo: ledger.undo, modes)
      terminal.feed(bytes)
      if step == modes.intersection(.alternateScreen) { ledger.noteWritten() }
    }
    let bytes = frame(modes)
    expectBalance(after: bytes, terminal, undo: ledger.undo, modes)
  }

  @Test(arguments: sets)
  func anOrderlyStopTakesBackWhatWasSetAndNothingElse(_ modes: TerminalModes) {
    var ledger = ModeLedger()
    var terminal = VirtualTerminal(columns: 40, rows: 8)
    terminal.feed(ledger.adopt(modes))
    ledger.noteWritten()
    terminal.feed(ledger.stop())
    #expect(terminal.modesLeftOn == [])
    #expect(terminal.violations == [])
    if modes.isEmpty { #expect(ledger.stop() == []) }
  }

  @Test func theCursorOfTheMainScreenStaysUntilTheAlternateOneIsSurelyShown() {
    var ledger = ModeLedger()
    var terminal = VirtualTerminal(columns: 40, rows: 8, strict: false)
    terminal.feed("one\r\ntwo\r\n$ ")
    let bytes = ledger.adopt([.alternateScreen])
    for count in 0...bytes.count {
      var crashed = terminal
      crashed.feed(bytes[..<count])
      crashed.feed(ledger.undo)
      #expect(
        crashed.cursor.row == 2 && crashed.cursor.column == 2 && crashed.text == "one\ntwo\n$")
    }
    terminal.feed(bytes)
    ledger.noteWritten()
    terminal.feed("\u{1B}[H\u{1B}[2Jpicture")
    terminal.feed(ledger.undo)
    #expect(terminal.cursor.row == 2 && terminal.cursor.column == 2)
  }

  @Test func theUndoOfEverythingFitsItsBuffer() {
    var ledger = ModeLedger()
    _ = ledger.adopt(TerminalModes(rawValue: (1 << 18) - 1))
    ledger.inlineRows = 5000
    #expect(ledger.undo.count < 256)
  }

  @Test func theFormatOfTheMouseIsSetOnceWithItsFirstMode() {
    var ledger = ModeLedger()
    #expect(text(ledger.adopt([.mouseButtons])) == "ESC[?1000hESC[?1006h")
    #expect(text(ledger.adopt([.mouseMotion])) == "ESC[?1003h")
    #expect(text(ledger.stop()) == "ESC[?1006lESC[?1003lESC[?1000l")
  }

  @Test func theStopIsInTheOrderThatTerminalsNeed() {
    var ledger = ModeLedger()
    _ = ledger.adopt(TerminalModes(rawValue: (1 << 18) - 1))
    ledger.noteWritten()
    #expect(
      text(ledger.stop())
        == "ESC[?2026lESC[rESC[mESC]8;;ESC\\ESC[?1006lESC[?1003lESC[?1002lESC[?1000lESC[?1004l"
        + "ESC[?2004lESC[<uESC[>4mESC[?2027lESC[0 qESC[?7hESC[?25hESC[23;2t"
        + "ESC]9;4;0;0ESC\\ESC[HESC[2JESC[?1049lESC[?25h")
  }

  @Test func anInlineViewEndsBelowItsLastRow() {
    var ledger = ModeLedger()
    _ = ledger.adopt([.style])
    ledger.inlineRows = 4
    #expect(text(ledger.stop(rowsBelow: 2)) == "ESC[mESC[2B^M^JESC[J")
    #expect(text(ledger.undo) == "ESC\\ESC[mESC[3B^M^JESC[J")
  }

  @Test func theMouseReportsNothingToAnInlineView() {
    var options = UIOptions()
    options.mouse = .motion
    let profile = TerminalProfile(environment: ["TERM": "xterm"])
    #expect(options.modes(profile).contains(.mouseMotion))
    options.placement = .inline
    #expect(options.modes(profile).isDisjoint(with: .mouse))
  }

  private func text(_ bytes: [UInt8]) -> String { VirtualTerminal.readable(bytes) }
}
