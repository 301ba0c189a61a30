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

  private static let asciiLines = BoxLines("-|++++")
  private static let lightLines = BoxLines("─│┌┐└┘")
  private static let roundedLines = BoxLines("─│╭╮╰╯")
  private static let heavyLines = BoxLines("━┃┏┓┗┛")
  private static let doubleLines = BoxLines("═║╔╗╚╝")

  /// Returns the characters of the lines, in ASCII if the environment draws ASCII.
  func lines(in environment: ViewEnvironment) -> BoxLines {
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
