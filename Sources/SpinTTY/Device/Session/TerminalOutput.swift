/// What a session writes to the terminal: bytes, and the modes that they change.
struct TerminalOutput {
  var writer: TerminalWriter
  /// What was changed about the terminal.
  private(set) var ledger = ModeLedger()
  /// What is to be changed again after a pause.
  private(set) var wanted: TerminalModes

  init(_ writer: TerminalWriter, wanted: TerminalModes) {
    self.writer = writer
    self.wanted = wanted
  }

  /// Changes modes, with their undo published before.
  mutating func adopt(_ modes: TerminalModes) -> TerminalWriter.Outcome {
    wanted.formUnion(modes)
    let bytes = ledger.adopt(modes)
    Rescue.publish(ledger.undo)
    return bytes.isEmpty ? .taken : writer.send(bytes)
  }

  /// Notes that the terminal has taken all bytes.
  mutating func noteWritten() {
    guard ledger.isEntering else { return }
    ledger.noteWritten()
    Rescue.publish(ledger.undo)
  }

  /// The rows of an inline view.
  var inlineRows: Int { ledger.inlineRows }

  /// Notes how many rows an inline view has, or is about to have.
  mutating func occupy(inlineRows: Int) {
    ledger.inlineRows = inlineRows
    Rescue.publish(ledger.undo)
  }

  /// Notes that nobody knows where an inline view is: the next one begins where the cursor is.
  mutating func forgetInlineRows() { ledger.inlineRows = 0 }

  /// Notes that all modes were taken back.
  mutating func forgetModes() { ledger = ModeLedger() }
}
