extension VirtualTerminal {
  /// Answers a query; without the feature `replies`, queries are known but not answered.
  mutating func report(_ sequence: ControlSequence) -> Bool {
    switch sequence.name {
    case "c" where sequence.value(0) == 0: reply("ESC[?62;22c")
    case ">c" where sequence.value(0) == 0: reply("ESC[>1;10;0c")
    case "=c" where sequence.value(0) == 0: reply("ESCP!|00000000ESC\\")
    case "n", "?n": return reportStatus(sequence)
    case ">q" where sequence.value(0) == 0: reply("ESCP>|VirtualTerminal 1ESC\\")
    case "$p", "?$p": reportMode(sequence)
    case "?u" where features.contains(.kittyKeyboard): reply("ESC[?\(screen.keyboardFlags)u")
    case "?m" where sequence.value(0) == 4 && features.contains(.modifyOtherKeys):
      reply("ESC[>4;\(settings.modifyOtherKeys)m")
    case "t" where sequence.value(0) == 18: reply("ESC[8;\(rows);\(columns)t")
    default: return false
    }
    return true
  }

  private mutating func reportStatus(_ sequence: ControlSequence) -> Bool {
    let mark = sequence.marker == nil ? "" : "?"
    let top = modes.isOriginRelative ? region.lowerBound : 0
    let place = "\(position.row - top + 1);\(position.column + 1)"
    switch (mark, sequence.value(0)) {
    case ("", 5): reply("ESC[0n")
    case (_, 6): reply("ESC[\(mark)\(place)R")
    case ("?", 996): reply("ESC[?997;1n")
    default: return false
    }
    return true
  }

  /// DECRQM: 0 unknown, 1 set, 2 reset.
  private mutating func reportMode(_ sequence: ControlSequence) {
    let number = sequence.value(0)
    let isPrivate = sequence.marker != nil
    let isKnown = isPrivate ? knows(number) : [4, 20].contains(number)
    let isOn = isPrivate ? isSet(number) : modes[-number]
    let state = isKnown ? isOn ? 1 : 2 : 0
    reply("ESC[\(isPrivate ? "?" : "")\(number);\(state)$y")
  }

  /// Answers DECRQSS for the settings that programs of this package may change.
  mutating func reportSetting(_ name: String) {
    switch name {
    case "r": reply("ESCP1$r\(region.lowerBound + 1);\(region.upperBound + 1)rESC\\")
    case " q": reply("ESCP1$r\(settings.shape.rawValue) qESC\\")
    default: reply("ESCP0$rESC\\")
    }
  }

  /// The report of mode 2048, with cells of 10 by 20 pixels.
  mutating func reportSize() {
    reply("ESC[48;\(rows);\(columns);\(rows * 20);\(columns * 10)t")
  }

  /// Queues an answer, in which `ESC` represents the escape character.
  mutating func reply(_ text: String) {
    guard features.contains(.replies) else { return }
    replies += text.replacing("ESC", with: "\u{1B}").utf8
  }
}
