/// A direction in a text.
enum TextDirection {
  case back, forth
}

/// Places in edited text, as UTF-8 byte offsets.
extension String {
  func index(atOffset offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) }

  /// Returns the text of a range of bytes.
  func part(_ bytes: Range<Int>) -> String {
    if bytes.count == utf8.count { return self }
    let start = index(atOffset: bytes.lowerBound)
    return String(self[start..<utf8.index(start, offsetBy: bytes.count)])
  }

  func offset(of index: Index) -> Int { utf8.distance(from: startIndex, to: index) }

  /// Returns the nearest place between two characters at or before an offset, even one outside the
  /// text.
  ///
  /// - Complexity: O(*n*) in the bytes of the character.
  func boundary(atOrBefore offset: Int) -> Int {
    let place = min(max(offset, 0), utf8.count)
    guard let end = end(ofTheCharacterAt: place) else { return place }
    return self.offset(of: index(before: end))
  }

  /// Returns the nearest place between two characters at or after an offset in the text.
  ///
  /// - Complexity: O(*n*) in the bytes of the character.
  func boundary(atOrAfter offset: Int) -> Int {
    end(ofTheCharacterAt: offset).map { self.offset(of: $0) } ?? offset
  }

  /// Returns the end of the character that a place is in; `nil` if it is between two characters.
  private func end(ofTheCharacterAt place: Int) -> Index? {
    if place >= utf8.count { return nil }
    let here = index(atOffset: place)
    return Index(here, within: self) == nil ? index(after: here) : nil
  }

  /// Returns the other side of the character before or after a place, or the place if there is
  /// none.
  func characterEdge(_ direction: TextDirection, from place: Int) -> Int {
    let here = index(atOffset: place)
    switch direction {
    case .back: return here > startIndex ? offset(of: index(before: here)) : place
    case .forth: return here < endIndex ? offset(of: index(after: here)) : place
    }
  }

  /// Returns the far end of the next word in a direction, as the cursor moves in shells.
  ///
  /// - Complexity: O(*n*) in the bytes passed; ASCII words are not segmented into characters.
  func wordEdge(
    _ direction: TextDirection, from start: Int, of isPartOfWord: (Character) -> Bool
  ) -> Int {
    let isPart = (0..<0x80).map { isPartOfWord(Character(Unicode.Scalar(UInt8($0)))) }
    let found = withBytesIfContiguous { bytes in
      var place = start
      var isInWord = false
      var walk = CharacterWalk(of: self, direction)
      while place != (direction == .back ? 0 : bytes.count) {
        let next: Int
        let isWord: Bool
        let byte = bytes[direction == .back ? place - 1 : place]
        if String.isAlone(place, direction, bytes) {
          next = direction == .back ? place - 1 : place + 1
          isWord = isPart[Int(byte)]
        } else {
          let character: Character
          (next, character) = walk.step(from: place)
          isWord = isPartOfWord(character)
        }
        if isWord { isInWord = true } else if isInWord { return place }
        place = next
      }
      return place
    }
    return found ?? (direction == .back ? 0 : utf8.count)
  }

  /// Returns whether the character before or after a place is one byte: ASCII next to ASCII.
  private static func isAlone(
    _ place: Int, _ direction: TextDirection, _ bytes: MemoryView<UInt8>
  ) -> Bool {
    let place = direction == .back ? place - 1 : place
    return bytes[place] < 0x80 && (place == 0 || bytes[place - 1] < 0x80)
      && (place + 1 == bytes.count || bytes[place + 1] < 0x80)
  }

  /// Returns the text without control characters.
  ///
  /// - Parameter keepsLines: Whether to keep tabs, and newlines as line feeds; otherwise they
  ///   become blanks, except that newlines at the end are dropped.
  /// - Returns: The text in contiguous memory.
  func withoutControls(keepsLines: Bool) -> String {
    if withBytesIfContiguous(\.arePrintableASCII) == true { return self }
    var clean = String.UnicodeScalarView()
    var wasReturn = false
    // The newlines after the last other character.
    var newlines = 0
    func put(_ scalar: Unicode.Scalar) {
      while newlines > 0 {
        clean.append(keepsLines ? "\n" : " ")
        newlines -= 1
      }
      clean.append(scalar)
    }
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x0A where wasReturn: break
      case 0x0A, 0x0D: newlines += 1
      case 0x09: put(keepsLines ? "\t" : " ")
      case 0..<0x20, 0x7F..<0xA0: break
      default: put(scalar)
      }
      wasReturn = scalar.value == 0x0D
    }
    if keepsLines { clean.append(contentsOf: repeatElement("\n", count: newlines)) }
    return String(clean)
  }
}

extension Character {
  /// Whether the character is a letter, a digit or an underscore.
  var isPartOfWord: Bool { isLetter || isNumber || self == "_" }
}
