import Testing

@testable import SpinTTY

@Suite struct KeyChordTests {
  /// The bytes of one chord in the encodings that can say it.
  static let encodings: [(KeyChord, [String])] = [
    (.ctrl("c"), ["\u{3}", "\u{1B}[99;5u", "\u{1B}[27;5;99~", "\u{1B}[99;197u"]),
    (.alt("x"), ["\u{1B}x", "\u{1B}[120;3u", "\u{1B}[27;3;120~"]),
    (.alt("X"), ["\u{1B}[120;4u", "\u{1B}[27;4;88~"]),
    (.alt("A"), ["\u{1B}A", "\u{1B}[97;4u", "\u{1B}[97:65;4u", "\u{1B}[27;4;65~"]),
    ("q", ["q", "\u{1B}[113u", "\u{1B}[113;65u"]),
    (.shift("q"), ["Q", "\u{1B}[113;2u", "\u{1B}[113:81;2u", "\u{1B}[27;2;81~"]),
    (" ", [" ", "\u{1B}[32u"]),
    (.ctrl(" "), ["\u{0}", "\u{1B}[32;5u", "\u{1B}[27;5;32~"]),
    (.shift(.tab), ["\u{1B}[Z", "\u{1B}[9;2u", "\u{1B}[27;2;9~", "\u{1B}[1;2Z"]),
    (.enter, ["\r", "\u{1B}[13u", "\u{1B}OM", "\u{1B}[57414u", "\u{1B}[13;129u"]),
    (.alt(.enter), ["\u{1B}\r", "\u{1B}[13;3u", "\u{1B}[27;3;13~"]),
    (.escape, ["\u{1B}[27u", "\u{1B}\u{1B}[27u"]),
    (.up, ["\u{1B}[A", "\u{1B}OA", "\u{1B}[1;129A", "\u{1B}[57352u", "\u{1B}[57419u"]),
    (.ctrl(.up), ["\u{1B}[1;5A", "\u{1B}Oa", "\u{1B}O5A"]),
    (.home, ["\u{1B}[H", "\u{1B}OH", "\u{1B}[1~", "\u{1B}[7~"]),
    (.f(1), ["\u{1B}OP", "\u{1B}[11~", "\u{1B}[[A", "\u{1B}[P", "\u{1B}[57364u"]),
    (.shift(.f(5)), ["\u{1B}[15;2~", "\u{1B}[15$"]),
    (.alt("+"), ["\u{1B}+", "\u{1B}[61:43;4u", "\u{1B}[27;4;43~"]),
  ]

  @Test(arguments: encodings)
  func aChordIsTheSameInEveryEncoding(chord: KeyChord, encodings: [String]) {
    for encoding in encodings {
      var decoder = InputDecoder()
      let presses = decoder.events(encoding.utf8).flatMap(\.presses)
      #expect(presses.last?.chord == chord, "\(encoding.debugDescription)")
    }
  }

  @Test func chordsAreWrittenAsTheirKeysAreCalled() {
    let quit: [KeyChord] = ["q", .ctrl("c"), .escape]
    let moves: [KeyChord] = [.up, .shift(.tab), .alt(.left), .f(5), " "]
    #expect(quit.map(\.modifiers) == [[], .ctrl, []])
    #expect(moves.map(\.code) == [.up, .tab, .left, .function(5), .character(" ")])
    #expect(bind("+", .up, help: "more").map(\.description) == ["+", "up"])
  }

  /// A binding takes its chords so.
  private func bind(_ chords: KeyChord..., help: String) -> [KeyChord] { chords }

  @Test func theLocksDoNotCount() {
    #expect(KeyChord("c", [.ctrl, .capsLock, .numLock]) == .ctrl("c"))
    #expect(KeyChord(.up, .numLock).hashValue == KeyChord.up.hashValue)
  }

  @Test func shiftWithALetterIsTheUpperCaseLetter() {
    #expect(KeyChord.shift("a") == "A")
    #expect(KeyChord.shift("é") == "É")
    #expect(KeyChord.shift("A") == "A")
    #expect(KeyChord("a") != "A")
    #expect(KeyChord.shift("ß") != "ß")
    #expect(KeyChord.shift("=") != "+")
  }

  @Test(arguments: [
    ("ctrl-x", "ctrl+x"), ("CTRL+X", "ctrl+x"), ("Ctrl+Shift+X", "ctrl+X"), ("Control-x", "ctrl+x"),
    ("ctl+x", "ctrl+x"), ("crtl+x", "ctrl+x"), ("C-x C-s", "ctrl+x ctrl+s"), ("M-x", "alt+x"),
    ("^X", "ctrl+x"), ("<C-x>", "ctrl+x"), ("ctrl x", "ctrl+x"), ("option+left", "alt+left"),
    ("cmd+s", "super+s"), ("alt_Enter", "alt+enter"), ("shift-tab", "shift+tab"), ("F5", "f5"),
    ("f99", "f9"), ("esc", "escape"), ("Return", "enter"), ("page-up", "pageup"),
    ("ctrl+page_down", "ctrl+pagedown"), ("PgDn", "pagedown"), ("del", "delete"),
    ("bakspace", "backspace"), ("spacebar", "space"), (" ", "space"), ("gg", "g g"),
    ("g  Home", "g home"), ("ctrl--", "ctrl+-"), ("up arrow", "up"), ("\u{1B}", "escape"),
    ("\n", "enter"), ("\0", "ctrl+space"), ("\u{7F}", "backspace"), ("shift+q", "Q"),
  ])
  func aWrongSpellingIsNearARightOne(wrong: String, right: String) {
    #expect(KeySpelling.nearest(to: wrong)?.description == Chord(written: right)?.description)
  }

