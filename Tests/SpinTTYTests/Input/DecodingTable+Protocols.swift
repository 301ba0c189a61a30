@testable import SpinTTY

extension DecodingTable {
  static let kitty: [DecodingRow] = [
    DecodingRow("\u{1B}[27u", .escape), DecodingRow("\u{1B}[13u", .enter),
    DecodingRow("\u{1B}[9;2u", .shift(.tab)), DecodingRow("\u{1B}[127;3u", .alt(.backspace)),
    DecodingRow("\u{1B}[99;5u", .ctrl("c")), DecodingRow("\u{1B}[99;69u", .ctrl("c")),
    DecodingRow("\u{1B}[99;133u", .ctrl("c")), DecodingRow("\u{1B}[105;5u", .ctrl("i")),
    DecodingRow("\u{1B}[32;5u", .ctrl(" ")), DecodingRow("\u{1B}[97;3u", .alt("a")),
    DecodingRow("\u{1B}[97;9u", .super("a")), DecodingRow("\u{1B}[97;17u", KeyChord("a", .hyper)),
    DecodingRow("\u{1B}[97;33u", KeyChord("a", .meta)),
    DecodingRow("\u{1B}[97;6u", .ctrl("A")), DecodingRow("\u{1B}[97:65;6u", .ctrl("A")),
    DecodingRow("\u{1B}[61:43;4u", .key(KeyPress(.alt("+"), baseChord: .alt(.shift("="))))),
    DecodingRow("\u{1B}[61;4u", .alt(.shift("="))),
    DecodingRow("\u{1B}[97u", .key(KeyPress("a", text: "a"))),
    DecodingRow("\u{1B}[97;2u", .key(KeyPress("A", text: "A"))),
    DecodingRow("\u{1B}[97;65u", .key(KeyPress("a", text: "A"))),
    DecodingRow("\u{1B}[97;66u", .key(KeyPress("A", text: "a"))),
    DecodingRow("\u{1B}[32;2u", .key(KeyPress(.shift(" "), text: " "))),
    DecodingRow("\u{1B}[97;;97u", .key(KeyPress("a", text: "a"))),
    DecodingRow("\u{1B}[97:65;2;65u", .key(KeyPress("A", text: "A"))),
    DecodingRow("\u{1B}[97;1:2u", .key(KeyPress("a", phase: .repeat, text: "a"))),
    DecodingRow("\u{1B}[97;1:3u", .key(KeyPress("a", phase: .release))),
    DecodingRow("\u{1B}[1089::99;5u", .key(KeyPress(.ctrl("с"), baseChord: .ctrl("c")))),
    DecodingRow("\u{1B}[1057:1057:99;6u", .key(KeyPress(.ctrl("С"), baseChord: .ctrl("C")))),
    // Ctrl, shift and 1: by either name.
    DecodingRow(
      "\u{1B}[49:33;6u", .key(KeyPress(.ctrl("!"), baseChord: .ctrl(.shift("1"))))),
    // The keys of a Latin layout are their own: Y where the standard keyboard has Z.
    DecodingRow("\u{1B}[121::122;5u", .ctrl("y")), DecodingRow("\u{1B}[246::59;5u", .ctrl("ö")),
    DecodingRow("\u{1B}[0;;229u", .text("å")), DecodingRow("\u{1B}[0;;101:769u", .text("é")),
    DecodingRow("\u{1B}[57358u", KeyChord(.other("caps lock"))),
    DecodingRow("\u{1B}[57359u", KeyChord(.other("scroll lock"))),
    DecodingRow("\u{1B}[57360u", KeyChord(.other("num lock"))),
    DecodingRow("\u{1B}[57361u", KeyChord(.printScreen)),
    DecodingRow("\u{1B}[57362u", KeyChord(.pause)),
    DecodingRow("\u{1B}[57363u", KeyChord(.menu)), DecodingRow("\u{1B}[57376u", .f(13)),
    DecodingRow("\u{1B}[57398u", .f(35)),
    DecodingRow("\u{1B}[57428u", KeyChord(.other("media play"))),
    DecodingRow("\u{1B}[57440u", KeyChord(.other("media mute"))),
    DecodingRow("\u{1B}[57441;2u", KeyChord(.other("left shift"), .shift)),
    DecodingRow("\u{1B}[57452u", KeyChord(.other("right meta"))),
    DecodingRow("\u{1B}[57453u", KeyChord(.other("level 3 shift"))),
    DecodingRow("\u{1B}[57454u", KeyChord(.other("level 5 shift"))),
    DecodingRow("\u{1B}[57427~", KeyChord(.begin)),
    .unknown("\u{1B}[57455u"), .unknown("\u{1B}[55296u"), .unknown("\u{1B}[97;1:4u"),
    .unknown("\u{1B}[u"), .unknown("\u{1B}[97;300u"), .unknown("\u{1B}[1114112u"),
  ]

