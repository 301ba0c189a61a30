import Testing

@testable import SpinTTY

/// Answers that arrive with pauses, beside keys that look like them.
@Suite struct SlowAnswerTests {
  struct Answer: Sendable, CustomStringConvertible {
    let bytes: [UInt8]
    /// The number of bytes that no keys begin with.
    let head: Int

    init(_ head: String, _ rest: String) {
      bytes = Array((head + rest).utf8)
      self.head = head.utf8.count
    }

    var description: String { "\(DecodingRow(bytes: bytes))" }
  }

  /// Every kind of answer, with what is its alone, and the rest.
  static let answers: [Answer] = [
    Answer("\u{1B}]11;", "rgb:1e1e/2020/ffff\u{1B}\\"), Answer("\u{1B}]10;", "#0102ff\u{7}"),
    Answer("\u{1B}]4;", "7;rgba:00/80/ff/ff\u{7}"), Answer("\u{1B}]5;", "0;rgb:0/0/0\u{1B}\\"),
    Answer("\u{1B}]52;", "c;aGVsbG8gd29ybGQ=\u{1B}\\"), Answer("\u{1B}]52;", "c;aGVsbG8\u{7}"),
    Answer("\u{1B}]52;", "c;\u{7}"), Answer("\u{1B}]21;", "foreground=rgb:00/00/00\u{7}"),
    Answer("\u{1B}]99;", "i=1:p=?;p=title\u{1B}\\"), Answer("\u{1B}]50;", "fixed é\u{7}"),
    Answer("\u{1B}]1337;", "ReportCellSize=17.0;8.0\u{1B}\\"),
    Answer("\u{1B}]702;", "rxvt-unicode;urxvt;2;7\u{1B}\\"),
    Answer("\u{1B}]5522;", "type=read:status=OK\u{1B}\\"),
    Answer("\u{1B}P>|", "kitty(0.32)\u{1B}\\"), Answer("\u{1B}P!|", "7E565445\u{1B}\\"),
    Answer("\u{1B}P1+r", "524742=38\u{1B}\\"), Answer("\u{1B}P0+r", "\u{1B}\\"),
    Answer("\u{1B}P1$r", "0m\u{1B}\\"), Answer("\u{1B}P12!~", "A0B1\u{1B}\\"),
    Answer("\u{1B}P@kitty-", "cmd{\"ok\":true}\u{1B}\\"), Answer("\u{1B}_Gi=", "31;OK\u{1B}\\"),
    Answer("\u{1B}[?", "62;22c"), Answer("\u{1B}[?", "2026;2$y"), Answer("\u{1B}[?", "0u"),
    Answer("\u{1B}[?", "997;1n"), Answer("\u{1B}[?", "1;0;256S"), Answer("\u{1B}[>", "41;379;0c"),
    Answer("\u{1B}[>", "4;2m"), Answer("\u{1B}[=", "67;84c"), Answer("\u{1B}[<", "35;12;3M"),
  ]

  /// A clock that gets pieces, and reads no time.
  private struct Input {
    var clock = InputClock()
    var now = Duration.seconds(10)
    var events: [InputEvent] = []

    /// What has come as if it were typed.
    var typed: [InputEvent] { events.filter { !$0.presses.isEmpty } }

    mutating func send(_ bytes: some Sequence<UInt8>, then pause: Duration) {
      events += clock.decode(bytes, at: now)
      now += pause
      if let due = clock.deadline, due <= now { events += clock.expire(at: due) }
    }

    mutating func rest() { send([], then: .seconds(60)) }
  }

  private func keys(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var decoder = InputDecoder()
    return decoder.events(bytes) + decoder.expire()
  }

  /// The answer to OSC 52, with a tenth of a second inside, was 15 keys.
  @Test(arguments: answers)
  func anAnswerWithAPauseIsNotTyped(_ answer: Answer) {
    let bytes = answer.bytes
    for pause in [60, 100, 990, 4_990].map(Duration.milliseconds) {
      for cut in 1..<bytes.count {
        var input = Input()
        input.send(bytes[..<cut], then: pause)
        input.send(bytes[cut...], then: .zero)
        input.send("q".utf8, then: .zero)
        // Keys may begin so: an escape, or alt with a bracket.
        let before = cut < answer.head ? keys(bytes[..<cut]) : []
        let isShort = cut < answer.head && bytes.count - cut < 3
        #expect(isShort || input.typed == before + [.text("q")], "\(pause) after \(cut)")
        #expect(input.clock.deadline == nil)
      }
    }
  }

  @Test(arguments: answers)
  func whateverPauseComesBehindTheHeadNothingIsTyped(_ answer: Answer) {
    let bytes = answer.bytes
    for pause in [60, 150].map(Duration.milliseconds) {
      for first in answer.head...bytes.count {
        // At two places, and at all from the first on.
        for second in first...bytes.count {
          var input = Input()
          input.send(bytes[..<first], then: pause)
          input.send(bytes[first..<second], then: pause)
          input.send(bytes[second...], then: .seconds(60))
          #expect(input.typed == [], "after \(first) and \(second)")
        }
        var input = Input()
        input.send(bytes[..<first], then: pause)
        for byte in bytes[first...] { input.send([byte], then: pause) }
        input.rest()
        #expect(input.typed == [], "from \(first) on")
      }
    }
  }

