import Testing

@testable import SpinTTY

@Suite struct InputClockTests {
  struct Row: Sendable, CustomStringConvertible {
    let bytes: [UInt8]
    let patience: Duration
    let events: [InputEvent]

    init(_ text: String, _ patience: Duration, _ events: InputEvent...) {
      self.init(Array(text.utf8), patience, events)
    }

    init(_ bytes: [UInt8], _ patience: Duration, _ events: [InputEvent]) {
      self.bytes = bytes
      self.patience = patience
      self.events = events
    }

    /// A row whose bytes, cut short, are unknown.
    static func unknown(_ text: String, _ patience: Duration = .seconds(1)) -> Self {
      Self(text, patience, .unknown(Array(text.utf8)))
    }

    /// A row whose bytes begin an answer.
    static func answer(_ text: String) -> Self { unknown(text, .seconds(5)) }

    /// A row for alt with a key, and text that is typed at once.
    static func keys(_ key: Character, _ text: String) -> Self {
      Self(
        Array("\u{1B}\(key)\(text)".utf8), .milliseconds(50),
        [.key(KeyPress(.alt(KeyChord(key))))] + text.map { .text(String($0)) })
    }

    var description: String { "\(bytes)" }
  }

  static let rows: [Row] = [
    Row("\u{1B}", .milliseconds(50), .key(KeyPress(.escape))),
    Row("\u{1B}[", .milliseconds(50), .key(KeyPress(.alt("[")))),
    Row("\u{1B}O", .milliseconds(50), .key(KeyPress(.alt("O")))),
    Row("\u{1B}]", .milliseconds(50), .key(KeyPress(.alt("]")))),
    Row("\u{1B}P", .milliseconds(50), .key(KeyPress(.alt("P")))),
    Row("\u{1B}_", .milliseconds(50), .key(KeyPress(.alt("_")))),
    Row("\u{1B}\u{1B}", .milliseconds(50), .key(KeyPress(.escape)), .key(KeyPress(.escape))),
    .unknown("\u{1B}[1"), .unknown("\u{1B}[1;5"), .unknown("\u{1B}[["), .unknown("\u{1B}[M"),
    .unknown("\u{1B}[M !"), .answer("\u{1B}[?"), .answer("\u{1B}[>0"), .answer("\u{1B}[<0;1;1"),
    .keys("O", "5"), .keys("]", "1"), .keys("]", "lt"), .keys("P", ">"), .keys("P", "1+"),
    .keys("_", "Gi"), .answer("\u{1B}]11;rgb:"), .answer("\u{1B}]52;"), .answer("\u{1B}P>|foot"),
    .answer("\u{1B}_Gi="), .answer("\u{1B}]10;\u{1B}"),
    Row("\u{1B}[\u{1B}", .milliseconds(50), .key(KeyPress(.alt("["))), .key(KeyPress(.escape))),
    Row("\u{1B}O\u{1B}", .milliseconds(50), .key(KeyPress(.alt("O"))), .key(KeyPress(.escape))),
    Row("\u{1B}\u{1B}[", .milliseconds(50), .key(KeyPress(.escape)), .key(KeyPress(.alt("[")))),
    Row([0xE4], .seconds(1), [.text("\u{FFFD}")]),
    Row([0xE4, 0xB8], .seconds(1), [.text("\u{FFFD}")]),
    Row([0x1B, 0xE4], .seconds(1), [.unknown([0x1B, 0xE4])]),
    Row("\u{1B}[200~half", .seconds(5), .paste("half")),
    Row("\u{1B}[200~half\u{1B}[20", .seconds(5), .paste("half")),
  ]

  @Test(arguments: rows)
  func whatIsUnderWayEndsWhenItsPatienceIsOver(row: Row) {
    var clock = InputClock()
    #expect(clock.deadline == nil)
    let before = clock.decode(row.bytes, at: .seconds(10))
    let deadline = Duration.seconds(10) + row.patience
    #expect(clock.deadline == deadline)
    #expect(clock.expire(at: deadline - .nanoseconds(1)) == [])
    #expect(before + clock.expire(at: deadline) == row.events)
    #expect(clock.deadline == nil)
    #expect(clock.expire(at: deadline + .seconds(60)) == [])
  }

  /// A paste whose end was lost took every key, and each prolonged it.
  @Test(arguments: ["\u{3}", "\u{1B}[99;5u", "\u{1B}[99;69u", "\u{1B}[1089::99;5u"])
  func anInterruptThatComesAloneEndsAPaste(_ key: String) throws {
    var clock = InputClock()
    _ = clock.decode("\u{1B}[200~half".utf8, at: .seconds(1))
    #expect(clock.decode(key.utf8, at: .milliseconds(1_099)).isEmpty)
    #expect(clock.decode("x\(key)".utf8, at: .seconds(2)).isEmpty)
    let events = clock.decode(key.utf8, at: .seconds(3))
    #expect(events.first == .paste("half\(key)x\(key)"))
    let press = try #require(events.last.flatMap(\.presses.first))
    #expect(events.count == 2 && KeyChord.ctrl("c").matches(press))
  }

