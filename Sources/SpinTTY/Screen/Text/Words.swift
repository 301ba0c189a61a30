/// The words that the library's own views show, which a program may say in its language.
///
/// ```swift
/// options.words.help = "Hilfe"
/// options.words.remaining = "noch {time}"
/// ```
///
/// A text in braces stands for a value, such as `{time}`; if a word has no such text, the value is
/// not shown.
public struct Words: Hashable, Sendable {
  /// The title of the table of keys.
  public var help = "Help"
  /// The title of the palette.
  public var commands = "Commands"
  /// The placeholder of the palette's query.
  public var command = "command"
  /// What the palette shows if no command matches.
  public var noCommand = "no matching command"
  /// What enter does in a menu or another layer: it chooses what the arrows have moved to.
  public var choose = "choose"
  /// What space does in a table whose rows can be marked.
  public var mark = "mark"
  /// What the description of a disabled control says of it.
  public var disabled = "disabled"
  /// What escape does to the table of keys and to the palette.
  public var close = "close"
  /// The title of the inspector.
  public var inspector = "Inspector"
  /// What the inspector says while the newest transition is chosen.
  public var following = "following"
  /// How many transitions the inspector has forgotten.
  public var forgotten = "{count} forgotten"
  /// What the inspector says of a transition that has not changed the state.
  public var unchanged = "no change"
  /// The view of a state in the inspector: beside the key that shows it, and as its title.
  public var frame = "frame"
  /// What the inspector says of the view of an earlier state.
  public var withoutLayers = "without layers"
  /// What the inspector says of a state that it cannot show.
  public var noFrame = "no frame of this state was kept"
  /// The inspector's key that shows all lines of a state.
  public var allLines = "all"
  /// The inspector's key that shows the lines that have changed.
  public var changes = "changes"
  /// The inspector's key that shows the transitions.
  public var transitions = "list"
  /// The inspector's key that shows the state.
  public var state = "state"
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
  /// The order of a table with the least value first.
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
