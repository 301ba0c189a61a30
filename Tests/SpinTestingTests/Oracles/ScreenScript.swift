import SpinTesting

/// A random string of bytes on whose effect all terminals agree, and the screen it leads to.
///
/// Strict mode is the judge: a piece that makes the virtual terminal complain is taken back.
struct ScreenScript: Sendable {
  /// What an oracle understands.
  struct Dialect: OptionSet, Sendable {
    let rawValue: Int
    static let wide = Self(rawValue: 1)
    static let scrolling = Self(rawValue: 2)
    static let repetition = Self(rawValue: 4)
    static let regions = Self(rawValue: 8)
    static let alternate = Self(rawValue: 16)
    static let insertMode = Self(rawValue: 32)
    static let originMode = Self(rawValue: 64)
    static let backgrounds = Self(rawValue: 128)
    static let palette = Self(rawValue: 256)
    static let wrappingOff = Self(rawValue: 512)
    static let editing = Self(rawValue: 1024)
    static let absolute = Self(rawValue: 2048)
    static let columnAddress = Self(rawValue: 4096)
    static let all = Self(rawValue: 8191)
  }

  static let columns = 20
  static let rows = 6

  private(set) var bytes: [UInt8] = []
  private(set) var terminal = VirtualTerminal(columns: columns, rows: rows)

  init(_ dialect: Dialect, using random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 5...40, using: &random) {
      add(Self.piece(dialect, &random))
    }
  }

  private mutating func add(_ piece: String) {
    var next = terminal
    next.feed(piece)
    let isContested = next.violations.contains { $0.kind != .forbidden }
    guard !isContested, !tears(piece) else { return }
    terminal = next
    bytes += piece.utf8
  }

  /// Whether an erasure ends inside a wide character, where some terminals keep half of it.
  private func tears(_ piece: String) -> Bool {
    guard let final = piece.last, "XJK".contains(final), piece.hasPrefix("\u{1B}[") else {
      return false
    }
    let number = Int(piece.dropFirst(2).dropLast()) ?? 0
    guard number > 0, final == "X" || number == 1 else { return false }
    let cursor = terminal.cursor
    let end = cursor.column + number
    return end < Self.columns && terminal[cursor.row, end].width == 0
  }

  private static func piece(_ dialect: Dialect, _ random: inout SeededGenerator) -> String {
    func number(_ limit: Int) -> Int { Int.random(in: 1...limit, using: &random) }
    switch number(26) {
    case 1...6: return text(dialect, &random)
    case 7...9: return "\u{1B}[\(number(rows));\(number(columns))H"
    case 10: return "\u{1B}[\(number(columns))G"
    case 11: return "\u{1B}[\(number(4))" + pick("ABCD", &random)
    case 12: return ["\r", "\n", "\r\n", "\u{8}", "\u{1B}D", "\u{1B}M"][number(6) - 1]
    case 13...15: return "\u{1B}[" + style(dialect, &random) + "m"
    case 16: return "\u{1B}[" + ["", "1", "2"][number(3) - 1] + pick("JK", &random)
    case 17:
      return "\u{1B}[\(number(6))" + pick(dialect.contains(.editing) ? "X@P" : "X@", &random)
    case 18 where dialect.contains(.editing): return "\r\u{1B}[\(number(3))" + pick("LM", &random)
    case 19 where dialect.contains(.editing): return ["\u{1B}7", "\u{1B}8"][number(2) - 1]
    default: return rare(dialect, &random)
    }
  }

  private static func rare(_ dialect: Dialect, _ random: inout SeededGenerator) -> String {
    func number(_ limit: Int) -> Int { Int.random(in: 1...limit, using: &random) }
    let pieces: [(Dialect, String)] = [
      (.scrolling, "\u{1B}[\(number(3))" + pick("ST", &random)),
      (.repetition, pick("abc", &random) + "\u{1B}[\(number(5))b"),
      (.regions, "\u{1B}[\(number(3));\(3 + number(3))r"),
      (.regions, "\u{1B}[r\u{1B}[H"),
      (.alternate, "\u{1B}[?1049h\u{1B}[2J"),
      (.alternate, "\u{1B}[?1049l"),
      (.insertMode, "\u{1B}[4h" + text(dialect, &random) + "\u{1B}[4l"),
      (.originMode, "\u{1B}[?6" + pick("hl", &random)),
      (.wrappingOff, "\u{1B}[?7" + pick("hl", &random)),
      (.editing, "\u{1B}E"),
      (.absolute, "\u{1B}[\(number(rows))d"),
      (.columnAddress, "\u{1B}[\(number(columns))`"),
      (.absolute, "\u{1B}[\(number(2))" + pick("EF", &random)),
    ]
    guard let piece = pieces.filter({ dialect.contains($0.0) }).randomElement(using: &random)
    else { return text(dialect, &random) }
    return piece.1
  }

  private static func pick(_ letters: String, _ random: inout SeededGenerator) -> String {
    letters.randomElement(using: &random).map { String($0) } ?? ""
  }

  private static func text(_ dialect: Dialect, _ random: inout SeededGenerator) -> String {
    let ascii = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#@~ "
    let letters = dialect.contains(.wide) ? ascii + "中文字漢語日本漢字한국어カナ" : ascii
    return (0..<Int.random(in: 1...12, using: &random)).map { _ in pick(letters, &random) }.joined()
  }

  private static func style(_ dialect: Dialect, _ random: inout SeededGenerator) -> String {
    var codes = ["", "1", "3", "4", "7", "9", "22", "23", "24", "27", "29", "39", "31", "36"]
    if dialect.contains(.backgrounds) { codes += ["42", "45", "49", "44"] }
    if dialect.contains(.palette) { codes += ["38;5;123", "48;5;200", "92", "38;2;1;2;3", "103"] }
    return codes.randomElement(using: &random) ?? ""
  }
}
