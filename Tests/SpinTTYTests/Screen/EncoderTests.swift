import SpinTesting
import Testing

@testable import SpinTTY

/// Particular promises of the encoder; the general ones are the laws.
@Suite struct EncoderTests {
  /// A canvas on a terminal of which everything is known.
  private struct Stage: ~Copyable {
    let canvas: Canvas
    let capabilities: Capabilities
    var encoder = Encoder()
    var shown: TerminalImage
    var oracle: Oracle

    init(_ columns: Int, _ rows: Int, _ capabilities: Capabilities = Capabilities()) {
      let size = Size(columns: columns, rows: rows)
      self.capabilities = capabilities
      canvas = Canvas(size: size, widths: capabilities.widths)
      shown = TerminalImage(unknown: size)
      oracle = Oracle(size: size, capabilities: capabilities)
    }

    /// Sends the canvas, checks the result, and returns the bytes in readable form.
    mutating func send() -> String {
      let bytes = encoder.bytes(&shown, to: canvas, for: capabilities)
      oracle.feed(bytes)
      let difference = oracle.difference(from: canvas)
      #expect(difference == nil)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private static let grapheme = WidthRules(profile: .grapheme)

  @Test func anUnknownTerminalIsClearedFirst() {
    var stage = Stage(4, 2, Capabilities(scrolling: true, hyperlinks: true))
    stage.canvas.surface.put("ab")
    #expect(stage.send() == "\u{1B}]8;;\u{1B}\\\u{1B}[m\u{1B}[r\u{1B}[H\u{1B}[2Jab")
  }

  @Test func theCursorIsShownLastAndMovedOnlyOnChange() {
    var stage = Stage(8, 2)
    _ = stage.send()
    stage.canvas.surface.placeCursor(column: 3, row: 1, shape: .bar)
    #expect(stage.send() == "\u{1B}[4G\n\u{1B}[6 q\u{1B}[?25h")
    #expect(stage.send() == "")
    stage.canvas.surface.put("x")
    #expect(stage.send() == "\u{1B}[Hx\u{1B}[4G\n")
    stage.canvas.hideCursor()
    #expect(stage.send() == "\u{1B}[?25l")
  }

  @Test func aCursorInTheLastColumnIsPlacedAfterThatColumnWasWritten() {
    var stage = Stage(4, 1)
    stage.canvas.surface.put("abcd")
    stage.canvas.surface.placeCursor(column: 3, row: 0)
    #expect(stage.send() == "\u{1B}[m\u{1B}[H\u{1B}[2Jabcd\u{1B}[4G\u{1B}[?25h")
  }

  @Test func severalScalarsInTheLastColumnAreWrittenWithAutowrap() {
    // tmux put the mark on the cell before; found by comparing random frames with it.
    var stage = Stage(3, 1)
    _ = stage.send()
    stage.canvas.surface.put("abe\u{301}")
    #expect(stage.send() == "ab\u{1B}[?7he\u{301}\u{1B}[?7l")
    #expect(!stage.oracle.terminal.isSet(7))
  }

  @Test func aTitleIsFilteredAndSentOnChange() {
    var stage = Stage(3, 1)
    stage.canvas.declare(Title("a\u{1B}\\b"))
    #expect(stage.send().hasSuffix("\u{1B}]2;a␛\\b\u{1B}\\"))
    #expect(stage.send() == "")
    #expect(stage.oracle.terminal.title == "a␛\\b")
    #expect(Title(String(repeating: "漢", count: 400)).text.utf8.count == 1023)
  }

  @Test func aFrameWithoutATitleGivesTheWindowItsOwn() {
    var stage = Stage(3, 1)
    stage.oracle.feed(Array("\u{1B}]2;own\u{1B}\\\u{1B}[22;2t".utf8))
    _ = stage.send()
    for title in ["a", "b"] {
      stage.canvas.declare(Title(title))
      _ = stage.send()
      #expect(stage.oracle.terminal.title == title)
      stage.canvas.clear(to: stage.canvas.size)
      // As after a stop of which the program was not told.
      if title == "b" { stage.shown.forgetDeclarations() }
      #expect(stage.send().contains("\u{1B}[23;2t\u{1B}[22;2t"))
      #expect(stage.oracle.terminal.title == "own")
      #expect(stage.send() == "")
    }
  }

  @Test func progressIsSentOnChangeAndRemovedByAFrameWithout() {
    var stage = Stage(3, 1, Capabilities(progress: true))
    #expect(!stage.send().contains("]9;4"))
    for forgets in [false, true] {
      stage.canvas.declare(.value(0.5))
      #expect(stage.send() == "\u{1B}]9;4;1;50\u{1B}\\")
      #expect(stage.oracle.terminal.progress == .init(state: 1, percent: 50))
      #expect(stage.send() == "")
      stage.canvas.clear(to: stage.canvas.size)
      if forgets { stage.shown.forgetDeclarations() }
      #expect(stage.send().contains("\u{1B}]9;4;0;0\u{1B}\\"))
      #expect(stage.oracle.terminal.progress == nil)
      #expect(stage.send() == "")
    }
    #expect(stage.oracle.terminal.violations == [])
  }

  @Test func aTerminalThatWouldPrintThemGetsNoTitleAndNoProgress() {
    var stage = Stage(3, 1, Capabilities(titles: false))
    _ = stage.send()
    stage.canvas.declare(Title("a"))
    stage.canvas.declare(.indeterminate)
    #expect(stage.send() == "")
    stage.canvas.clear(to: stage.canvas.size)
    stage.shown.forgetDeclarations()
    #expect(!stage.send().contains("\u{1B}]"))
  }

  @Test func aTerminalFoundToShowMoreIsRepainted() {
    let canvas = Canvas(size: Size(columns: 3, rows: 1))
    canvas.surface.put("a", style: Style(foreground: .rgb(1, 2, 3)))
    var encoder = Encoder()
    var shown = TerminalImage(unknown: canvas.size)
    _ = encoder.bytes(&shown, to: canvas, for: Capabilities(colors: .ansi16))
    #expect(
      encoder.bytes(&shown, to: canvas, for: Capabilities(colors: .ansi16, scrolling: true))
        .isEmpty)
    let bytes = encoder.bytes(&shown, to: canvas, for: Capabilities(colors: .trueColor))
    #expect(String(decoding: bytes, as: UTF8.self).contains("38;2;1;2;3"))
  }