  /// At most what came before the second pause is typed, if the first pause came within the head.
  @Test(arguments: answers)
  func theRestIsRecognisedWhateverWasTyped(_ answer: Answer) {
    let bytes = answer.bytes
    for first in 1..<answer.head {
      for second in first..<bytes.count - 2 {
        var input = Input()
        input.send(bytes[..<first], then: .seconds(3))
        input.send(bytes[first..<second], then: .milliseconds(100))
        input.send(bytes[second...], then: .seconds(60))
        let isTyped = second - first < AnswerPieces.least || second < answer.head
        let middle = isTyped ? keys(bytes[first..<second]) : []
        #expect(input.typed == keys(bytes[..<first]) + middle, "after \(first) and \(second)")
      }
    }
  }

  @Test(arguments: answers)
  func theEndMayComeMuchLater(_ answer: Answer) {
    let end = answer.bytes.suffix(answer.bytes.last == 0x5C ? 2 : 1)
    for pause in [6, 20, 29].map(Duration.seconds) {
      var input = Input()
      input.send(answer.bytes.dropLast(end.count), then: pause)
      #expect(input.clock.deadline == nil)
      input.send(end, then: .zero)
      #expect(input.typed == [] && input.clock.deadline == nil, "\(pause)")
      input.send("q".utf8, then: .zero)
      #expect(input.typed == [.text("q")])
    }
  }

  /// The terminal owes the end of its answer.
  @Test(arguments: answers)
  func keysThatAreTypedMeanwhileAreNotLost(_ answer: Answer) {
    let end = answer.bytes.last == 0x5C ? 2 : 1
    for count in answer.head..<answer.bytes.count - end {
      let begun = answer.bytes.prefix(count)
      // A key that cannot belong to the answer ends the wait.
      for key in ["\r", "\u{3}", "\u{1B}[A", "\u{1B}OP", "\u{1B}[200~x\u{1B}[201~"] {
        var input = Input()
        input.send(begun, then: .milliseconds(500))
        input.send("2".utf8, then: .milliseconds(100))
        input.send(key.utf8, then: .zero)
        let typed = input.events.filter { !$0.presses.isEmpty || $0.insertion != nil }
        #expect(typed == [.text("2")] + keys(key.utf8), "\(count), \(key.debugDescription)")
        #expect(input.clock.deadline == nil)
      }
      // Others are keys after five seconds, and no key prolongs them.
      var input = Input()
      input.send(begun, then: .milliseconds(500))
      for _ in 0..<45 { input.send("2".utf8, then: .milliseconds(100)) }
      #expect(input.typed == Array(repeating: .text("2"), count: 45), "\(count)")
      #expect(input.clock.deadline == nil)
      // Escape is the escape key.
      input = Input()
      input.send(begun, then: .milliseconds(500))
      input.send([0x1B], then: .milliseconds(200))
      input.send("q".utf8, then: .zero)
      #expect(input.typed == keys([0x1B]) + keys("q".utf8), "\(count)")
    }
  }

  /// A key that is held repeats 30 times a second.
  @Test func aHeldKeyDoesNotProlongTheWait() {
    var input = Input()
    input.send("\u{1B}]52;c;aGVs".utf8, then: .milliseconds(100))
    for _ in 0..<200 { input.send("j".utf8, then: .milliseconds(33)) }
    #expect(input.typed.count > 190)
  }

  @Test func aLongAnswerInManyPiecesIsNotTyped() {
    var input = Input()
    input.send("\u{1B}]52;c;".utf8, then: .milliseconds(200))
    for _ in 0..<200 {
      input.send(Array(repeating: 0x41, count: 1_000), then: .milliseconds(200))
      input.send(Array(repeating: 0x41, count: 2), then: .milliseconds(200))
    }
    input.send([0x07], then: .zero)
    input.send("q".utf8, then: .zero)
    #expect(input.typed == [.text("q")])
  }

  /// Whatever looks like an answer, and is typed.
  @Test(arguments: ["]", "P", "X", "^", "_", "[", "O"])
  func slowKeysStayKeys(_ key: String) {
    let texts = [
      "", "11;rgb:12", "52;c;aGk=", "4;1;", "l title", ">|foot", "1+r52", "0$r", "Gi=31;OK",
      "?62;22c",
      ">1;2c", "<0;1;1M", "5;10R", "red",
    ]
    for text in texts {
      for end in ["", "\u{7}", "\u{1B}\\", "\r", "\u{1B}[A"] {
        for pause in [60, 100, 300, 2_000].map(Duration.milliseconds) {
          var input = Input()
          input.send("\u{1B}\(key)".utf8, then: pause)
          for byte in text.utf8 { input.send([byte], then: pause) }
          input.send(end.utf8, then: .zero)
          input.rest()
          let typed = keys("\u{1B}\(key)".utf8) + text.map { .text(String($0)) } + keys(end.utf8)
          #expect(input.events == typed, "\(text) \(end.debugDescription) \(pause)")
        }
      }
    }
  }

  /// An escape key makes no key behind it wait for longer than the escape's patience.
  @Test func nothingWaitsForLongBehindAnEscapeKey() {
    for isExtended in [false, true] {
      for text in ["]", "[", "P", "_", "]11", "[5", "P1"] {
        var input = Input()
        input.clock.decoder.options.isKeyboardExtended = isExtended
        input.send([0x1B], then: .seconds(2))
        input.send(text.utf8, then: .milliseconds(50))
        #expect(input.events == keys([0x1B]) + keys(text.utf8))
      }
    }
  }
}
