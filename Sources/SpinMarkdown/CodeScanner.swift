internal import SpinTTY

/// Divides code into runs from left to right.
struct CodeScanner {
  let bytes: [UInt8]
  private(set) var place = 0
  private var start = 0
  private(set) var runs: [Text.Run] = []

  init(_ code: String) { bytes = Array(code.utf8) }

  var isAtEnd: Bool { place >= bytes.count }

  /// Returns the byte at a distance, or 0 beyond the ends.
  func byte(_ distance: Int = 0) -> UInt8 {
    let index = place + distance
    return bytes.indices.contains(index) ? bytes[index] : 0
  }

  /// Returns whether a text follows.
  func isAt(_ text: [UInt8]) -> Bool { bytes[place...].starts(with: text) }

  /// Returns the first byte behind blanks, from a distance on.
  func byteBehindBlanks(_ distance: Int = 0) -> (byte: UInt8, next: UInt8) {
    var distance = distance
    while byte(distance).isBlank {
      distance += 1
    }
    return (byte(distance), byte(distance + 1))
  }

  /// Moves on, at most to the end.
  mutating func skip(_ count: Int = 1) { place = min(bytes.count, place + count) }

  mutating func skip(while isWanted: (UInt8) -> Bool) {
    while !isAtEnd, isWanted(bytes[place]) { place += 1 }
  }

  /// Ends a run at the place.
  mutating func end(_ look: Theme.Token?) {
    guard place > start else { return }
    let text = bytes[start..<place].string
    // NB: a second reference to the last run would make its text be copied.
    if let last = runs.indices.last, runs[last].look == look {
      runs[last].string += text
    } else {
      runs.append(Text.Run(text, look: look))
    }
    start = place
  }

  /// The text since the last run.
  var word: String { bytes[start..<place].string }
}

extension UInt8 {
  /// Whether the byte may be in a word: a letter, a digit, an underscore or a part of another character.
  var isWord: Bool { isLetter || isDigit || self == UInt8(ascii: "_") || self >= 0x80 }
}
