import SpinTestSupport
import Testing

@testable import SpinTTY

@Suite struct InputCoalescerTests {
  @Test func eachCharacterOfOneReadIsOneEvent() {
    #expect(read(["-é q"]) == [.text("-"), .text("é"), .text(" "), .text("q")])
    #expect(
      read(["a\u{1B}[Abc"]) == [.text("a"), .key(KeyPress(.up)), .text("b"), .text("c")])
    #expect(read(["e\u{301}x👩\u{200D}👧"]) == [.text("e\u{301}"), .text("x"), .text("👩\u{200D}👧")])
  }

  @Test func composedTextIsOneEventForEachCharacter() {
    #expect(read(["\u{1B}[0;;101:769:120u"]) == [.text("e\u{301}"), .text("x")])
  }

  @Test func aMarkThatComesLaterSaysThatItExtends() {
    #expect(
      read(["e", "\u{301}x"]) == [.text("e"), .text("\u{301}", extends: true), .text("x")])
    #expect(
      read(["👩", "\u{200D}", "👧"]) == [
        .text("👩"), .text("\u{200D}", extends: true), .text("👧", extends: true),
      ])
  }

  @Test func aMarkAfterSomethingElseExtendsNothing() {
    #expect(
      read(["e", "\u{1B}[A", "\u{301}"]) == [
        .text("e"), .key(KeyPress(.up)), .text("\u{301}"),
      ])
    #expect(read(["e", "x"]) == [.text("e"), .text("x")])
  }

  @Test func aMarkOfACharacterOfManyMarksIsRecognised() {
    for first in ["e", "👩", "한", "🇩🇪"] {
      let marks = Array(repeating: "\u{301}", count: 200)
      let events = read([first] + marks + ["x"])
      #expect(events.dropFirst().dropLast().allSatisfy { $0 == .text("\u{301}", extends: true) })
      #expect(events.last == .text("x") && events.count == 202)
    }
    #expect(read(["👩\u{200D}", "👧\u{200D}", "👦"]).last == .text("👦", extends: true))
    #expect(read(["🇩", "🇪", "🇫"]).last == .text("🇫"))
  }

  /// Each mark copied the character that it joins.
  @Test(arguments: [true, false])
  func aMarkCostsTheSameWhateverItJoins(_ isOneRead: Bool) {
    let times = growth(from: 4_000, below: 8) { count in
      var coalescer = InputCoalescer()
      let marks = [.text("e")] + Array(repeating: InputEvent.text("\u{301}"), count: count)
      if isOneRead {
        _ = coalescer.coalesce(marks)
      } else {
        for mark in marks { _ = coalescer.coalesce([mark]) }
      }
    }
    #expect(times < 8)
  }

  @Test func ofMotionsInARowTheLastIsKept() {
    #expect(
      read(["\u{1B}[<35;1;1M\u{1B}[<35;2;1M\u{1B}[<35;9;1M"]) == [
        .mouse(MouseEvent(.move, column: 8, row: 0))
      ])
    #expect(
      read(["\u{1B}[<35;1;1M", "\u{1B}[<35;2;1M"]) == [
        .mouse(MouseEvent(.move, column: 0, row: 0)), .mouse(MouseEvent(.move, column: 1, row: 0)),
      ])
  }

  @Test func pressesAndTurnsOfTheWheelAllCount() {
    let wheel = "\u{1B}[<65;1;1M"
    #expect(read([wheel + wheel]).count == 2)
    #expect(read(["\u{1B}[<32;1;1M\u{1B}[<0;1;1m\u{1B}[<35;1;1M\u{1B}[<32;1;1M"]).count == 4)
  }

  @Test func typedTextStandsForThePressesOfItsCharacters() {
    #expect(InputEvent.text("-é q").presses.map(\.chord) == ["-", "é", " ", "q"])
    #expect(InputEvent.text("-").presses == [KeyPress("-", text: "-")])
    #expect(InputEvent.text("\u{301}q", extends: true).presses.map(\.chord) == ["q"])
    #expect(InputEvent.key(KeyPress(.up, phase: .repeat)).presses.map(\.phase) == [.repeat])
    #expect(InputEvent.paste("q").presses == [])
  }

  @Test func whatAnEventWritesIsItsTextUnlessAKeyGoesUp() {
    #expect(InputEvent.text("ab").insertion == "ab")
    #expect(InputEvent.paste("a\nb").insertion == "a\nb")
    #expect(InputEvent.key(KeyPress("a", text: "a")).insertion == "a")
    #expect(InputEvent.key(KeyPress("a", phase: .release, text: "a")).insertion == nil)
    #expect(InputEvent.key(KeyPress(.enter)).insertion == nil)
    #expect(InputEvent.focus(true).insertion == nil)
  }

  private func read(_ reads: [String]) -> [InputEvent] {
    var decoder = InputDecoder()
    var coalescer = InputCoalescer()
    return reads.flatMap { coalescer.coalesce(decoder.events($0.utf8)) }
  }
}
