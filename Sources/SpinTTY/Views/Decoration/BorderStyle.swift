/// The lines of a border or a divider.
public enum BorderStyle: Hashable, Sendable, CaseIterable {
  /// Plain ASCII.
  case ascii
  /// Thin lines.
  case light
  /// Thin lines with round corners.
  case rounded
  /// Thick lines.
  case heavy
  /// Two lines side by side.
  case double

  /// The characters of a border.
  struct Lines {
    var horizontal: Character
    var vertical: Character
    var topLeading: Character
    var topTrailing: Character
    var bottomLeading: Character
    var bottomTrailing: Character

    init(_ characters: StaticString) {
      var all = characters.description.makeIterator()
      horizontal = all.next() ?? "-"
      vertical = all.next() ?? "|"
      topLeading = all.next() ?? "+"
      topTrailing = all.next() ?? "+"
      bottomLeading = all.next() ?? "+"
      bottomTrailing = all.next() ?? "+"
    }
  }

  private static let asciiLines = Lines("-|++++")
  private static let lightLines = Lines("─│┌┐└┘")
  private static let roundedLines = Lines("─│╭╮╰╯")
  private static let heavyLines = Lines("━┃┏┓┗┛")
  private static let doubleLines = Lines("═║╔╗╚╝")

  /// The characters, in ASCII where nothing else is shown.
  func lines(in environment: ViewEnvironment) -> Lines {
    if environment.drawsASCII { return BorderStyle.asciiLines }
    switch self {
    case .ascii: return BorderStyle.asciiLines
    case .light: return BorderStyle.lightLines
    case .rounded: return BorderStyle.roundedLines
    case .heavy: return BorderStyle.heavyLines
    case .double: return BorderStyle.doubleLines
    }
  }
}
