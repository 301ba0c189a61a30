/// The output of a session, with the modes that it changes.
struct TerminalOutput {
  var writer: TerminalWriter
  /// The changed modes.
  private(set) var ledger = ModeLedger()
  /// The modes to set again after a pause.
  private(set) var wanted: TerminalModes

  init(_ writer: TerminalWriter, wanted: TerminalModes) {
    self.writer = writer
    self.wanted = wanted
  }

  /// Publishes the undo of modes and changes them.
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

  /// Notes the number of rows that an inline view has or is about to have.
  mutating func occupy(inlineRows: Int) {
    ledger.inlineRows = inlineRows
    Rescue.publish(ledger.undo)
  }

  /// Notes that the position of an inline view is unknown; the next one begins at the cursor.
  mutating func forgetInlineRows() { ledger.inlineRows = 0 }

  /// Notes that all modes were restored.
  mutating func forgetModes() { ledger = ModeLedger() }
}
