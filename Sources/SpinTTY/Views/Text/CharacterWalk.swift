/// Steps from character to character of a text, in one direction.
///
/// Two regional indicators make a flag, so the beginning of a flag depends on the beginning of the whole
/// row of indicators. A walk looks for that once.
///
/// - Complexity: O(*n*) in the bytes that all steps together go over.
struct CharacterWalk {
  private let text: String
  private let direction: TextDirection
  /// Where characters begin, the nearest one last: the next one, or those of a row of flags.
  private var known: [String.Index] = []

  init(of text: String, _ direction: TextDirection) {
    self.text = text
    self.direction = direction
  }

  /// Goes over the character before or after a place between two characters, given in bytes.
  ///
  /// - Returns: The other side of the character, and the character.
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
    // What stands before the row may belong to its first character.
    var index = text.index(atOffset: text.boundary(atOrBefore: row))
    while text.offset(of: index) < place {
      known.append(index)
      index = text.index(after: index)
    }
    return known.removeLast()
  }

  /// Where the regional indicators begin that stand before a place.
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
