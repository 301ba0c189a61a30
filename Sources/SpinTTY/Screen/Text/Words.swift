/// The words that the library's own views show, which a program may say in its language.
///
/// ```swift
/// options.words.help = "Hilfe"
/// options.words.remaining = "noch {time}"
/// ```
///
/// A text in braces stands for a value, such as `{time}`; a word without it leaves the value out.
public struct Words: Hashable, Sendable {
  /// The title of the table of keys.
  public var help = "Help"
  /// The title of the palette.
  public var commands = "Commands"
  /// The placeholder of the palette's query.
  public var command = "command"
  /// What the palette shows if no command matches.
  public var noCommand = "no matching command"
  /// What enter does with what arrows have moved to, in a menu or another layer.
  public var choose = "choose"
  /// What escape does to the table of keys and to the palette.
  public var close = "close"
  /// The time that a task still takes.
  public var remaining = "{time} left"
  /// What a gauge shows of a value that is not a number.
  public var noValue = "no value"
  /// The description of a series without values.
  public var noValues = "no values"
  /// The description of a series by its ends and its extremes.
  public var series = "from {first} to {last}, between {least} and {most}"
  /// The description of the order of a table.
  public var sorted = "sorted by {column}, {order}"
  /// The two orders of a table.
  public var ascending = "ascending"
  /// The order of a table with the greatest value first.
  public var descending = "descending"

  /// Creates the English words.
  public init() {}
}

extension String {
  /// Returns the text with a value in place of its name in braces.
  func with(_ name: String, _ value: String) -> String { replacing("{\(name)}", with: value) }
}
