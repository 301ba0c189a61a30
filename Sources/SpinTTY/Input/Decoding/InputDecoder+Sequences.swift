extension InputDecoder {
  /// Takes a byte after `ESC[`.
  mutating func sequence(_ byte: UInt8) {
    switch byte {
    case 0..<0x20, 0x7F...:
      isIntroducer || pieces.sure > 0 ? readAsKeys(before: byte) : giveUp(before: byte)
    case 0x5B where collected.count == 2: begin(.console, byte)
    case 0x4D where collected.count == 2: begin(.oldMouse, byte)
    case 0x24 where isShiftedKey, 0x40...:
      collected.append(byte)
      finishSequence(final: byte)
    default: collect(byte)
    }
  }

  /// Whether a `$` ends a key with shift as rxvt sends it, although `$` is not a valid final byte.
  ///
  /// Answers with `$` in the middle have a marker or a second parameter.
  private var isShiftedKey: Bool {
    // The longest number of a key has five digits. A longer sequence is not read again for each `$`.
    guard collected.count <= 7, let parameters = SequenceParameters(collected.dropFirst(2)) else {
      return false
    }
    guard parameters.marker == nil, let numbers = parameters.numbers() else { return false }
    return numbers.count == 1 && KeyTables.tilde(numbers[0]) != nil
  }

  private mutating func finishSequence(final: UInt8) {
    let body = collected.dropFirst(2).dropLast()
    guard dropped == 0, let parameters = SequenceParameters(body) else { return giveUp() }
    if body.elementsEqual("200".utf8), final == 0x7E { return beginPaste() }
    // A sequence that says which modifiers are held says so for alt as well.
    if parameters.count > 1 || final == 0x75 { putDoubledEscape() }
    let event =
      switch parameters.marker {
      case 0x3C: Self.mouse(parameters, final)
      case nil: Self.key(parameters, final) ?? ReportDecoding.plain(parameters, final)
      default: ReportDecoding.marked(parameters, final).map(InputEvent.answer)
      }
    event.map { finish($0) } ?? giveUp()
  }

  /// Begins a paste behind the pending bytes, which are what is left of its introducer.
  mutating func beginPaste() {
    putDoubledEscape()
    let count = collected.count
    forget()
    paste.begin(introducer: count)
    phase = .paste
  }

  private static func mouse(_ parameters: SequenceParameters, _ final: UInt8) -> InputEvent? {
    guard final == 0x4D || final == 0x6D, parameters.intermediates.isEmpty,
      let numbers = parameters.numbers(), numbers.count == 3
    else { return nil }
    return MouseEvent(
      code: numbers[0], column: numbers[1], row: numbers[2], isUp: final == 0x6D
    ).map(InputEvent.mouse)
  }

  private static func key(_ parameters: SequenceParameters, _ final: UInt8) -> InputEvent? {
    guard parameters.intermediates.isEmpty else { return nil }
    switch final {
    case 0x75: return KittyKeys.event(parameters)
    case 0x7E where parameters[0] == 27 && parameters.count == 3:
      return KittyKeys.modifiedKey(parameters)
    case 0x7E: return numbered(parameters, [])
    case 0x5E: return numbered(parameters, .ctrl)
    case 0x24: return numbered(parameters, .shift)
    case 0x40: return numbered(parameters, [.ctrl, .shift])
    case 0x61...0x64 where parameters.count == 0:
      return KeyTables.arrow(final - 0x20).map { .key(KeyPress(.shift(KeyChord($0)))) }
    default: return lettered(parameters, final)
    }
  }

  /// Decodes `ESC[n~`, `ESC[n;mods:event~`, and the forms of rxvt that end with the modifier.
  private static func numbered(
    _ parameters: SequenceParameters, _ modifiers: Modifiers
  ) -> InputEvent? {
    guard (1...3).contains(parameters.count), let number = parameters[0],
      parameters.values[0].count == 1, let held = parameters.held,
      let code = KeyTables.tilde(number)
    else { return nil }
    let chord = KeyChord(code, held.modifiers.union(modifiers))
    return .key(KeyPress(chord, phase: held.phase))
  }

  /// Decodes sequences like `ESC[A` and `ESC[1;mods:eventA`.
  private static func lettered(
    _ parameters: SequenceParameters, _ final: UInt8
  ) -> InputEvent? {
    guard let code = KeyTables.letter(final), parameters.count <= 3,
      parameters.count == 0 || parameters.values[0] == [1], let held = parameters.held
    else { return nil }
    let shift: Modifiers = final == 0x5A ? .shift : []
    return .key(KeyPress(KeyChord(code, held.modifiers.union(shift)), phase: held.phase))
  }
}
