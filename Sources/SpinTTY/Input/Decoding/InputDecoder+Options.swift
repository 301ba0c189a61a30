extension InputDecoder {
  /// What depends on the terminal and the user's settings.
  package struct Options: Hashable, Sendable {
    /// The byte 08 is backspace (the terminal's VERASE) and not ctrl+h.
    package var backspaceIsControlH = false
    /// The byte 0A is enter (the terminal turns CR into LF) and not ctrl+j.
    package var lineFeedIsEnter = false
    /// The kitty keyboard protocol is on, so a lone escape byte is never the escape key.
    package var isKeyboardExtended = false
    /// How long a lone escape may be the start of something.
    package var escapePatience = Duration.milliseconds(50)
    /// How long anything else that was begun may take for its next byte.
    package var sequencePatience = Duration.seconds(1)
    /// How long a paste may be silent.
    package var pastePatience = Duration.seconds(5)
    /// The most bytes of a paste in one event, at least 8.
    package var pasteLimit = 16 << 20
    /// The most bytes of a control string.
    package var stringLimit = 64 << 10

    package init() {}
  }

  /// How long to wait after the last byte before ``expire()`` is due, or nil if nothing is under
  /// way.
  package var patience: Duration? {
    switch phase {
    case .ground: nil
    case .paste: options.pastePatience
    case _ where isBareEscape:
      options.isKeyboardExtended ? options.sequencePatience : options.escapePatience
    default: options.sequencePatience
    }
  }

  /// Whether what is under way may be a key pressed with alt, or escape itself.
  private var isBareEscape: Bool {
    switch phase {
    case .escape: true
    case .single, .sequence, .string: collected.count == 2 && dropped == 0
    default: false
    }
  }

  /// Ends what is under way because nothing followed in time.
  ///
  /// An escape alone is the escape key, and with one more byte a key pressed with alt. A paste is
  /// delivered as far as it came. A character cut short is U+FFFD, and all else is unknown.
  package mutating func expire() -> [Decoded] {
    switch phase {
    case .ground: break
    case .escape: finish(key: .escape)
    case .utf8: malformedScalar()
    case .paste: endPaste()
    case _ where isBareEscape:
      finish(key: .alt(KeyChord(Character(UnicodeScalar(collected[1])))))
    default: giveUp()
    }
    defer { output.removeAll() }
    return output
  }
}