  @Test func aByteMovesTheDeadline() {
    var clock = InputClock()
    _ = clock.decode([0x1B], at: .zero)
    #expect(clock.deadline == .milliseconds(50))
    _ = clock.decode([0x5B], at: .milliseconds(49))
    #expect(clock.deadline == .milliseconds(99))
    _ = clock.decode([0x31], at: .milliseconds(60))
    #expect(clock.deadline == .milliseconds(1_060))
    #expect(clock.decode([0x7E], at: .milliseconds(70)) == [.key(KeyPress(.home))])
    #expect(clock.deadline == nil)
  }

  @Test func readingNothingMovesNoDeadline() {
    var clock = InputClock()
    _ = clock.decode([0x1B], at: .zero)
    _ = clock.decode([], at: .milliseconds(40))
    #expect(clock.deadline == .milliseconds(50))
  }

  @Test func aLateByteIsReadBeforeAnythingExpires() {
    var clock = InputClock()
    _ = clock.decode([0x1B], at: .zero)
    #expect(clock.decode([0x5B, 0x41], at: .seconds(3)) == [.key(KeyPress(.up))])
    #expect(clock.expire(at: .seconds(3)) == [])
  }

  @Test func aLoneEscapeMayWaitLongerOverALink() {
    var options = InputDecoder.Options()
    options.escapePatience = .milliseconds(100)
    var clock = InputClock(options: options)
    _ = clock.decode([0x1B], at: .zero)
    #expect(clock.deadline == .milliseconds(100))
  }

  @Test func theEnvironmentSaysHowLongAnEscapeWaits() {
    let cases: [([String: String], Int)] = [
      ([:], 50), (["SSH_CONNECTION": "a b"], 100), (["SSH_TTY": "/dev/pts/1"], 100),
      (["SSH_TTY": ""], 50), (["SSH_TTY": "x", "ESCDELAY": "25"], 25), (["ESCDELAY": "0"], 0),
      (["ESCDELAY": "soon"], 50), (["ESCDELAY": "-1"], 50), (["ESCDELAY": "99999"], 10_000),
    ]
    for (environment, delay) in cases {
      #expect(InputDecoder.Options.escapePatience(in: environment) == .milliseconds(delay))
    }
  }

  @Test func aLoneEscapeIsHardlyEverAKeyOnceTheKeyboardProtocolIsOn() {
    var clock = InputClock()
    clock.decoder.options.isKeyboardExtended = true
    _ = clock.decode([0x1B], at: .zero)
    #expect(clock.deadline == .seconds(1))
  }

  private static let escape = InputEvent.key(KeyPress(.escape))

  /// What was typed within a second after the key became a part of a sequence, or waited as long.
  @Test(arguments: [
    ("j", [InputEvent.text("j")]), ("O", [.text("O")]), ("[", [.text("[")]), ("]", [.text("]")]),
    ("\u{1B}[A", [.key(KeyPress(.up))]), ("\u{1B}", [escape]), ("é", [.text("é")]),
    ("\u{1B}[<0;3;2M", [.mouse(MouseEvent(.press(.left), column: 2, row: 1))]),
  ])
  func whatFollowsALoneEscapeIsNotHeldUpWhereTheKeyboardProtocolIsOn(
    _ text: String, _ events: [InputEvent]
  ) {
    for pause in [50, 600, 999] {
      var clock = InputClock()
      clock.decoder.options.isKeyboardExtended = true
      var all = clock.decode([0x1B], at: .zero)
      all += clock.decode(text.utf8, at: .milliseconds(pause))
      #expect(clock.deadline.map { $0 <= .milliseconds(pause + 50) } ?? true)
      all += clock.deadline.map { clock.expire(at: $0) } ?? []
      #expect(all == [Self.escape] + events)
      // The next escape byte need not begin a sequence either.
      _ = clock.decode([0x1B], at: .seconds(9))
      #expect(clock.deadline == .milliseconds(9_050))
    }
  }

  @Test func aLoneEscapeThatExpiresShowsThatOthersMayFollow() {
    var clock = InputClock()
    clock.decoder.options.isKeyboardExtended = true
    _ = clock.decode([0x1B], at: .zero)
    #expect(clock.expire(at: .seconds(1)) == [Self.escape])
    _ = clock.decode([0x1B], at: .seconds(2))
    #expect(clock.expire(at: .milliseconds(2_050)) == [Self.escape])
  }