  @Test func smallFramesAreNotHeldBackAndErasuresAre() {
    var stage = Stage(80, 24, Capabilities(synchronizedOutput: true))
    #expect(stage.send().hasPrefix("\u{1B}[?2026h"))
    stage.canvas.surface.put("x")
    #expect(stage.send() == "x")
    for row in 0..<24 { stage.canvas.surface.put("row \(row) of many", row: row) }
    let bytes = stage.send()
    #expect(bytes.hasPrefix("\u{1B}[?2026h") && bytes.hasSuffix("\u{1B}[?2026l"))
  }

  @Test func aBlankTailIsErasedWithItsGroundWhereTheTerminalDoesThat() {
    for erases in [true, false] {
      var stage = Stage(20, 1, Capabilities(backgroundColorErase: erases))
      _ = stage.send()
      stage.canvas.surface.fill(" ", style: Style(background: .blue))
      let expected = erases ? "\u{1B}[K" : String(repeating: " ", count: 20)
      #expect(stage.send() == "\u{1B}[44m" + expected)
    }
  }

  @Test func aLongRunOfBlanksIsErasedInPlace() {
    var stage = Stage(40, 1)
    stage.canvas.surface.put(String(repeating: "x", count: 40))
    _ = stage.send()
    stage.canvas.surface.fill(" ", in: Rectangle(column: 5, columns: 30, rows: 1))
    #expect(stage.send() == "\u{1B}[6G\u{1B}[30X")
  }

