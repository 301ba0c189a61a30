extension InputDecoder {
  /// The options that depend on the terminal and the user's settings.
  package struct Options: Hashable, Sendable {
    /// Whether the byte 08 is backspace (the terminal's VERASE) and not ctrl+h.
    package var backspaceIsControlH = false
    /// Whether the kitty keyboard protocol is on, so that a lone escape byte is never the escape
    /// key.
    package var isKeyboardExtended = false
    /// How long to wait after a lone escape for the rest of a sequence.
    package var escapePatience = Duration.milliseconds(50)
    /// How long to wait for the next byte of any other sequence.
    package var sequencePatience = Duration.seconds(1)
    /// How long to wait for the next byte of a paste.
    package var pastePatience = Duration.seconds(5)
    /// The maximum number of bytes of a paste in one event, at least 8.
    package var pasteLimit = 16 << 20
    /// The maximum number of bytes of a control string.
    package var stringLimit = 64 << 10

    package init() {}
  }

  /// How long to wait after the last byte before calling ``expire()``, or `nil` if no sequence is
  /// pending.
  package var patience: Duration? {
    switch phase {
    case .ground: nil
    case .paste: options.pastePatience
    case _ where isBareEscape:
      options.isKeyboardExtended ? options.sequencePatience : options.escapePatience
    default: options.sequencePatience
    }
  }

  /// Whether the pending bytes may be the escape key, or a key pressed with alt.
  private var isBareEscape: Bool {
    switch phase {
    case .escape: true
    case .single, .sequence, .string: collected.count == 2 && dropped == 0
    default: false
    }
  }

  /// Ends the pending sequence because it was not continued in time.
  ///
  /// A lone escape is the escape key, and an escape with one more byte is a key pressed with alt.
  /// The received part of a paste is delivered. An incomplete character becomes U+FFFD, and any
  /// other sequence is unknown.
  package mutating func expire() -> [InputEvent] {
    lengths.removeAll(keepingCapacity: true)
    switch phase {
    case .ground: break
    case .escape: finish(key: .escape)
    case .utf8: malformedScalar()
    case .paste: endPaste()
    case _ where isBareEscape:
      finish(key: .alt(KeyChord(Character(UnicodeScalar(collected[1])))))
    default: giveUp()
    }
    return handOut()
  }
}