  @Test(arguments: [
    "", "  ", "ctrl+", "ctrl", "\u{7}", "hello world", "+", "++", "<>", "^", "ctrl+\u{8}",
  ])
  func nothingIsNearWhatMeansNothing(text: String) {
    let nearest = KeySpelling.nearest(to: text)
    #expect(nearest == nil || nearest == Chord(written: text))
  }

  @Test func aMinusSignIsNotAHyphen() {
    #expect(KeyChord("\u{2212}") != "-")
    var decoder = InputDecoder()
    #expect(decoder.events("\u{2212}".utf8).flatMap(\.presses).map(\.chord) == ["\u{2212}"])
  }

  @Test func modifiersNestInAnyOrder() {
    #expect(KeyChord.ctrl(.alt("x")) == .alt(.ctrl("x")))
    #expect(KeyChord.ctrl(.shift(.left)) == KeyChord(.left, [.ctrl, .shift]))
  }

  @Test func aKeyWithANameIsTheSameAsTheControlItWrites() {
    #expect(KeyChord("\t") == .tab)
    #expect(KeyChord("\n") == .enter)
    #expect(KeyChord(" ") == .space)
  }

  @Test func aBindingAlsoMatchesTheKeyOfTheStandardKeyboard() {
    let press = KeyPress(.ctrl("с"), baseChord: .ctrl("c"))
    #expect(KeyChord.ctrl("c").matches(press))
    #expect(KeyChord.ctrl("с").matches(press))
    #expect(!KeyChord.ctrl("v").matches(press))
    #expect(!KeyChord("q").matches(KeyPress("q", phase: .release)))
  }

  @Test func aHelpLineCanShowEveryChord() {
    let chords: [(KeyChord, String)] = [
      ("q", "q"), (" ", "space"), ("A", "A"), (.ctrl("c"), "ctrl+c"), (.f(5), "f5"),
      (.shift(.tab), "shift+tab"), (.alt(.pageUp), "alt+page up"), (.super(.left), "super+left"),
      (KeyChord(.up, [.ctrl, .alt, .shift, .hyper, .meta]), "ctrl+alt+shift+hyper+meta+up"),
      (KeyChord(.other("media mute")), "media mute"),
      (KeyChord(.printScreen), "print screen"), (KeyChord(.menu), "menu"),
    ]
    for (chord, name) in chords { #expect(chord.description == name) }
    #expect(HelpItem(["y", .enter, .click("yes")], "yes").keys == "y/enter")
    #expect(HelpItem([.click("yes", count: 2)], "yes").keys == "double click")
    #expect(HelpItem([.click("yes", .right)], "yes").keys == "right click")
  }

  @Test func aWordIsNotAKey() async {
    await #expect(processExitsWith: .failure) { _ = KeyChord(stringLiteral: "enter") }
  }

  /// Each chord is read from its description.
  @Test func aWrittenChordIsTheChord() {
    let codes: [KeyCode] = [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .begin, .insert, .delete,
      .backspace, .enter, .tab, .escape, .function(1), .function(35), .printScreen, .pause, .menu,
      .character("a"), .character("A"), .character("+"), .character(" "), .character("漢"),
      .character("e\u{301}"), .character("-"),
    ]
    let modifiers: [Modifiers] = [
      [], .ctrl, .alt, .shift, [.ctrl, .shift], [.ctrl, .alt, .shift, .super], [.hyper, .meta],
    ]
    for chord in codes.flatMap({ code in modifiers.map { KeyChord(code, $0) } }) {
      #expect(KeyChord(written: chord.description) == chord, "\(chord)")
      #expect(Chord(written: chord.written) == Chord(chord), "\(chord)")
      let sequence = Chord.sequence("g", chord, .ctrl("x"))
      #expect(Chord(written: sequence.keys.map(\.written).joined(separator: " ")) == sequence)
      #expect(Chord("g").begins(sequence) && sequence.isKin(of: "g") && !sequence.isKin(of: "h"))
    }
    for text in ["", "gg", "ctrl+", "ctrl", "hyper+ctrl", "f36", "f0", "+ctrl", "shift++a"] {
      #expect(KeyChord(written: text) == nil, "\(text)")
    }
    // They are sent by keys that have a name.
    for text in [
      "\u{1B}", "\n", "\r\n", "\r", "\0", "\t", "\u{7F}", "\u{A0}", "\u{200B}", "\u{2028}",
    ] {
      for held in ["", "ctrl+"] {
        #expect(KeyChord(written: held + text) == nil && Chord(written: "g \(held)\(text)") == nil)
      }
    }
    #expect(Chord(written: "  ") == nil && ("space space" as Chord).description == "space space")
  }
}