  static let keypad: [DecodingRow] =
    zip(57_399..., "0123456789./*-+").map { code, character in
      DecodingRow(
        "\u{1B}[\(code);129u",
        .key(KeyPress(KeyChord(character), text: String(character), isKeypad: true)))
    }
    + zip(
      57_417...,
      [
        KeyCode.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete, .begin,
      ]
    ).map { code, key in
      DecodingRow("\u{1B}[\(code);5u", .key(KeyPress(.ctrl(KeyChord(key)), isKeypad: true)))
    } + [
      DecodingRow("\u{1B}[57414u", .key(KeyPress(.enter, isKeypad: true))),
      DecodingRow("\u{1B}[57415u", .key(KeyPress("=", text: "=", isKeypad: true))),
      DecodingRow("\u{1B}[57416;1:3u", .key(KeyPress(",", phase: .release, isKeypad: true))),
    ]

  static let modified: [DecodingRow] = [
    DecodingRow("\u{1B}[27;5;99~", .ctrl("c")), DecodingRow("\u{1B}[27;5;105~", .ctrl("i")),
    DecodingRow("\u{1B}[27;5;13~", .ctrl(.enter)), DecodingRow("\u{1B}[27;2;9~", .shift(.tab)),
    DecodingRow("\u{1B}[27;6;67~", .ctrl("C")), DecodingRow("\u{1B}[27;4;43~", .alt("+")),
    DecodingRow("\u{1B}[27;5;127~", .ctrl(.backspace)),
    DecodingRow("\u{1B}[27;2;32~", .key(KeyPress(.shift(" "), text: " "))),
    DecodingRow("\u{1B}[27;2;65~", .key(KeyPress("A", text: "A"))),
    .unknown("\u{1B}[27;5;7~"), .unknown("\u{1B}[27;5;99;1~"),
  ]

  static let mouse: [DecodingRow] = [
    DecodingRow("\u{1B}[<0;1;1M", .mouse(MouseEvent(.press(.left), column: 0, row: 0))),
    DecodingRow("\u{1B}[<0;1;1m", .mouse(MouseEvent(.release(.left), column: 0, row: 0))),
    DecodingRow("\u{1B}[<1;300;200M", .mouse(MouseEvent(.press(.middle), column: 299, row: 199))),
    DecodingRow("\u{1B}[<2;3;4M", .mouse(MouseEvent(.press(.right), column: 2, row: 3))),
    DecodingRow("\u{1B}[<32;3;4M", .mouse(MouseEvent(.drag(.left), column: 2, row: 3))),
    DecodingRow("\u{1B}[<32;0;4M", .mouse(MouseEvent(.drag(.left), column: 0, row: 3))),
    DecodingRow("\u{1B}[<0;3;0m", .mouse(MouseEvent(.release(.left), column: 2, row: 0))),
    DecodingRow("\u{1B}[<35;3;4M", .mouse(MouseEvent(.move, column: 2, row: 3))),
    DecodingRow("\u{1B}[<64;3;4M", .mouse(MouseEvent(.scroll(.up), column: 2, row: 3))),
    DecodingRow("\u{1B}[<65;3;4M", .mouse(MouseEvent(.scroll(.down), column: 2, row: 3))),
    DecodingRow("\u{1B}[<66;3;4M", .mouse(MouseEvent(.scroll(.left), column: 2, row: 3))),
    DecodingRow("\u{1B}[<67;3;4M", .mouse(MouseEvent(.scroll(.right), column: 2, row: 3))),
    DecodingRow("\u{1B}[<128;3;4M", .mouse(MouseEvent(.press(.button8), column: 2, row: 3))),
    DecodingRow("\u{1B}[<131;3;4m", .mouse(MouseEvent(.release(.button11), column: 2, row: 3))),
    DecodingRow(
      "\u{1B}[<28;3;4M",
      .mouse(MouseEvent(.press(.left), column: 2, row: 3, modifiers: [.shift, .alt, .ctrl]))),
    DecodingRow("\u{1B}[M !\"", .mouse(MouseEvent(.press(.left), column: 0, row: 1))),
    DecodingRow("\u{1B}[M#!!", .mouse(MouseEvent(.release(nil), column: 0, row: 0))),
    DecodingRow("\u{1B}[M`!!", .mouse(MouseEvent(.scroll(.up), column: 0, row: 0))),
    DecodingRow(
      bytes: [0x1B, 0x5B, 0x4D, 0x43, 0xFF, 0x80],
      .mouse(MouseEvent(.move, column: 222, row: 95))),
    .unknown("\u{1B}[<0;0;1M"), .unknown("\u{1B}[<0;-1;5M"), .unknown("\u{1B}[<0;1M"),
    .unknown("\u{1B}[<192;1;1M"), .unknown("\u{1B}[<64;1;1m"), .unknown("\u{1B}[<256;1;1M"),
    .unknown("\u{1B}[M   "),
    DecodingRow(
      bytes: [0x1B, 0x5B, 0x4D, 0x20, 0x03], .unknown([0x1B, 0x5B, 0x4D, 0x20]),
      .key(KeyPress(.ctrl("c")))),
  ]