  @Test func rowsThatMovedAreScrolled() {
    var stage = Stage(30, 10, Capabilities(scrolling: true))
    for row in 0..<10 { stage.canvas.surface.put("row number \(row * 7919)", row: row) }
    _ = stage.send()
    for row in 1..<9 { stage.canvas.surface.put("row number \((row + 1) * 7919)  ", row: row) }
    stage.canvas.surface.put("row number 9          ", row: 8)
    let bytes = stage.send()
    #expect(bytes.hasPrefix("\u{1B}[2;9r\u{1B}[S\u{1B}[r"))
  }

  @Test func anInlineViewUsesNoRowNumbers() {
    var stage = Stage(30, 6, Capabilities(scrolling: true, absoluteRows: false))
    var random = RandomCanvas(generator: SeededGenerator(seed: 3))
    for _ in 0..<40 {
      random.change(stage.canvas)
      let bytes = stage.send()
      #expect(!bytes.contains(/\u{1B}\[[0-9;]*[Hfdr]/))
      #expect(!bytes.contains("\u{1B}[2J"))
    }
  }

  @Test func anEmptiedCatalogMakesTheNextFrameARepaint() {
    var stage = Stage(8, 1)
    stage.canvas.surface.put("a", style: Style(foreground: .red))
    _ = stage.send()
    stage.canvas.catalog.empty()
    stage.canvas.clear(to: stage.canvas.size)
    stage.canvas.surface.put("b", style: Style(foreground: .blue))
    #expect(stage.send().contains("\u{1B}[2J"))
  }

  @Test func aGradientDoesNotFillTheCatalogForEver() {
    var stage = Stage(100, 1, Capabilities(colors: .trueColor))
    for frame in 0..<400 {
      stage.canvas.clear(to: stage.canvas.size)
      for column in 0..<100 {
        let value = frame * 100 + column
        stage.canvas.surface.put(
          "x", column: column,
          style: Style(
            foreground: .rgb(UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255))
          ))
      }
      _ = stage.send()
    }
    #expect(stage.canvas.catalog.styles.count < 33_000)
  }

  /// As `█` they leave seams where a font is smoothed, and ghosts when they go.
  @Test func cellsThatAreWhollyFilledAreSentAsReversedBlanks() {
    var stage = Stage(12, 1)
    stage.canvas.surface.put("a███▌", style: Style(foreground: .red))
    #expect(stage.send() == "\u{1B}[m\u{1B}[H\u{1B}[2J\u{1B}[31ma\u{1B}[7m   \u{1B}[27m▌")
    stage.canvas.surface.put("a██ ", style: Style(foreground: .red))
    #expect(stage.send() == "\u{8}\u{8} ")
    var reversed = Stage(4, 1)
    reversed.canvas.surface.put("█", style: Style(attributes: .reverse))
    reversed.canvas.surface.put("█", column: 1, style: Style(attributes: .dim))
    #expect(reversed.send() == "\u{1B}[m\u{1B}[H\u{1B}[2J \u{1B}[2m█")
  }

  @Test func filledCellsAreSeenWhereThereAreNoColours() {
    var stage = Stage(4, 1, Capabilities(colors: .none))
    stage.canvas.surface.put("██", style: Style(foreground: .green))
    #expect(stage.send() == "\u{1B}[m\u{1B}[H\u{1B}[2J\u{1B}[7m  ")
  }

  /// Both would be reversed, the background and the block on it.
  @Test func filledCellsOnAGroundAreSeenWhereThereAreNoColours() {
    var stage = Stage(4, 1, Capabilities(colors: .none))
    stage.canvas.surface.put("a█ b", style: Style(foreground: .green, background: .blue))
    #expect(stage.send() == "\u{1B}[m\u{1B}[H\u{1B}[2J\u{1B}[7ma█ b")
  }

