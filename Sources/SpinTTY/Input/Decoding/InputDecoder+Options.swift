extension InputDecoder {
  /// The options that depend on the terminal and the user's settings.
  package struct Options: Equatable, Sendable {
    /// Whether the byte 08 is backspace (the terminal's VERASE) and not ctrl+h.
    package var backspaceIsControlH = false
    /// Whether the kitty keyboard protocol is on, so that a lone escape byte is never the escape
    /// key.
    package var isKeyboardExtended = false
    /// Whether the terminal has nevertheless sent a lone escape byte, so that the next one need not
    /// begin a sequence either.
    package var sendsLoneEscapes = false
    /// Whether answers to questions of the session may arrive at any moment, so that there is more
    /// time for what may begin one.
    package var expectsAnswers = false
    /// How long to wait for the next byte of what may also be keys: a lone escape, alt with a key
    /// that begins a sequence, and a control string.
    package var escapePatience = Duration.milliseconds(50)
    /// How long to wait for the next byte of any other sequence.
    package var sequencePatience = Duration.seconds(1)
    /// How long to wait for the rest of what only an answer begins with, see ``AnswerPieces``, or
    /// what an answer that the session awaits may begin with; but after a lone escape for
    /// ``sequencePatience``.
    package var answerPatience = Duration.seconds(5)
    /// How long after the last byte the rest of an answer is recognised although the wait is over.
    package var latePatience = Duration.seconds(30)
    /// How long to wait for the next byte of a paste before the part so far is delivered.
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
    case .paste: paste.hasPart ? options.pastePatience : nil
    case _ where isSureAnswer: options.answerPatience
    case .escape where options.expectsAnswers: options.sequencePatience
    case .late: options.escapePatience
    case _ where options.expectsAnswers && mayBeKeys && form != nil: options.answerPatience
    case _ where mayBeKeys: keyPatience
    default: options.sequencePatience
    }
  }

  /// How long to wait for the next byte of what may be keys, if no answer can begin with them.
  private var keyPatience: Duration {
    options.isKeyboardExtended && !options.sendsLoneEscapes
      ? options.sequencePatience : options.escapePatience
  }

  /// Whether a pause before bytes shows that the pending escape byte is the escape key, although the
  /// terminal has said that it tells this key apart.
  ///
  /// The rest of a sequence that was cut begins with an introducer, and arrives at once:
  ///
  /// ```
  ///  ESC  (0.6 s)  j   ─▶ escape, j: not alt+j
  ///  ESC  (0.6 s)  O   ─▶ escape, O: not the beginning of a sequence
  ///  ESC  (0.6 s)  OA  ─▶ up
  /// ```
  package func isEscapeKey(_ pause: Duration, before bytes: ArraySlice<UInt8>) -> Bool {
    guard options.isKeyboardExtended, phase == .escape, pause >= options.escapePatience,
      let first = bytes.first
    else { return false }
    let mayGoOn = bytes.count > 1 || options.expectsAnswers
    return !mayGoOn || !"[O]P_".utf8.contains(first)
  }

  /// Whether a pause before a byte ends what is pending, which has more time only because an answer
  /// may go on from it.
  ///
  /// ```
  ///  ESC  (0.6 s)  q  ─▶ escape, q: not alt+q
  ///  ESC  (0.6 s)  [?62c  ─▶ the answer ESC[?62c
  ///  ESC]11;rgb:12  (0.6 s)  q  ─▶ q
  /// ```
  package func separates(_ pause: Duration, before byte: UInt8) -> Bool {
    guard pause >= keyPatience, var form else { return false }
    switch phase {
    case _ where isSureAnswer: return !form.take(byte)
    case .escape where options.expectsAnswers: return !form.take(byte)
    case .sequence where options.expectsAnswers: return !form.take(byte) || !form.isSure
    default: return false
    }
  }

  /// Whether only the introducer of a sequence is pending, which may be alt with a key.
  var isIntroducer: Bool { collected.count == 2 && dropped == 0 }

  /// Whether the pending bytes may be keys that the user has typed.
  var mayBeKeys: Bool {
    switch phase {
    case .escape, .single: true
    case .sequence: isIntroducer
    case .string: dropped == 0
    default: false
    }
  }

  /// The form of the answer that may go on from the pending bytes; `nil` if there is none.
  var form: AnswerForm? {
    switch phase {
    case .string, .late: answer
    case .escape, .sequence: dropped == 0 ? AnswerForm(collected[...]) : nil
    default: nil
    }
  }

  /// Whether only an answer begins with what is pending.
  ///
  /// After bytes that expired, it takes several at once.
  var isSureAnswer: Bool {
    switch phase {
    case .string: answer.isSure
    case .late: answer.isSure && (pieces.sure > 0 || pieces.isLong(at: collected.count + dropped))
    case .sequence: collected.count > 2 && (0x3C...0x3F).contains(collected[2])
    default: false
    }
  }
}