  static let pastes: [DecodingRow] = [
    DecodingRow("\u{1B}[200~hello\u{1B}[201~", .paste("hello")),
    DecodingRow("\u{1B}[200~\u{1B}[201~x", .paste(""), .text("x")),
    DecodingRow("\u{1B}[200~a\u{1B}[A\u{1B}[20\u{1B}[201~", .paste("a\u{1B}[A\u{1B}[20")),
    DecodingRow("\u{1B}[200~a\rb\r\nc\nd\u{0}e\u{1B}[201~", .paste("a\nb\nc\nde")),
    DecodingRow("\u{1B}[200~中\u{1B}[200~\u{1B}[201~", .paste("中\u{1B}[200~")),
    .unknown("\u{1B}[201~"),
  ]

  static let reports: [DecodingRow] = [
    DecodingRow("\u{1B}[I", .focus(true)), DecodingRow("\u{1B}[O", .focus(false)),
    DecodingRow("\u{1B}[?1u", .answer(.keyboardFlags(1))),
    DecodingRow("\u{1B}[?2026;2$y", .answer(.mode(2026, .reset))),
    DecodingRow("\u{1B}[?2027;0$y", .answer(.mode(2027, .unknown))),
    DecodingRow("\u{1B}[?62;22c", .answer(.primaryAttributes([62, 22]))),
    DecodingRow("\u{1B}[?6c", .answer(.primaryAttributes([6]))),
    DecodingRow("\u{1B}[?62;c", .answer(.primaryAttributes([62]))),
    .unknown("\u{1B}[>0;;0c"), .unknown("\u{1B}[?;c"), .unknown("\u{1B}[?c"),
    DecodingRow("\u{1B}[>41;379;0c", .answer(.secondaryAttributes([41, 379, 0]))),
    DecodingRow("\u{1B}[?5;10R", .answer(.cursorPosition(row: 4, column: 9))),
    DecodingRow("\u{1B}[?5;10;1R", .answer(.cursorPosition(row: 4, column: 9))),
    DecodingRow("\u{1B}[5;10R", .answer(.cursorPosition(row: 4, column: 9))),
    DecodingRow("\u{1B}[8;24;80t", .answer(.textArea(columns: 80, rows: 24))),
    DecodingRow("\u{1B}[48;24;80;480;800t", .resize(columns: 80, rows: 24)),
    DecodingRow("\u{1B}[48;9999;99999;0;0t", .resize(columns: 10_000, rows: 5_000)),
    DecodingRow("\u{1B}[?997;1n", .answer(.appearance(.dark))),
    DecodingRow("\u{1B}[?997;2n", .answer(.appearance(.light))),
    DecodingRow(
      "\u{1B}]11;rgb:1e1e/2020/ffff\u{1B}\\",
      .answer(.color(.background, .init(red: 0x1E, green: 0x20, blue: 0xFF)))),
    DecodingRow(
      "\u{1B}]10;rgb:f/0/8\u{7}", .answer(.color(.foreground, .init(red: 255, green: 0, blue: 136)))
    ),
    DecodingRow(
      "\u{1B}]12;#0102ff\u{7}", .answer(.color(.cursor, .init(red: 1, green: 2, blue: 255)))),
    DecodingRow(
      "\u{1B}]4;7;rgba:00/80/ff/ff\u{7}",
      .answer(.color(.palette(7), .init(red: 0, green: 128, blue: 255)))),
    DecodingRow(
      "\u{1B}]52;c;aGVsbG8=\u{1B}\\",
      .answer(.clipboard(selection: "c", bytes: Array("hello".utf8)))),
    DecodingRow("\u{1B}P>|kitty(0.32)\u{1B}\\", .answer(.version("kitty(0.32)"))),
    DecodingRow(
      "\u{1B}]17;rgb:0/0/f\u{7}", .answer(.color(.other(17), .init(red: 0, green: 0, blue: 255)))),
    .unknown("\u{1B}[48;0;80;0;0t"), .unknown("\u{1B}P1$r0m\u{1B}\\"),
    .unknown("\u{1B}P1+r524742=38\u{1B}\\"), .unknown("\u{1B}P0+r\u{1B}\\"),
    .unknown("\u{1B}]1337;ReportCellSize=17.0;8.0\u{1B}\\"),
    .unknown("\u{1B}]21;foreground=rgb:00/00/00\u{7}"), .unknown("\u{1B}P!|7E565445\u{1B}\\"),
    .unknown("\u{1B}_Gi=31;OK\u{1B}\\"), .unknown("\u{1B}]11;\u{7}"),
    .unknown("\u{1B}]52;c;a\u{1B}\\"), .unknown("\u{1B}]lzsh\u{1B}\\"),
    .unknown("\u{1B}]50;fixed\u{7}"), .unknown("\u{1B}P12!~A0B1\u{1B}\\"),
    .unknown("\u{1B}[?1;0;256S"), .unknown("\u{1B}[=67;84c"),
  ]

