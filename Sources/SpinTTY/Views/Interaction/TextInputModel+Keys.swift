extension TextInput.Model {
  /// Edits the text: what is typed or pasted is written at the cursor, as far as the limit allows,
  /// and these keys do what they do in a shell.
  ///
  /// A word is of letters, digits and underscores.
  ///
  /// | keys | what they do |
  /// |---|---|
  /// | left, right; ctrl+b, ctrl+f | one character |
  /// | ctrl or alt with left, right; alt+b, alt+f | one word |
  /// | home, end; ctrl+a, ctrl+e | to an end |
  /// | backspace, ctrl+h; delete, ctrl+d | remove a character |
  /// | alt+backspace, ctrl+backspace; alt+d, ctrl+delete | remove a word |
  /// | ctrl+w | remove all before, up to a blank |
  /// | ctrl+u; ctrl+k | remove all before, all after |
  ///
  /// - Returns: Whether the input was for the text; everything else is for others.
  @discardableResult
  public mutating func reduce(_ input: InputEvent) -> Bool {
    if case .key(let press) = input {
      guard press.phase != .release else { return false }
      if let edit = Edit.table.first(where: { $0.chord.matches(press) })?.edit {
        apply(edit)
        return true
      }
      let command: Modifiers = [.ctrl, .alt, .super, .hyper, .meta]
      guard press.chord.modifiers.isDisjoint(with: command) else { return false }
    }
    guard let insertion = input.insertion.map(TextInput.Model.singleLine), !insertion.isEmpty
    else { return false }
    insert(insertion)
    return true
  }

  private mutating func apply(_ edit: Edit) {
    let here = index
    switch edit {
    case .move(let motion): move(to: target(of: motion))
    case .remove(let motion):
      let there = target(of: motion)
      if here != there { replace(min(here, there)..<max(here, there), with: "") }
    }
  }

  private func target(of motion: TextMotion) -> String.Index {
    switch motion {
    case .characterBack: index > text.startIndex ? text.index(before: index) : index
    case .character: index < text.endIndex ? text.index(after: index) : index
    case .blankBack: index(at: edge(.back) { !$0.isWhitespace })
    case .wordBack: index(at: edge(.back, of: \.isPartOfWord))
    case .word: index(at: edge(.forth, of: \.isPartOfWord))
    case .start: text.startIndex
    case .end: text.endIndex
    }
  }
}

private enum TextMotion {
  case characterBack, character, blankBack, wordBack, word, start, end
}

private enum Edit {
  case move(TextMotion)
  case remove(TextMotion)

  static let table: [(chord: KeyChord, edit: Edit)] = [
    (.left, .move(.characterBack)), (.ctrl("b"), .move(.characterBack)),
    (.right, .move(.character)), (.ctrl("f"), .move(.character)),
    (.ctrl(.left), .move(.wordBack)), (.alt(.left), .move(.wordBack)),
    (.alt("b"), .move(.wordBack)), (.ctrl(.right), .move(.word)), (.alt(.right), .move(.word)),
    (.alt("f"), .move(.word)), (.home, .move(.start)), (.ctrl("a"), .move(.start)),
    (.end, .move(.end)), (.ctrl("e"), .move(.end)),
    (.backspace, .remove(.characterBack)), (.ctrl("h"), .remove(.characterBack)),
    (.shift(.backspace), .remove(.characterBack)), (.delete, .remove(.character)),
    (.ctrl("d"), .remove(.character)), (.ctrl("w"), .remove(.blankBack)),
    (.alt(.backspace), .remove(.wordBack)), (.ctrl(.backspace), .remove(.wordBack)),
    (.alt("d"), .remove(.word)), (.ctrl(.delete), .remove(.word)),
    (.ctrl("u"), .remove(.start)), (.ctrl("k"), .remove(.end)),
  ]
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "_" }
}