  /// A link may cut a sequence after its escape byte.
  @Test(arguments: ["[A", "OA", "[57417u", "]11;rgb:0/0/0\u{7}"])
  func theRestOfASequenceThatWasCutIsNoText(_ rest: String) {
    var clock = InputClock()
    clock.decoder.options.isKeyboardExtended = true
    _ = clock.decode([0x1B], at: .zero)
    let events = clock.decode(rest.utf8, at: .milliseconds(999))
    #expect(events == InputClock.whole("\u{1B}" + rest))
    _ = clock.decode([0x1B], at: .seconds(2))
    #expect(clock.deadline == .seconds(3))
  }

  /// The rest of a paste was typed after a pause of five seconds: `q` quit, and newlines were enter.
  @Test(arguments: ["", "é", "\r", "\r\n", "\u{1B}[20", "\u{1B}[201"])
  func aPasteThatPausesGoesOnAsAPaste(_ torn: String) {
    let text = "half\(torn)-q\n"
    let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~x".utf8)
    for place in 10...10 + torn.utf8.count {
      var clock = InputClock()
      var events = clock.decode(bytes[..<place], at: .zero)
      events += clock.expire(at: .seconds(5))
      #expect(clock.deadline == nil)
      events += clock.decode(bytes[place...], at: .seconds(60))
      #expect(events.count == 3 && events[2] == .text("x"))
      let pasted = events.dropLast().map { if case .paste(let part) = $0 { part } else { "a key" } }
      #expect(pasted.joined() == text.replacing("\r\n", with: "\n").replacing("\r", with: "\n"))
    }
  }

  /// A field of one line dropped the end of a line before a pause, and would have shown a blank otherwise.
  @Test(arguments: ["\n", "\r\n", "\n\r", "\n\n\u{1B}[2"])
  func anEndOfALineWaitsForWhatFollows(_ end: String) {
    var clock = InputClock()
    _ = clock.decode("\u{1B}[200~ab\(end)".utf8, at: .zero)
    #expect(clock.expire(at: .seconds(5)) == [.paste("ab")])
    #expect(clock.deadline == nil)
    #expect(clock.decode("c\u{1B}[201~".utf8, at: .seconds(9)).count == 1)
  }

  @Test func aPasteThatPausesBeforeItsTerminatorHasNoFurtherPart() {
    var clock = InputClock()
    _ = clock.decode("\u{1B}[200~half".utf8, at: .zero)
    #expect(clock.expire(at: .seconds(5)) == [.paste("half")])
    #expect(clock.decode("\u{1B}[201~x".utf8, at: .seconds(6)) == [.text("x")])
    #expect(clock.decode("\u{1B}[200~\u{1B}[201~".utf8, at: .seconds(7)) == [.paste("")])
  }

  /// The text was typed.
  @Test(arguments: 1...5)
  func aPasteWhoseIntroducerATerminalSendsInPiecesIsAPaste(_ place: Int) throws {
    let bytes = Array("\u{1B}[200~q\n\u{1B}[201~".utf8)
    var clock = InputClock()
    var decoder = InputDecoder()
    _ = clock.decode(bytes[..<place], at: .zero)
    let expired = clock.expire(at: try #require(clock.deadline))
    #expect(expired == decoder.events(bytes[..<place]) + decoder.expire())
    #expect(clock.decode(bytes[place...], at: .seconds(9)) == [.paste("q\n")])
    #expect(clock.decoder.pendingCount == 0)
    #expect(clock.decode("x".utf8, at: .seconds(10)) == [.text("x")])
  }

  /// Its terminal has lost the end of the paste.
  @Test func anInterruptOnlyEndsAPasteOfWhichAllWasDelivered() {
    var clock = InputClock()
    _ = clock.decode("\u{1B}[200~half".utf8, at: .zero)
    #expect(clock.expire(at: .seconds(5)) == [.paste("half")])
    #expect(clock.decode([0x71], at: .seconds(6)) == [])
    #expect(clock.expire(at: .seconds(11)) == [.paste("q")])
    #expect(clock.decode([0x03], at: .seconds(12)) == [])
    #expect(clock.decode([0x71], at: .seconds(13)) == [.text("q")])
    #expect(clock.decode([0x03], at: .seconds(14)) == [.key(KeyPress(.ctrl("c")))])
  }
}

extension InputClock {
  /// The events of a text that arrives at once.
  fileprivate static func whole(_ text: String) -> [InputEvent] {
    var clock = InputClock()
    return clock.decode(text.utf8, at: .zero)
  }
}