  static let unknowns: [DecodingRow] = [
    .unknown("\u{1B}[2A"), .unknown("\u{1B}[1;5;7;9A"), .unknown("\u{1B}[99~"),
    .unknown("\u{1B}[1;0:9A"), .unknown("\u{1B}[?1;2q"), .unknown("\u{1B}[1;2$y"),
    .unknown("\u{1B}[q"), .unknown("\u{1B}[[F"),
    .unknown("\u{1B}[200 ~"), .unknown("\u{1B}[1-5A"),
    DecodingRow("\u{1B}[1;\u{1B}[A", .unknown(Array("\u{1B}[1;".utf8)), .key(KeyPress(.up))),
    DecodingRow("\u{1B}[1;\u{3}", .unknown(Array("\u{1B}[1;".utf8)), .key(KeyPress(.ctrl("c")))),
    DecodingRow("\u{1B}[1é", .unknown(Array("\u{1B}[1".utf8)), .text("é")),
  ]

  /// What begins like a sequence that no terminal sends: keys.
  static let introducers: [DecodingRow] =
    "[O".flatMap { key in
      [
        .typed(key, "", "\r", .enter), .typed(key, "", "\u{7F}", .backspace), .typed(key, "é"),
        .typed(key, "中x"), .typed(key, "", "\u{3}", .ctrl("c")), .typed(key, "", "\u{1B}[A", .up),
        .typed(key, "", "\u{1B}x", .alt("x")), .typed(key, "", "\u{1B}\r", .alt(.enter)),
        DecodingRow(
          bytes: Array("\u{1B}\(key)".utf8) + [0xFF], .key(KeyPress(.alt(KeyChord(key)))),
          .text("\u{FFFD}")),
        DecodingRow(
          "\u{1B}\u{1B}\(key)\r", .key(KeyPress(.escape)), .key(KeyPress(.alt(KeyChord(key)))),
          .key(KeyPress(.enter))),
      ]
    } + [
      .typed("O", " "), .typed("O", "G"), .typed("O", ";"), .typed("O", "!"), .typed("O", "Z"),
      .typed("O", "["), .typed("O", "5G"), .typed("O", "5é"), .typed("O", "5", "\r", .enter),
      .typed("O", "1234567"), .typed("O", "5", "\u{1B}OP", .f(1)),
    ]

  /// What begins like a control string, and is no answer: keys.
  static let strings: [DecodingRow] = [
    .typed("]", "red"), .typed("X", "start"), .typed("^", "privacy"), .typed("_", "application"),
    .typed("]", "2;title"), .typed("]", "11;x"), .typed("]", "1a"), .typed("]", "é"),
    .typed("P", "q#0"), .typed("P", ">a"), .typed("_", "Ga"),
    .typed("]", "", "\u{3}", .ctrl("c")), .typed("]", "11;", "\u{3}", .ctrl("c")),
    .typed("P", "1+", "\r", .enter), .typed("]", "11;", "\u{1B}[A", .up),
    DecodingRow(
      "\u{1B}_\u{1B}_x", .key(KeyPress(.alt("_"))), .key(KeyPress(.alt("_"))), .text("x")),
    .typed("]", "", "\u{1B}\\", .alt("\\")), .typed("]", "12", "\u{7}", .ctrl("g")),
    .typed("]", "11;red;i", "\u{7}", .ctrl("g")),
    .typed("P", "5!", "\u{1B}\\", .alt("\\")),
  ]
}
