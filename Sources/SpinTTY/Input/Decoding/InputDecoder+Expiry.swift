/// The end of what was not continued in time.
extension InputDecoder {
  /// What has expired, and from which an answer may go on.
  struct Lapse {
    /// Its bytes, unless they are too many to be kept.
    let bytes: [UInt8]
    /// Whether only an answer begins with the bytes, so that they were not read as keys.
    let isSure: Bool
  }

  /// Ends the pending sequence because it was not continued in time.
  ///
  /// A lone escape is the escape key, an escape with one more byte is a key pressed with alt, and
  /// SS3 or a control string is the keys that it was typed with. A paste ends with its received
  /// part. An incomplete character becomes U+FFFD, and any other sequence is unknown, such as the
  /// beginning of an answer.
  ///
  /// If an answer may go on from it, its rest is still recognised when it arrives later, unless a key
  /// is typed before.
  package mutating func expire() -> [InputEvent] {
    lengths.removeAll(keepingCapacity: true)
    if phase == .ground { return [] }
    notePause()
    let whole = dropped == 0 ? (lapse?.bytes ?? []) + collected : []
    let new = Lapse(
      bytes: whole.count > options.stringLimit ? [] : whole,
      isSure: isSureAnswer || lapse?.isSure == true)
    let form = form
    // The last byte of a control string may be an escape key.
    while phase != .ground { end() }
    if let form { (answer, lapse) = (form, new) }
    return handOut()
  }

  /// Returns the part of a paste that has arrived; what follows still belongs to the paste.
  ///
  /// ```
  ///  ESC[200~ab  (5 s)  q  ESC[201~  ─▶ the pastes ab and q, and no key
  /// ```
  package mutating func handOutPaste() -> [InputEvent] {
    lengths.removeAll(keepingCapacity: true)
    guard paste.hasPart else { return [] }
    let part = paste.takePart()
    put(.paste(part.text), length: part.length)
    return handOut()
  }

  /// Notes that a pause comes after the bytes so far.
  package mutating func notePause() {
    let isSure = isSureAnswer
    guard isSure || phase == .late else { return }
    pieces.end(at: collected.count + dropped, isSure: isSure)
  }

  /// Whether the last bytes prolong the wait for others: no pause came just before them.
  package var isPromising: Bool {
    pieces.last == 0 || pieces.isLong(at: collected.count + dropped)
  }

  /// Forgets what has expired.
  package mutating func forgetLapse() { lapse = nil }

  private mutating func end() {
    switch phase {
    case .ground: break
    case .escape:
      if options.isKeyboardExtended { options.sendsLoneEscapes = true }
      putDoubledEscape()
      finish(key: .escape)
    case .utf8: malformedScalar()
    case .paste: endPaste()
    case _ where mayBeKeys || pieces.sure > 0 || phase == .late: readAsKeys()
    default: giveUp()
    }
  }

  /// Takes a byte after bytes that expired, although an answer may go on from them.
  ///
  /// ```
  ///  ESC[  (too long a pause: alt+[)  ?62c  ─▶ the answer ESC[?62c, not the keys ? 6 2 c
  /// ```
  ///
  /// One or two bytes that would complete an answer are keys if all of it was read as keys so far.
  mutating func late(_ byte: UInt8) {
    phase = .late
    guard answer.take(byte) else {
      // A link may cut the introducer of a paste, too.
      guard let lapse, (lapse.bytes + collected + [byte]).elementsEqual("\u{1B}[200~".utf8) else {
        return readAsKeys(before: byte)
      }
      collected.append(byte)
      self.lapse = nil
      return beginPaste()
    }
    collect(byte)
    guard answer.isComplete, let lapse else { return }
    guard lapse.isSure || pendingCount > 2 else { return readAsKeys() }
    self.lapse = nil
    var decoder = InputDecoder(options: options)
    let events = dropped == 0 ? decoder.events(lapse.bytes + collected) : []
    if events.count == 1, events[0].presses.isEmpty { finish(events[0]) } else { giveUp() }
  }
}
