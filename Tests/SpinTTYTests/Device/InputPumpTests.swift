import Testing

@testable import SpinTTY

@Suite struct InputPumpTests {
  private static let ctrlC = InputEvent.key(KeyPress(.ctrl("c")))

  /// Bytes in one read, and the orders that they make.
  static let rows: [(String, isAsked: Bool, isInterruptOpen: Bool, [InputPump.Order])] = [
    ("ab", false, false, [.deliver(.text("a")), .deliver(.text("b"))]),
    ("\u{1B}[A", false, false, [.deliver(.key(KeyPress(.up)))]),
    ("\u{3}", false, false, [.noteInterrupt, .deliver(ctrlC)]),
    ("\u{3}", false, true, [.giveUp, .deliver(ctrlC)]),
    (
      "\u{3}\u{3}", false, false,
      [.noteInterrupt, .deliver(ctrlC), .noteInterrupt, .deliver(ctrlC)]
    ),
    (
      "\u{1B}[48;24;80;0;0t", false, false,
      [.measure, .deliver(.resize(columns: 80, rows: 24))]
    ),
    ("\u{1B}[?2026;2$y\u{1B}[?62c", true, false, [.learn(.synchronizedOutput)]),
    ("\u{1B}[?2026;2$y\u{1B}[?62c", false, false, []),
    ("q\u{1B}[?0u", true, false, [.learn(.keyboard), .deliver(.text("q"))]),
    ("\u{1B}[?62c\u{1B}[?2026;2$y", true, false, []),
  ]

  @Test(arguments: rows)
  func bytesMakeOrders(
    _ row: (String, isAsked: Bool, isInterruptOpen: Bool, [InputPump.Order])
  ) {
    var pump = InputPump(InputDecoder.Options())
    if row.isAsked { pump.asked(at: .zero) }
    let orders = pump.received(
      Array(row.0.utf8)[...], at: .seconds(1), isInterruptOpen: row.isInterruptOpen)
    #expect(orders == row.3)
  }

