/// Steps through the characters of a text in one direction.
///
/// Two regional indicators form a flag, so the start of a flag depends on the start of the whole
/// sequence of indicators. A walk looks for that start once.
///
/// - Complexity: O(*n*) in the bytes that all steps together pass.
struct CharacterWalk {
  private let text: String
  private let direction: TextDirection
  /// Known starts of characters, the nearest one last: the next character, or those of a sequence
  /// of flags.
  private var known: [String.Index] = []

  init(of text: String, _ direction: TextDirection) {
    self.text = text
    self.direction = direction
  }

  /// Steps over the character before or after a place, which is a byte offset between two
  /// characters.
  ///
  /// - Returns: The place on the other side of the character, and the character.
  mutating func step(from place: Int) -> (place: Int, character: Character) {
    switch direction {
    case .forth:
      let here =
        known.popLast(if: { text.offset(of: $0) == place }) ?? text.index(atOffset: place)
      let next = text.index(after: here)
      known = [next]
      return (text.offset(of: next), text[here])
    case .back:
      let next = beginning(ofTheCharacterBefore: place)
      return (text.offset(of: next), text[next])
    }
  }

  private mutating func beginning(ofTheCharacterBefore place: Int) -> String.Index {
    if let next = known.popLast(if: { text.offset(of: $0) < place }) { return next }
    known = []
    let row = beginningOfFlags(before: place)
    if row == place { return text.index(before: text.index(atOffset: place)) }
    // The sequence may continue the character before it.
    var index = text.index(atOffset: text.boundary(atOrBefore: row))
    while text.offset(of: index) < place {
      known.append(index)
      index = text.index(after: index)
    }
    return known.removeLast()
  }

  /// Returns the start of the sequence of regional indicators before a place.
  private func beginningOfFlags(before place: Int) -> Int {
    let scalars = text.unicodeScalars
    var index = text.index(atOffset: place)
    while index > text.startIndex {
      let before = scalars.index(before: index)
      guard (0x1F1E6...0x1F1FF).contains(scalars[before].value) else { break }
      index = before
    }
    return text.offset(of: index)
  }
}

extension Array {
  /// Removes and returns the last element if it satisfies a predicate.
  fileprivate mutating func popLast(if isWanted: (Element) -> Bool) -> Element? {
    last.map(isWanted) == true ? removeLast() : nil
  }
}
