@testable import SpinTTY

/// One row of a table: bytes, and the events they are.
struct DecodingRow: Sendable, CustomStringConvertible {
  let bytes: [UInt8]
  let events: [InputEvent]

  init(_ text: String, _ events: InputEvent...) {
    bytes = Array(text.utf8)
    self.events = events
  }

  init(bytes: [UInt8], _ events: InputEvent...) {
    self.bytes = bytes
    self.events = events
  }

  /// A row for a single key.
  init(_ text: String, _ chord: KeyChord) { self.init(text, .key(KeyPress(chord))) }

  /// A row for bytes without a meaning.
  static func unknown(_ text: String) -> Self { Self(text, .unknown(Array(text.utf8))) }

  /// A row for alt with a key, text that is typed after it, and perhaps another key.
  static func typed(
    _ key: Character, _ text: String, _ end: String = "", _ last: KeyChord? = nil
  ) -> Self {
    let keys = text.map { InputEvent.text(String($0)) }
    let row = Self("\u{1B}\(key)\(text)\(end)", .alt(KeyChord(key)))
    return Self(row.bytes, row.events + keys + (last.map { [.key(KeyPress($0))] } ?? []))
  }

  init(_ bytes: [UInt8], _ events: [InputEvent]) {
    self.bytes = bytes
    self.events = events
  }

  var description: String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "ESC")
  }
}

/// Every sequence in the grammar.
enum DecodingTable {
  static let all =
    controls + escapes + singles + letters + numbers + rxvt + text
    + kitty + keypad + modified + mouse + pastes + reports + unknowns + introducers + strings

  static let controls: [DecodingRow] =
    (1...26).filter { ![8, 9, 13].contains($0) }.map { code in
      let letter = Character(UnicodeScalar(UInt8(0x60 + code)))
      return DecodingRow(bytes: [UInt8(code)], .key(KeyPress(.ctrl(KeyChord(letter)))))
    } + [
      DecodingRow("\u{0}", .ctrl(" ")), DecodingRow("\u{8}", .ctrl("h")),
      DecodingRow("\t", .tab), DecodingRow("\r", .enter), DecodingRow("\u{7F}", .backspace),
      DecodingRow("\u{1C}", .ctrl("\\")), DecodingRow("\u{1D}", .ctrl("]")),
      DecodingRow("\u{1E}", .ctrl("^")), DecodingRow("\u{1F}", .ctrl("_")),
    ]

  static let escapes: [DecodingRow] =
    (UInt8(0x20)...0x7E).filter { !Array("[O]P_".utf8).contains($0) }.map { byte in
      let key = KeyChord(Character(UnicodeScalar(byte)))
      return DecodingRow(bytes: [0x1B, byte], .key(KeyPress(.alt(key))))
    } + [
      DecodingRow("\u{1B}\r", .alt(.enter)), DecodingRow("\u{1B}\u{7F}", .alt(.backspace)),
      DecodingRow("\u{1B}\t", .alt(.tab)), DecodingRow("\u{1B}\u{0}", .alt(.ctrl(" "))),
      DecodingRow("\u{1B}\u{3}", .alt(.ctrl("c"))), DecodingRow("\u{1B}é", .alt("é")),
      DecodingRow("\u{1B}中", .alt("中")),
      // An escape byte before the sequence of a key is alt, unless the sequence names modifiers itself.
      DecodingRow("\u{1B}\u{1B}[A", .alt(.up)), DecodingRow("\u{1B}\u{1B}OP", .alt(.f(1))),
      DecodingRow("\u{1B}\u{1B}[3~", .alt(.delete)),
      DecodingRow("\u{1B}\u{1B}[a", .alt(.shift(.up))),
      DecodingRow("\u{1B}\u{1B}[[A", .alt(.f(1))),
      DecodingRow("\u{1B}\u{1B}[1;5A", .key(KeyPress(.escape)), .key(KeyPress(.ctrl(.up)))),
      DecodingRow("\u{1B}\u{1B}[27u", .key(KeyPress(.escape)), .key(KeyPress(.escape))),
      DecodingRow("\u{1B}\u{1B}[I", .key(KeyPress(.escape)), .focus(true)),
      DecodingRow("\u{1B}\u{1B}[200~a\u{1B}[201~", .key(KeyPress(.escape)), .paste("a")),
      DecodingRow("\u{1B}\u{1B}]a", .key(KeyPress(.escape)), .key(KeyPress(.alt("]"))), .text("a")),
      DecodingRow(
        "\u{1B}\u{1B}[?6c", .key(KeyPress(.escape)), .answer(.primaryAttributes([6]))),
      DecodingRow("\u{1B}\u{1B}b", .key(KeyPress(.escape)), .key(KeyPress(.alt("b")))),
      DecodingRow("\u{1B}\u{1B}é", .key(KeyPress(.escape)), .key(KeyPress(.alt("é")))),
      DecodingRow("\u{1B}\u{1B}\u{1B}[A", .key(KeyPress(.escape)), .key(KeyPress(.alt(.up)))),
      DecodingRow(
        "\u{1B}\u{1B}\u{1B}x", .key(KeyPress(.escape)), .key(KeyPress(.escape)),
        .key(KeyPress(.alt("x")))),
    ]

