/// The keys without a character in the kitty keyboard protocol, by number.
enum FunctionalKeys {
  static func code(_ number: Int) -> KeyCode? {
    switch number {
    case 9: .tab
    case 13: .enter
    case 27: .escape
    case 8, 127: .backspace
    case 57_344...57_357: editing[number - 57_344]
    case 57_358...57_363: system[number - 57_358]
    case 57_364...57_398: .function(number - 57_363)
    case 57_414: .enter
    case 57_417...57_427: keypad[number - 57_417]
    case 57_428...57_440: .other("media " + media[number - 57_428])
    case 57_441...57_446: .other("left " + modifiers[number - 57_441])
    case 57_447...57_452: .other("right " + modifiers[number - 57_447])
    case 57_453: .other("level 3 shift")
    case 57_454: .other("level 5 shift")
    default: nil
    }
  }

  private static let editing: [KeyCode] = [
    .escape, .enter, .tab, .backspace, .insert, .delete, .left, .right, .up, .down, .pageUp,
    .pageDown, .home, .end,
  ]
  private static let system: [KeyCode] = [
    .other("caps lock"), .other("scroll lock"), .other("num lock"), .printScreen, .pause, .menu,
  ]
  private static let keypad: [KeyCode] = [
    .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete, .begin,
  ]
  private static let modifiers = ["shift", "ctrl", "alt", "super", "hyper", "meta"]
  private static let media = [
    "play", "pause", "playPause", "reverse", "stop", "fastForward", "rewind", "nextTrack",
    "previousTrack", "record", "lowerVolume", "raiseVolume", "mute",
  ]
}