  @Test func aLoneEscapeIsDueAfterItsTime() {
    var pump = InputPump(InputDecoder.Options())
    #expect(pump.received([0x1B], at: .seconds(1), isInterruptOpen: false) == [])
    #expect(pump.due == .milliseconds(1_050))
    #expect(pump.expired(at: .milliseconds(1_049), isInterruptOpen: false) == [])
    #expect(
      pump.expired(at: .milliseconds(1_050), isInterruptOpen: false)
        == [.deliver(.key(KeyPress(.escape)))])
    #expect(pump.due == nil)
  }

  @Test func aTerminalThatTellsKeysApartHasMoreTimeAfterAnEscape() {
    var pump = InputPump(InputDecoder.Options())
    pump.asked(at: .zero)
    _ = pump.received(Array("\u{1B}[?0u\u{1B}".utf8)[...], at: .zero, isInterruptOpen: false)
    #expect(pump.due == .seconds(1))
    pump.restart(InputDecoder.Options())
    #expect(pump.due == nil)
  }

  /// The program gets the terminal back after a pause, and asks it nothing again.
  @Test func aTerminalThatSendsLoneEscapesIsRemembered() {
    var options = InputDecoder.Options()
    options.isKeyboardExtended = true
    var pump = InputPump(options)
    _ = pump.received([0x1B], at: .zero, isInterruptOpen: false)
    #expect(
      pump.expired(at: .seconds(1), isInterruptOpen: false)
        == [.deliver(.key(KeyPress(.escape)))])
    pump.restart(options)
    _ = pump.received([0x1B], at: .seconds(2), isInterruptOpen: false)
    #expect(pump.due == .milliseconds(2_050))
  }

  /// The part before the pause was lost, and the rest was keys: `q` quit.
  @Test(arguments: [true, false], ["", "é", "\u{1B}[201~"])
  func aPasteIsOneOnBothSidesOfAPause(_ isGiven: Bool, _ torn: String) {
    let bytes = Array("\u{1B}[200~ab\(torn)q d\u{1B}[201~x".utf8)
    for cut in 8...8 + torn.utf8.count {
      var pump = InputPump(InputDecoder.Options())
      var orders = pump.received(bytes[..<cut], at: .milliseconds(10), isInterruptOpen: false)
      orders += pump.cutPaste(at: .milliseconds(20))
      #expect(!orders.isEmpty, "What has arrived is not kept for the return.")
      if isGiven { pump.restart(InputDecoder.Options()) }
      orders += pump.received(bytes[cut...], at: .milliseconds(30), isInterruptOpen: false)
      let (text, keys) = Self.pasted(orders)
      if torn.hasPrefix("\u{1B}") {
        #expect(text == "ab" && keys.first == .deliver(.text("q")))
      } else {
        #expect(text == "ab\(torn)q d" && keys == [.deliver(.text("x"))])
      }
    }
  }

  /// The text of the pastes, and the other orders.
  private static func pasted(_ orders: [InputPump.Order]) -> (String, [InputPump.Order]) {
    var (text, others) = ("", [InputPump.Order]())
    for order in orders {
      if case .deliver(.paste(let part)) = order { text += part } else { others.append(order) }
    }
    return (text, others)
  }

  /// What comes on its own after a pause in a paste, and what it is if another program may have read the
  /// terminator.
  private static let after: [(String, [InputPump.Order])] = [
    ("q", [.deliver(.text("q"))]), ("é", [.deliver(.text("é"))]),
    ("\r", [.deliver(.key(KeyPress(.enter)))]),
    ("\u{1B}[A", [.deliver(.key(KeyPress(.up)))]), ("\u{3}", [.noteInterrupt, .deliver(ctrlC)]),
    ("\u{1B}[200~new\u{1B}[201~", [.deliver(.paste("new"))]),
    (
      "\u{1B}[A\u{1B}[B",
      [.deliver(.key(KeyPress(.up))), .deliver(.key(KeyPress(.down)))]
    ),
  ]

  /// All keys were text until ctrl-C if another program had read the end of the paste.
  @Test(arguments: after, [true, false])
  func aKeyEndsAPasteWhoseEndAnotherProgramHasRead(
    _ row: (String, [InputPump.Order]), _ isGiven: Bool
  ) {
    var pump = InputPump(InputDecoder.Options())
    _ = pump.received(Array("\u{1B}[200~ab".utf8)[...], at: .zero, isInterruptOpen: false)
    #expect(pump.cutPaste(at: .milliseconds(10)) == [.deliver(.paste("ab"))])
    if isGiven { pump.restart(InputDecoder.Options()) }
    // Reports of the terminal are no keys, and no text.
    let size = pump.received(
      Array("\u{1B}[48;24;80;0;0t".utf8)[...], at: .milliseconds(20), isInterruptOpen: false)
    #expect(size == [.measure, .deliver(.resize(columns: 80, rows: 24))])
    let bytes = Array(row.0.utf8)[...]
    #expect(pump.received(bytes, at: .milliseconds(30), isInterruptOpen: false) == row.1)
    let next = pump.received([0x78], at: .milliseconds(40), isInterruptOpen: false)
    #expect(next == [.deliver(.text("x"))])
  }

  @Test func anEscapeKeyEndsAPasteWhoseEndAnotherProgramHasRead() {
    var pump = InputPump(InputDecoder.Options())
    _ = pump.received(Array("\u{1B}[200~ab".utf8)[...], at: .zero, isInterruptOpen: false)
    _ = pump.cutPaste(at: .milliseconds(10))
    #expect(pump.received([0x1B], at: .milliseconds(500), isInterruptOpen: false) == [])
    #expect(
      pump.expired(at: .seconds(1), isInterruptOpen: false)
        == [.deliver(.key(KeyPress(.escape)))])
  }

  /// Keys that were typed ahead may be the rest of a paste, but the next key is none.
  @Test func whatMayBeTheRestOfAPasteIsText() {
    var pump = InputPump(InputDecoder.Options())
    _ = pump.received(Array("\u{1B}[200~ab".utf8)[...], at: .zero, isInterruptOpen: false)
    _ = pump.cutPaste(at: .milliseconds(10))
    #expect(pump.received(Array("jj".utf8)[...], at: .seconds(1), isInterruptOpen: false) == [])
    #expect(
      pump.received([0x71], at: .seconds(2), isInterruptOpen: false)
        == [.deliver(.paste("jj")), .deliver(.text("q"))])
  }

  @Test func onlyAPasteIsCut() {
    var pump = InputPump(InputDecoder.Options())
    _ = pump.received([0x1B, 0x5B], at: .zero, isInterruptOpen: false)
    #expect(pump.cutPaste(at: .milliseconds(1)) == [])
    #expect(
      pump.received([0x41], at: .milliseconds(2), isInterruptOpen: false)
        == [.deliver(.key(KeyPress(.up)))])
  }

  private static let answers: [(String, InputPump.Order?)] = [
    ("\u{1B}[?62;22c", nil), ("\u{1B}[?2026;2$y", .learn(.synchronizedOutput)),
    ("\u{1B}[?0u", .learn(.keyboard)),
    ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", .learn(.background(isLight: true))),
    ("\u{1B}]11;#000000\u{7}", .learn(.background(isLight: false))),
  ]

  /// The rest was typed, such as `62;22c`.
  @Test(arguments: answers)
  func anAwaitedAnswerThatPausesIsNotTyped(answer: (String, InputPump.Order?)) {
    let bytes = Array(answer.0.utf8)
    for cut in 1..<bytes.count {
      var pump = InputPump(InputDecoder.Options())
      pump.asked(at: .zero)
      var orders = pump.received(bytes[..<cut], at: .seconds(1), isInterruptOpen: false)
      orders += pump.expired(at: .milliseconds(1_999), isInterruptOpen: false)
      orders += pump.received(bytes[cut...], at: .milliseconds(1_999), isInterruptOpen: false)
      #expect(orders == (answer.1.map { [$0] } ?? []), "cut after \(cut)")
    }
  }

  /// However long the pause is, at most what came before it is read as keys.
  @Test(arguments: answers)
  func theRestOfAnAwaitedAnswerIsRecognisedAfterAnyPause(answer: (String, InputPump.Order?)) throws
  {
    let bytes = Array(answer.0.utf8)
    for cut in 1..<bytes.count {
      for second in [cut, bytes.count - 1] where second >= cut {
        var pump = InputPump(InputDecoder.Options())
        pump.asked(at: .zero)
        _ = pump.received(bytes[..<cut], at: .zero, isInterruptOpen: false)
        let due = try #require(pump.due)
        _ = pump.expired(at: due, isInterruptOpen: false)
        pump.asked(at: due)
        var orders = pump.received(bytes[cut..<second], at: due, isInterruptOpen: false)
        orders += pump.received(
          bytes[second...], at: due + .milliseconds(900), isInterruptOpen: false)
        #expect(orders == (answer.1.map { [$0] } ?? []), "cut after \(cut) and \(second)")
        #expect(pump.received([0x71], at: .zero, isInterruptOpen: false) == [.deliver(.text("q"))])
      }
    }
  }

  /// A multiplexer answers the last question itself, and another one when its own terminal has answered.
  @Test(arguments: answers)
  func aSecondAnswerThatComesLateIsNotTyped(answer: (String, InputPump.Order?)) {
    let bytes = Array(answer.0.utf8)
    for cut in 3..<bytes.count where bytes[1] == 0x5B || cut > 4 {
      var pump = InputPump(InputDecoder.Options())
      pump.asked(at: .zero)
      let first = Array("\u{1B}[?62;22c".utf8)[...]
      #expect(pump.received(first, at: .milliseconds(5), isInterruptOpen: false) == [])
      #expect(pump.unanswered == 0)
      var orders = pump.received(bytes[..<cut], at: .seconds(2), isInterruptOpen: false)
      orders += pump.expired(at: .milliseconds(2_100), isInterruptOpen: false)
      orders += pump.received(bytes[cut...], at: .milliseconds(2_100), isInterruptOpen: false)
      orders += pump.received([0x71], at: .milliseconds(2_200), isInterruptOpen: false)
      #expect(orders == [.deliver(.text("q"))], "cut after \(cut)")
    }
  }

  /// Keys come late at most, and in order.
  @Test(arguments: ["", "[", "[?", "[?6", "]", "]11", "[?x", "]x", "x", "[A"])
  func keysAreNotLostWhileAnswersAreAwaited(_ typed: String) throws {
    var pump = InputPump(InputDecoder.Options())
    pump.asked(at: .zero)
    _ = pump.received([0x1B], at: .zero, isInterruptOpen: false)
    #expect(pump.due == .seconds(1))
    var events = pump.expired(at: .seconds(1), isInterruptOpen: false)
    events += pump.received(Array(typed.utf8)[...], at: .seconds(1), isInterruptOpen: false)
    if let due = pump.due { events += pump.expired(at: due, isInterruptOpen: false) }
    let keys = [InputEvent.key(KeyPress(.escape))] + typed.map { .text(String($0)) }
    #expect(events == keys.map { .deliver($0) })
    #expect(pump.due == nil)
  }

  /// Escape and `q` were alt+q, and alt+`[` and `q` were unknown.
  @Test(arguments: [
    ("\u{1B}", "q", Duration.milliseconds(600)), ("\u{1B}", "\r", .milliseconds(600)),
    ("\u{1B}", "OP", .milliseconds(600)), ("\u{1B}", "é", .milliseconds(50)),
    ("\u{1B}", "\u{1B}[A", .milliseconds(999)), ("\u{1B}\u{1B}", "q", .milliseconds(600)),
    ("\u{1B}\u{1B}[", "q", .milliseconds(600)), ("\u{1B}[", "q", .seconds(3)),
    ("\u{1B}[", "A", .milliseconds(50)), ("\u{1B}[", "1~", .seconds(3)),
    ("\u{1B}[", "\r", .seconds(3)), ("\u{1B}[", "\u{1B}[A", .seconds(3)),
    ("\u{1B}[", "\u{1B}", .seconds(3)),
  ])
  func aPauseSeparatesKeysWhileAnswersAreAwaited(
    row: (first: String, then: String, pause: Duration)
  ) throws {
    func typed(_ text: String) -> [InputPump.Order] {
      var decoder = InputDecoder()
      return (decoder.events(text.utf8) + decoder.expire()).map { .deliver($0) }
    }
    var pump = InputPump(InputDecoder.Options())
    pump.asked(at: .zero)
    var orders = pump.received(Array(row.first.utf8)[...], at: .zero, isInterruptOpen: false)
    if let due = pump.due, due <= row.pause { Issue.record("\(due) is before the next key") }
    orders += pump.received(Array(row.then.utf8)[...], at: row.pause, isInterruptOpen: false)
    if let due = pump.due { orders += pump.expired(at: due, isInterruptOpen: false) }
    #expect(orders == typed(row.first) + typed(row.then))
    let answer = Array("\u{1B}[?62;22c".utf8)[...]
    #expect(pump.received(answer, at: .milliseconds(4_900), isInterruptOpen: false) == [])
    #expect(pump.unanswered == 0)
  }

  @Test func keysThatComeTogetherAreOneWhileAnswersAreAwaited() {
    for keys in ["\u{1B}q", "\u{1B}OP", "\u{1B}[A", "\u{1B}[3~"] {
      var pump = InputPump(InputDecoder.Options())
      pump.asked(at: .zero)
      let first = pump.received([0x1B], at: .zero, isInterruptOpen: false)
      let rest = pump.received(
        Array(keys.utf8.dropFirst())[...], at: .milliseconds(49), isInterruptOpen: false)
      var decoder = InputDecoder()
      #expect(first == [] && rest == decoder.events(keys.utf8).map { .deliver($0) })
    }
  }

  @Test func anEscapeWaitsNoLongerOnceNoAnswerIsAwaited() {
    var pump = InputPump(InputDecoder.Options())
    pump.asked(at: .zero)
    _ = pump.received(Array("\u{1B}[?62c\u{1B}".utf8)[...], at: .zero, isInterruptOpen: false)
    #expect(pump.due == .milliseconds(50))
    pump = InputPump(InputDecoder.Options())
    pump.asked(at: .zero)
    _ = pump.received([0x1B], at: .seconds(5), isInterruptOpen: false)
    #expect(pump.due == .milliseconds(5_050))
  }

  /// kitty's list ends with a semicolon.
  @Test func theAttributesOfKittyAreTheLastAnswer() {
    var pump = InputPump(InputDecoder.Options())
    pump.asked(at: .zero)
    let orders = pump.received(
      Array("\u{1B}[?62;c".utf8)[...], at: .seconds(1), isInterruptOpen: false)
    #expect(orders == [] && pump.unanswered == 0)
  }

  @Test func afterTheEndAnswersKeysAndCtrlCCount() {
    var pump = InputPump(InputDecoder.Options())
    pump.asked(at: .zero)
    pump.asked(at: .seconds(1))
    let answers = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62c"
    let orders = pump.swallow(Array("typed\(answers)\u{1B}[I\r".utf8)[...], at: .seconds(2))
    // Five letters, the colour, enter.
    #expect(orders.count == 7 && pump.unanswered == 1)
    #expect(orders[5] == .learn(.background(isLight: true)))
    let last = pump.swallow(Array("\u{3}\u{1B}[?62c".utf8)[...], at: .seconds(2))
    #expect(last == [.noteInterrupt] && pump.unanswered == 1)
    pump.gaveUpAnswers()
    #expect(pump.unanswered == 0)
  }
}
