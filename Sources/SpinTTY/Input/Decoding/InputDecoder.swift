/// Turns the bytes of a terminal into events, one byte at a time.
///
/// A pure machine without look-ahead: the same bytes give the same events, however they are
/// divided. It has no clock: its owner waits for ``patience`` after the last byte and then calls
/// ``expire()``. Every byte is counted in the length of an event, see ``lengths``, or in
/// ``pendingCount``, except the terminator of a paste that was handed out before it.
///
/// ```
/// ground ─ ESC ─▶ escape ─ [ ─▶ sequence ─ [ ─▶ console     linux function keys
///   │               │             └─ M ─▶ oldMouse          three raw bytes
///   │               ├─ O ─▶ single                          SS3
///   │               └─ ] P _ ─▶ string                      as long as it may be an answer
///   ├─ C2…F4 ─▶ utf8                 sequence 200~ ─▶ paste
///   └─ the rest of an answer that has expired ─▶ late
/// ```
///
/// No key that the user types is lost. Alt with a key is an escape byte before the key, so the bytes of a
/// control string may be keys: they are, unless they form an answer of a terminal (see ``AnswerForm``), or
/// have begun one before a pause (see ``AnswerPieces``). Alt with `[` or `O` is a key if no other byte
/// follows in time, or one that cannot continue a sequence. An escape byte directly before a sequence for a
/// key without modifiers is alt; before anything else it is the escape key.
package struct InputDecoder: Sendable {
  /// The position in the grammar.
  enum Phase: Equatable, Sendable {
    case ground, utf8, escape, single, sequence, console, oldMouse, string, paste, late
  }

  /// The options that depend on the terminal and the user's settings.
  package var options: Options
  var phase = Phase.ground
  /// The bytes of the pending sequence.
  var collected: [UInt8] = []
  /// The number of discarded bytes of an overlong control string.
  var dropped = 0
  /// Whether another escape byte precedes the pending sequence.
  var isDoubled = false
  /// The form of the pending control string, or of what has expired and the pending bytes.
  var answer = AnswerForm()
  /// The pieces in which a pending answer arrives.
  var pieces = AnswerPieces()
  /// What has expired last, if an answer may go on from it.
  var lapse: Lapse?
  var paste = PasteCollector()
  /// The events to return.
  private var output: [InputEvent] = []
  /// The number of bytes of each event that the last call returned.
  package internal(set) var lengths: [Int] = []

  package init(options: Options = Options()) { self.options = options }

  /// The number of bytes taken that no event accounts for yet.
  package var pendingCount: Int {
    collected.count + dropped + (isDoubled ? 1 : 0) + paste.pendingCount
  }

  /// Whether a paste is in progress.
  package var isPasting: Bool { phase == .paste }

  /// Decodes bytes and returns the events that they complete.
  package mutating func events(_ bytes: ArraySlice<UInt8>) -> [InputEvent] {
    lengths.removeAll(keepingCapacity: true)
    var rest = bytes
    while let byte = rest.first {
      if phase == .paste {
        pasted(&rest)
      } else {
        rest.removeFirst()
        take(byte)
      }
    }
    return handOut()
  }

  /// Decodes bytes and returns the events that they complete.
  package mutating func events(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    events(Array(bytes)[...])
  }

  /// Returns the completed events.
  mutating func handOut() -> [InputEvent] {
    defer { output = [] }
    return output
  }

  /// Takes one byte outside of a paste.
  mutating func take(_ byte: UInt8) {
    switch phase {
    case .ground where lapse != nil: late(byte)
    case .ground, .paste: ground(byte)
    case .utf8: continueScalar(byte)
    case .escape: escape(byte)
    case .single: single(byte)
    case .sequence: sequence(byte)
    case .console: console(byte)
    case .oldMouse: oldMouse(byte)
    case .string: string(byte)
    case .late: late(byte)
    }
  }

  mutating func put(_ event: InputEvent, length: Int) {
    output.append(event)
    lengths.append(length)
  }

  /// Ends the pending sequence with an event.
  ///
  /// If another escape byte precedes it, a key without alt gets alt; before any other event that
  /// byte is the escape key.
  mutating func finish(_ event: InputEvent) {
    if isDoubled, let key = event.withAlt {
      isDoubled = false
      put(key, length: collected.count + 1)
    } else {
      putDoubledEscape()
      put(event, length: collected.count + dropped)
    }
    forget()
  }

  /// Makes an escape byte that precedes the pending sequence the escape key.
  mutating func putDoubledEscape() {
    if isDoubled { put(.key(KeyPress(.escape)), length: 1) }
    isDoubled = false
  }

  /// Begins again with nothing pending.
  mutating func forget() {
    collected.removeAll(keepingCapacity: true)
    dropped = 0
    pieces = AnswerPieces()
    phase = .ground
  }

  /// Decodes bytes as if they arrived now.
  mutating func takeAgain(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes { take(byte) }
  }

  /// Ends the pending sequence as unknown bytes.
  mutating func giveUp() { finish(.unknown(collected)) }

  /// Ends the pending sequence as unknown bytes, and starts again with this byte.
  mutating func giveUp(before byte: UInt8) {
    giveUp()
    ground(byte)
  }

  mutating func finish(key chord: KeyChord) { finish(.key(KeyPress(chord))) }

  mutating func begin(_ phase: Phase, _ byte: UInt8) {
    collected.append(byte)
    self.phase = phase
  }
}

extension InputEvent {
  /// The event of the same key with alt; `nil` if the event is no key, or has alt already.
  fileprivate var withAlt: InputEvent? {
    guard case .key(let press) = self, !press.chord.modifiers.contains(.alt) else { return nil }
    return .key(
      KeyPress(.alt(press.chord), phase: press.phase, isKeypad: press.isKeypad))
  }
}
