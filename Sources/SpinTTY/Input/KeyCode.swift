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
  /// A key that locks.
  case capsLock, scrollLock, numLock
  /// A key of the system.
  case printScreen, pause, menu
  /// A modifier pressed alone, on the left (false) or right (true) side.
  case modifier(Modifiers, isRight: Bool)
  /// A shift key of keyboards with more than two levels: 3 or 5.
  case levelShift(Int)
  /// A key for sound and pictures.
  case media(MediaKey)
}

/// A key for sound and pictures.
public enum MediaKey: String, Hashable, Sendable, CaseIterable {
  /// One of the keys, in the order of the kitty keyboard protocol.
  case play, pause, playPause, reverse, stop, fastForward, rewind, nextTrack, previousTrack
  /// One of the keys, in the order of the kitty keyboard protocol.
  case record, lowerVolume, raiseVolume, mute
}
