extension TextInput.Model {
  enum Direction {
    case back, forth
  }

  /// The place of the cursor after it has gone over what is not a word and then over the word, as it
  /// does in shells.
  ///
  /// - Complexity: O(*n*) in the bytes it goes over; a word of ASCII is not segmented into characters.
  func edge(_ direction: Direction, of isPartOfWord: (Character) -> Bool) -> Int {
    let isPart = (0..<0x80).map { isPartOfWord(Character(Unicode.Scalar(UInt8($0)))) }
    let found = text.utf8.withContiguousStorageIfAvailable { bytes in
      var place = position
      var isInWord = false
      while place != (direction == .back ? 0 : bytes.count) {
        let next: Int
        let isWord: Bool
        let byte = bytes[direction == .back ? place - 1 : place]
        if isAlone(place, direction, bytes) {
          next = direction == .back ? place - 1 : place + 1
          isWord = isPart[Int(byte)]
        } else {
          let (start, end) = character(at: place, direction)
          next = direction == .back ? start : end
          isWord = isPartOfWord(text[index(at: start)])
        }
        if isWord { isInWord = true } else if isInWord { return place }
        place = next
      }
      return place
    }
    return found ?? (direction == .back ? 0 : text.utf8.count)
  }

  /// Whether the character before or after a place is one byte: it is ASCII between ASCII.
  private func isAlone(
    _ place: Int, _ direction: Direction, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let place = direction == .back ? place - 1 : place
    return bytes[place] < 0x80 && (place == 0 || bytes[place - 1] < 0x80)
      && (place + 1 == bytes.count || bytes[place + 1] < 0x80)
  }

  /// Where the character before or after a place begins and ends.
  private func character(at place: Int, _ direction: Direction) -> (start: Int, end: Int) {
    let here = index(at: place)
    switch direction {
    case .back: return (position(of: text.index(before: here)), place)
    case .forth: return (place, position(of: text.index(after: here)))
    }
  }
}
