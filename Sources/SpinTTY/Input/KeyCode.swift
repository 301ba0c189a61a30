/// A key without its modifiers.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum KeyCode: Hashable, Sendable {
  /// A key that writes this character.
  case character(Character)
  /// An arrow key.
  case up, down, left, right
  /// A navigation key.
  case home, end, pageUp, pageDown
  /// The middle key of the keypad without num lock.
  case begin
  /// An editing key.
  case insert, delete, backspace, enter, tab
  /// The escape key.
  case escape
  /// A function key from F1 to F35.
  case function(Int)
  /// A system key.
  case printScreen, pause, menu
  /// A rarely bound key, with its name in a help line.
  ///
  /// The names are `caps lock`, `scroll lock` and `num lock`; a modifier pressed alone, such as
  /// `left shift` or `right meta`; `level 3 shift` and `level 5 shift`; and media keys, such as
  /// `media play`, `media nextTrack` or `media mute`.
  case other(String)
}