  static let singles: [DecodingRow] =
    [
      DecodingRow("\u{1B}OA", .up), DecodingRow("\u{1B}OB", .down),
      DecodingRow("\u{1B}OC", .right), DecodingRow("\u{1B}OD", .left),
      DecodingRow("\u{1B}OE", KeyChord(.begin)), DecodingRow("\u{1B}OF", .end),
      DecodingRow("\u{1B}OH", .home), DecodingRow("\u{1B}OP", .f(1)),
      DecodingRow("\u{1B}OQ", .f(2)),
      DecodingRow("\u{1B}OR", .f(3)), DecodingRow("\u{1B}OS", .f(4)),
      DecodingRow("\u{1B}O5P", .ctrl(.f(1))), DecodingRow("\u{1B}O2A", .shift(.up)),
      DecodingRow("\u{1B}Oa", .ctrl(.up)), DecodingRow("\u{1B}Ob", .ctrl(.down)),
      DecodingRow("\u{1B}Oc", .ctrl(.right)), DecodingRow("\u{1B}Od", .ctrl(.left)),
      DecodingRow("\u{1B}OM", .key(KeyPress(.enter, isKeypad: true))),
      DecodingRow("\u{1B}OX", .key(KeyPress("=", text: "=", isKeypad: true))),
    ]
    + zip(UInt8(0x6A)...0x79, "*+,-./0123456789").map { final, character in
      DecodingRow(
        bytes: [0x1B, 0x4F, final],
        .key(KeyPress(KeyChord(character), text: String(character), isKeypad: true)))
    }

  private static let lettered: [(String, KeyChord)] = [
    ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("E", KeyChord(.begin)), ("F", .end),
    ("H", .home), ("P", .f(1)), ("Q", .f(2)), ("R", .f(3)), ("S", .f(4)),
  ]

  static let letters: [DecodingRow] =
    lettered.flatMap { letter, key in
      [
        DecodingRow("\u{1B}[" + letter, key),
        DecodingRow("\u{1B}[1;5" + letter, .ctrl(key)),
        DecodingRow("\u{1B}[1;2:1" + letter, .shift(key)),
        DecodingRow("\u{1B}[1;3:2" + letter, .key(KeyPress(.alt(key), phase: .repeat))),
        DecodingRow("\u{1B}[1;1:3" + letter, .key(KeyPress(key, phase: .release))),
      ]
    } + [
      DecodingRow("\u{1B}[Z", .shift(.tab)), DecodingRow("\u{1B}[1;5Z", .ctrl(.shift(.tab))),
      DecodingRow("\u{1B}[[A", .f(1)), DecodingRow("\u{1B}[[E", .f(5)),
      DecodingRow("\u{1B}[1;129A", .up), DecodingRow("\u{1B}[1;9A", .super(.up)),
      DecodingRow("\u{1B}[1;256A", KeyChord(.up, Modifiers(rawValue: 0x3F))),
    ]

