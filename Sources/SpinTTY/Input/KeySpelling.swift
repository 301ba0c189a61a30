/// Finds the key that a text probably means although it is none, such as `ctrl-x`, `CTRL+X` or `esc`.
struct KeySpelling {
  /// Returns the chord of a text; `nil` if nothing is near.
  static func nearest(to text: String) -> Chord? {
    // A text of one character is that character, even if it is a blank.
    let words = text.count == 1 ? [text] : words(of: text)
    let keys = words.map(keys)
    return keys.isEmpty || keys.contains([]) ? nil : Chord(keys: keys.flatMap { $0 })
  }

  /// Divides a text at its blanks, but not within `ctrl x` or `page up`.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
      if let last = words.last, !last.contains("+") {
        let joined = isModifier(last) ? "\(last)+\(word)" : last + word
        if isModifier(last) || KeyChord.codes[plain(joined)] ?? others[plain(joined)] != nil {
          words[words.count - 1] = joined
          continue
        }
      }
      words.append(word)
    }
    return words
  }

  private static func isModifier(_ word: String) -> Bool {
    modifiers.contains { $0.name == word.lowercased() }
  }

  /// Returns the keys of a word: one, or the letters of `gg`.
  private static func keys(_ word: String) -> [KeyChord] {
    var (rest, held) = (Substring(word), Modifiers())
    if word.hasPrefix("<"), word.hasSuffix(">"), word.count > 2 {
      rest = rest.dropFirst().dropLast()
    }
    if rest.hasPrefix("^"), rest.count == 2 {
      (rest, held) = (rest.dropFirst(), .ctrl)
    }
    while let end = rest.firstIndex(where: { "+-_".contains($0) }), end > rest.startIndex,
      let modifier = modifier(rest[..<end]), case let next = rest[end...].dropFirst(), !next.isEmpty
    {
      (rest, held) = (next, held.union(modifier))
    }
    if rest.count == 1 { return character(rest[rest.startIndex], held).map { [$0] } ?? [] }
    if let code = code(plain(String(rest))) { return [KeyChord(code, held)] }
    let areLetters = held.isEmpty && rest.count <= 3 && rest.allSatisfy(\.isLetter)
    return areLetters ? rest.map { KeyChord($0) } : []
  }

  /// Returns the chord of a character, of which the case counts only without other modifiers, or of
  /// the key that sends a control character.
  private static func character(_ character: Character, _ held: Modifiers) -> KeyChord? {
    if character == "\0" { return .ctrl(.space) }
    let isCommand = !held.isDisjoint(with: [.ctrl, .alt, .super])
    let lower = isCommand ? character.lowercased().first ?? character : character
    let chord = KeyChord(lower, held)
    return KeyChord(written: chord.written) == chord ? chord : nil
  }

  // MARK: Names

  private static let modifiers: [(name: String, modifier: Modifiers)] =
    Modifiers.named.map { ($0.1, $0.0) } + [
      ("control", .ctrl), ("c", .ctrl), ("option", .alt), ("m", .alt), ("a", .alt), ("s", .shift),
      ("command", .super), ("cmd", .super), ("windows", .super),
    ]

  private static let others: [String: KeyCode] = [
    "esc": .escape, "return": .enter, "ret": .enter, "cr": .enter, "newline": .enter,
    "del": .delete, "ins": .insert, "pgup": .pageUp, "pgdn": .pageDown, "pgdown": .pageDown,
    "bs": .backspace, "bksp": .backspace, "back": .backspace, "spacebar": .character(" "),
    "spc": .character(" "), "prtsc": .printScreen, "break": .pause, "arrowup": .up,
    "arrowdown": .down, "arrowleft": .left, "arrowright": .right, "uparrow": .up,
    "downarrow": .down, "leftarrow": .left, "rightarrow": .right,
  ]

  private static func modifier(_ text: Substring) -> Modifiers? {
    let text = text.lowercased()
    if let exact = modifiers.first(where: { $0.name == text }) { return exact.modifier }
    let name = modifiers.map(\.name).nearest(to: text) ?? ""
    return modifiers.first { $0.name == name }?.modifier
  }

  private static func code(_ text: String) -> KeyCode? {
    if let code = KeyChord.codes[text] ?? others[text] { return code }
    return KeyChord.codes.keys.sorted().nearest(to: text).flatMap { KeyChord.codes[$0] }
  }

  private static func plain(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}

extension [String] {
  /// Returns the name that a text of three letters or more differs from in one place, or of six or
  /// more in two, or which it begins; `nil` if there is none.
  ///
  /// Of several, it is the one that has the longest beginning in common with the text.
  func nearest(to text: String) -> String? {
    guard text.count > 2 else { return nil }
    let near = filter { name in
      name.count > 1
        && (name.hasPrefix(text) || name.distance(to: text) <= (text.count < 6 ? 1 : 2))
    }
    func common(_ name: String) -> Int { zip(name, text).prefix { $0 == $1 }.count }
    return near.max { (common($0), -$0.count) < (common($1), -$1.count) }
  }
}

extension String {
  /// Returns how many letters must be typed, left out, replaced or exchanged to make a text of another.
  ///
  /// Source: Damerau, "A technique for computer detection and correction of spelling errors" (1964).
  fileprivate func distance(to other: String) -> Int {
    let (own, other) = (Array(self), Array(other))
    var rows = [Array(0...other.count)]
    for (row, letter) in own.enumerated() {
      var next = [row + 1]
      for (column, wanted) in other.enumerated() {
        var least = Swift.min(
          next[column] + 1, rows[row][column + 1] + 1,
          rows[row][column] + (letter == wanted ? 0 : 1))
        if row > 0, column > 0, letter == other[column - 1], own[row - 1] == wanted {
          least = Swift.min(least, rows[row - 1][column - 1] + 1)
        }
        next.append(least)
      }
      rows.append(next)
    }
    return rows[own.count][other.count]
  }
}
