/// A key, without the modifiers that are held with it.
public enum KeyCode: Hashable, Sendable {
  /// A key that writes a character: the one it writes.
  case character(Character)
  /// An arrow key.
  case up, down, left, right
  /// A key that moves far.
  case home, end, pageUp, pageDown
  /// The middle of the keypad without num lock.
  case begin
  /// A key that edits.
  case insert, delete, backspace, enter, tab
  /// The escape key.
  case escape
  /// F1 to F35.
  case function(Int)
  /// A key of the system.
  case printScreen, pause, menu
  /// A key that few programs bind, by its name in a help line.
  ///
  /// The names are `caps lock`, `scroll lock` and `num lock`; a modifier pressed alone, such as
  /// `left shift` or `right meta`; `level 3 shift` and `level 5 shift`; and the keys for sound and
  /// pictures, such as `media play`, `media nextTrack` or `media mute`.
  case other(String)
}
