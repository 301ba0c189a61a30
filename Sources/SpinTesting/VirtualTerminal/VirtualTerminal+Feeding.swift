extension VirtualTerminal {
  /// Takes bytes, divided in any way.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      parser.take(byte)
      while let lexeme = parser.next() { perform(lexeme) }
    }
  }

  /// Takes the UTF-8 bytes of a text.
  public mutating func feed(_ text: String) { feed(text.utf8) }

  private mutating func perform(_ lexeme: ControlParser.Lexeme) {
    self.lexeme = lexeme
    let wasUpdating = modes.isUpdating
    switch lexeme.token {
    case .scalar(let scalar): print(scalar)
    case .control(let byte): control(byte)
    case .escape(let intermediates, let final): escape(intermediates, final)
    case .sequence(let sequence): control(sequence)
    case .string(let kind, let payload): controlString(kind, payload)
    case .malformed(let reason): violate(.malformed, reason)
    }
    if wasUpdating && !modes.isUpdating { updateCount += 1 }
    if !wasUpdating && !modes.isUpdating { bytesOutsideUpdates += lexeme.bytes.count }
  }
}
