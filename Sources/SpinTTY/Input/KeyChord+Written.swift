extension KeyChord {
  /// Creates a chord from its ``description``, such as `q`, `ctrl+s`, `shift+tab` or `f5`; returns
  /// `nil` for any other text.
  ///
  /// The space bar is written `space`, and `page up` also without the blank. A control character is
  /// no text of a key: escape is written `escape`.
  public init?(written text: String) {
    var (rest, modifiers) = (Substring(text), Modifiers())
    while let (held, name) = Modifiers.named.first(where: {
      rest.hasPrefix($0.1 + "+") && rest.count > $0.1.count + 1
    }) {
      rest.removeFirst(name.count + 1)
      modifiers.insert(held)
    }
    if let character = rest.first, rest.count == 1, character.isWritten {
      self.init(character, modifiers)
    } else if let code = KeyChord.codes[rest.filter { $0 != " " }] {
      self.init(code, modifiers)
    } else {
      return nil
    }
  }

  /// The description without blanks, so that the keys of a sequence can stand between blanks.
  var written: String { description.filter { $0 != " " } }

  /// The keys that have a name, by their names without blanks.
  static let codes: [String: KeyCode] = {
    let named: [KeyCode] = [
      .up, .down, .left, .right, .home, .end, .begin, .insert, .delete, .backspace, .enter, .tab,
      .escape, .pageUp, .pageDown, .printScreen, .pause, .menu, .character(" "),
    ]
    let all = named + (1...35).map { .function($0) }
    return Dictionary(
      uniqueKeysWithValues: all.map { (KeyChord($0).written, $0) })
  }()
}

extension Character {
  /// Whether the character stands for its key in a text: it is seen.
  fileprivate var isWritten: Bool {
    guard let first = unicodeScalars.first?.properties.generalCategory else { return false }
    let unseen: [Unicode.GeneralCategory] = [
      .control, .format, .surrogate, .spaceSeparator, .lineSeparator, .paragraphSeparator,
    ]
    return !unseen.contains(first)
  }
}