  @Test func contestedClustersInARowAreErasedBeforeTheyAreReplaced() {
    var stage = Stage(
      12, 1, Capabilities(widths: EncoderTests.grapheme, synchronizedOutput: true))
    stage.canvas.surface.put("ab❤️cd")
    _ = stage.send()
    stage.canvas.surface.put("x", column: 4)
    #expect(stage.send() == "\u{1B}[?2026h\u{1B}[3G\u{1B}[K❤️\u{1B}[5Gxd\u{1B}[?2026l")
    stage.canvas.surface.put("y", column: 0)
    #expect(stage.send() == "\ry")
  }

  /// In tmux a joiner pulls the text that is written next into its cell, even after a move.
  @Test func theJoinerOfAPieceIsWrittenOnlyIfTheNextPieceFollows() {
    let start = "\u{1B}[m\u{1B}[H\u{1B}[2J"
    func sent(_ widths: WidthRules, _ draw: (Surface) -> Void) -> String {
      var stage = Stage(12, 1, Capabilities(widths: widths))
      draw(stage.canvas.surface)
      return String(stage.send().dropFirst(start.count))
    }
    let pieces = WidthRules(profile: .wcwidth)
    #expect(sent(pieces) { $0.put("👩\u{200D}💻x") } == "👩\u{200D}💻\u{1B}[5Gx")
    #expect(
      sent(pieces) { $0.put("👨\u{200D}👩\u{200D}👧x") } == "👨\u{200D}👩\u{200D}👧\u{1B}[7Gx")
    #expect(sent(pieces) { $0.put("👩\u{200D}x") } == "👩\u{1B}[3Gx", "It joins nothing.")
    #expect(sent(pieces) { $0.put("👩\u{200D}") } == "👩")
    let cut = sent(pieces) {
      $0.region(Rectangle(columns: 3, rows: 1)).put("👩\u{200D}💻")
      $0.put("y", column: 3)
    }
    #expect(cut == "👩\u{1B}[4Gy")
    let styled = sent(pieces) {
      $0.put("👩\u{200D}💻")
      $0.region(Rectangle(columns: 2, rows: 1)).restyle { $0.attributes = .bold }
    }
    #expect(styled == "\u{1B}[1m👩\u{1B}[3G\u{1B}[m💻", "They look different.")
    let whole = sent(EncoderTests.grapheme) {
      $0.put("👩\u{200D}")
      $0.put("💻", column: 2)
    }
    #expect(whole == "👩\u{1B}[3G💻", "They were put apart.")
  }

  /// The whole row used to be sent for each change in it.
  @Test func whereMode2027WasConfirmedARowOfEmojiIsSentInParts() {
    let widths = WidthRules(profile: .grapheme, isConfirmed: true)
    var stage = Stage(24, 1, Capabilities(widths: widths))
    stage.canvas.surface.put("👩‍👩‍👧❤️👍🏽🇫🇷 one 👩‍👩‍👧 two")
    _ = stage.send()
    stage.canvas.surface.put("x", column: 9)
    #expect(stage.send() == "\u{1B}[10Gx")
    stage.canvas.surface.put("👨‍👩‍👧", column: 2)
    #expect(stage.send() == "\u{1B}[3G👨‍👩‍👧")
    stage.canvas.surface.put("ab", column: 0)
    #expect(stage.send() == "\rab")
    // A character of which the terminal may know nothing yet.
    stage.canvas.surface.put("\u{1FAC8}", column: 18)
    #expect(stage.send().hasPrefix("\u{1B}[19G\u{1B}[K"))
  }

  @Test(arguments: [false, true])
  func charactersThatWerePutApartDoNotJoinOnTheTerminal(isConfirmed: Bool) {
    let widths = WidthRules(profile: .grapheme, isConfirmed: isConfirmed)
    for (left, right) in [("\u{1100}", "\u{AC00}"), ("🇫", "🇷"), ("क\u{94D}", "ष")] {
      var stage = Stage(8, 1, Capabilities(widths: widths))
      let width = stage.canvas.surface.put(left)
      stage.canvas.surface.put(right, column: width)
      _ = stage.send()
      stage.canvas.surface.put("abcd")
      _ = stage.send()
      stage.canvas.surface.put(left)
      stage.canvas.surface.put(right, column: width)
      _ = stage.send()
    }
  }

  /// In tmux, a joiner put the skin colour on the cell on the left, and two cells stayed empty.
  @Test(arguments: [
    WidthRules(profile: .wcwidth), WidthRules(profile: .grapheme),
    WidthRules(profile: .grapheme, isConfirmed: true),
  ])
  func whatBeginsWithAJoinerDoesNotJoinWhatIsLeftOfIt(widths: WidthRules) {
    let leads = ["\u{200D}", "\u{FE0F}", "\u{FE0E}", "\u{200C}", "\u{34F}", "\u{200D}\u{FE0F}"]
    for lead in leads {
      for right in ["\u{1F3FD}", "\u{FF9E}", "\u{E33}", "\u{93E}", "\u{FF9E}\u{301}"] {
        for left in ["x", " ", "漢", "👍", "👨", "🇫", "ｶ"] {
          for isFirst in [false, true] {
            var stage = Stage(10, 1, Capabilities(widths: widths))
            if isFirst {
              stage.canvas.surface.put("ab漢字")
              _ = stage.send()
            }
            let width = stage.canvas.surface.put(left)
            stage.canvas.surface.put(lead + right, column: width)
            let sent = stage.send()
            #expect(!sent.unicodeScalars.contains { lead.unicodeScalars.contains($0) })
            #expect(stage.oracle.terminal[0, 0].text == left, "\(left) \(right.unicodeScalars)")
            #expect(
              stage.canvas.grid[column: width, row: 0].width == widths.width(of: lead + right))
          }
        }
      }
    }
  }

  @Test(arguments: Seeds.series(60))
  func whatIsNotContestedIsInPlaceWhateverTheTerminalThinksOfTheRest(seed: UInt64) {
    var random = RandomCanvas(generator: SeededGenerator(seed: seed))
    let size = Size(columns: random.generator.pick([20, 40, 80]), rows: 6)
    let rules = EncoderTests.grapheme
    let capabilities = Capabilities(
      colors: .trueColor, widths: rules, scrolling: true, underlineStyles: true, hyperlinks: true)
    let canvas = Canvas(size: size, widths: rules)
    let isNarrow = random.generator.once(in: 2)
    var terminal = VirtualTerminal(
      columns: size.columns, rows: size.rows, strict: false,
      segmentation: isNarrow ? .graphemes : .scalars
    ) { character in
      let width = rules.widthOnTerminal(of: character)
      guard isNarrow, width == 2 else { return width }
      return rules.drawnGlyphs(in: String(character)).contains(where: \.isContested) ? 1 : 2
    }
    terminal.feed("\u{1B}[?7l")
    var encoder = Encoder()
    var shown = TerminalImage(unknown: size)
    for number in 0..<8 {
      if number == 0 { random.fill(canvas) } else { random.change(canvas) }
      let bytes = encoder.bytes(&shown, to: canvas, for: capabilities)
      terminal.feed(bytes)
      for row in 0..<size.rows {
        for column in 0..<size.columns {
          let cell = canvas.grid[column: column, row: row]
          if cell.isContested || cell.isBlank || cell.isContinuation { continue }
          let wanted = canvas.catalog.text(of: cell.glyph)
          #expect(
            terminal[row, column].text == wanted,
            "seed \(seed), frame \(number), row \(row), column \(column) \(canvas.lines[row]) \(VirtualTerminal.readable(bytes))"
          )
        }
      }
    }
  }
}
