extension InputDecoder {
  /// The options that depend on the terminal and the user's settings.
  package struct Options: Equatable, Sendable {
    /// Whether the byte 08 is backspace (the terminal's VERASE) and not ctrl+h.
    package var backspaceIsControlH = false
    /// Whether the kitty keyboard protocol is on, so that a lone escape byte is never the escape
    /// key.
    package var isKeyboardExtended = false
    /// Whether answers to questions of the session are still to come.
    package var awaitsAnswers = false
    /// Whether they may arrive at any moment, so that there is more time for what may begin one.
    package var expectsAnswers = false
    /// How long to wait for the next byte of what may also be keys: a lone escape, alt with a key
    /// that begins a sequence, and a control string.
    package var escapePatience = Duration.milliseconds(50)
    /// How long to wait for the next byte of any other sequence.
    package var sequencePatience = Duration.seconds(1)
    /// How long to wait for the next byte of what may be an answer that the session awaits, but
    /// after a lone escape for ``sequencePatience``.
    package var answerPatience = Duration.seconds(5)
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
    case .escape where options.expectsAnswers: options.sequencePatience
    case .late: options.expectsAnswers ? options.sequencePatience : options.escapePatience
    case _ where options.expectsAnswers && mayBeAnswer: options.answerPatience
    case _ where mayBeKeys: keyPatience
    default: options.sequencePatience
    }
  }

  /// How long to wait for the next byte of what may be keys, if no answer can begin with them.
  private var keyPatience: Duration {
    options.isKeyboardExtended ? options.sequencePatience : options.escapePatience
  }

  /// Whether a pause before a byte ends the pending keys, which have more time only because an
  /// answer may begin with them.
  ///
  /// ```
  ///  ESC  (0.6 s)  q  ─▶ escape, q: not alt+q
  ///  ESC  (0.6 s)  [?62c  ─▶ the answer ESC[?62c
  /// ```
  package func separates(_ pause: Duration, before byte: UInt8) -> Bool {
    guard options.expectsAnswers, pause >= keyPatience else { return false }
    guard phase == .escape || phase == .sequence && isIntroducer else { return false }
    return !AwaitedAnswer.mayBegin(with: collected + [byte])
  }

  /// Whether only the introducer of a sequence is pending, which may be alt with a key.
  var isIntroducer: Bool { collected.count == 2 && dropped == 0 }

  /// Whether the pending bytes may be keys that the user has typed.
  private var mayBeKeys: Bool {
    switch phase {
    case .escape, .single: true
    case .sequence: isIntroducer
    case .string, .stringEscape: dropped == 0
    default: false
    }
  }

  /// Whether the pending bytes, after the escape byte, may begin an answer.
  private var mayBeAnswer: Bool {
    switch phase {
    case .string, .stringEscape: true
    case .sequence: collected.count == 2 || collected[2] == 0x3F
    default: false
    }
  }

  /// Ends the pending sequence because it was not continued in time.
  ///
  /// A lone escape is the escape key, an escape with one more byte is a key pressed with alt, and
  /// SS3 or a control string is the keys that it was typed with. The received part of a paste is
  /// delivered. An incomplete character becomes U+FFFD, and any other sequence is unknown.
  ///
  /// If an answer that the session awaits may begin so, its rest is still recognised when it
  /// arrives later, unless a key is typed before.
  package mutating func expire() -> [InputEvent] {
    lengths.removeAll(keepingCapacity: true)
    let bytes = lapsed + collected
    lapsed = []
    // The last byte of a control string may be an escape key.
    while phase != .ground { end() }
    if options.awaitsAnswers, AwaitedAnswer.mayBegin(with: bytes) { lapsed = bytes }
    return handOut()
  }

  private mutating func end() {
    switch phase {
    case .ground: break
    case .escape:
      putDoubledEscape()
      finish(key: .escape)
    case .utf8: malformedScalar()
    case .paste: endPaste()
    case .late: readLateAsKeys()
    case _ where mayBeKeys: readAsKeys()
    default: giveUp()
    }
  }
}

extension InputDecoder {
  /// Takes a byte after bytes that expired as keys, although an awaited answer may begin with them.
  ///
  /// ```
  ///  ESC[  (too long a pause: alt+[)  ?62c  ─▶ the answer ESC[?62c, not the keys ? 6 2 c
  /// ```
  mutating func late(_ byte: UInt8) {
    collected.append(byte)
    phase = .late
    let whole = lapsed + collected
    guard options.awaitsAnswers, AwaitedAnswer.mayBegin(with: whole) else {
      return readLateAsKeys()
    }
    var decoder = InputDecoder(options: options)
    let events = decoder.events(whole)
    if events.isEmpty { return }
    if case .report = events[0], events.count == 1, decoder.pendingCount == 0 {
      lapsed = []
      finish(events[0])
    } else {
      readLateAsKeys()
    }
  }

  private mutating func readLateAsKeys() {
    let bytes = collected
    lapsed = []
    forget()
    takeAgain(bytes[...])
  }
}