  private static let numbered: [(Int, KeyChord)] = [
    (1, .home), (2, .insert), (3, .delete), (4, .end), (5, .pageUp), (6, .pageDown), (7, .home),
    (8, .end), (11, .f(1)), (12, .f(2)), (13, .f(3)), (14, .f(4)), (15, .f(5)), (17, .f(6)),
    (18, .f(7)), (19, .f(8)), (20, .f(9)), (21, .f(10)), (23, .f(11)), (24, .f(12)),
    (25, .f(13)), (26, .f(14)), (28, .f(15)), (29, .f(16)), (31, .f(17)), (32, .f(18)),
    (33, .f(19)), (34, .f(20)),
  ]

  static let numbers: [DecodingRow] = numbered.flatMap { number, key in
    [
      DecodingRow("\u{1B}[\(number)~", key),
      DecodingRow("\u{1B}[\(number);3~", .alt(key)),
      DecodingRow("\u{1B}[\(number);6:3~", .key(KeyPress(.ctrl(.shift(key)), phase: .release))),
    ]
  }

  static let rxvt: [DecodingRow] =
    numbered.flatMap { number, key in
      [
        DecodingRow("\u{1B}[\(number)^", .ctrl(key)),
        DecodingRow("\u{1B}[\(number)$", .shift(key)),
        DecodingRow("\u{1B}[\(number)@", .ctrl(.shift(key))),
      ]
    } + [
      DecodingRow("\u{1B}[a", .shift(.up)), DecodingRow("\u{1B}[b", .shift(.down)),
      DecodingRow("\u{1B}[c", .shift(.right)), DecodingRow("\u{1B}[d", .shift(.left)),
    ]

  static let text: [DecodingRow] = [
    DecodingRow("a", .text("a")), DecodingRow(" ", .text(" ")), DecodingRow("~", .text("~")),
    DecodingRow("é", .text("é")), DecodingRow("中", .text("中")), DecodingRow("😀", .text("😀")),
    DecodingRow("ab", .text("a"), .text("b")),
    DecodingRow("\u{2212}", .text("\u{2212}")),
    DecodingRow(bytes: [0x80], .text("\u{FFFD}")),
    DecodingRow(bytes: [0x9B, 0x41], .text("\u{FFFD}"), .text("A")),
    DecodingRow(bytes: [0xC0, 0x80], .text("\u{FFFD}"), .text("\u{FFFD}")),
    DecodingRow(bytes: [0xC3, 0x41], .text("\u{FFFD}"), .text("A")),
    DecodingRow(bytes: [0xE4, 0xB8, 0x0D], .text("\u{FFFD}"), .key(KeyPress(.enter))),
    DecodingRow(bytes: [0xE0, 0x80], .text("\u{FFFD}"), .text("\u{FFFD}")),
    DecodingRow(bytes: [0xED, 0xA0], .text("\u{FFFD}"), .text("\u{FFFD}")),
    DecodingRow(bytes: [0xF0, 0x9F, 0x98, 0xC3, 0xA9], .text("\u{FFFD}"), .text("é")),
    DecodingRow(bytes: [0xF4, 0x90], .text("\u{FFFD}"), .text("\u{FFFD}")),
    DecodingRow(bytes: [0xFF], .text("\u{FFFD}")),
    DecodingRow(bytes: [0xC2, 0x9B], .unknown([0xC2, 0x9B])),
    DecodingRow(bytes: [0x1B, 0x80], .unknown([0x1B, 0x80])),
    DecodingRow(bytes: [0x1B, 0xC3, 0x41], .unknown([0x1B, 0xC3]), .text("A")),
  ]
}
