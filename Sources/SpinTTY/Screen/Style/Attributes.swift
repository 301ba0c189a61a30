/// The attributes of text besides its colours and underlines.
public struct Attributes: OptionSet, Hashable, Sendable {
  /// One bit for each attribute.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Heavier, on some terminals brighter.
  public static let bold = Attributes(rawValue: 1)
  /// Fainter than other text.
  public static let dim = Attributes(rawValue: 2)
  /// Slanted.
  public static let italic = Attributes(rawValue: 4)
  /// Foreground and background exchanged.
  public static let reverse = Attributes(rawValue: 8)
  /// Struck through.
  public static let strike = Attributes(rawValue: 16)
}

/// A line under text.
public enum Underline: UInt8, Hashable, Sendable {
  /// No line.
  case none
  /// One line.
  case single
  /// Two lines.
  case double
  /// A wavy line, as under a misspelled word.
  case curly
  /// A dotted line.
  case dotted
  /// A dashed line.
  case dashed
}
