/// What was changed about the terminal, and the bytes that take it back: pure.
///
/// The bytes of a change go to the terminal only after the undo that takes it back is published,
/// so whatever part of them arrives before a crash is undone. Two things cannot be undone before
/// they were done, because doing so shows: leaving the alternate screen moves the cursor, and so
/// does ending a scrolling region on the main screen.
///
/// ```
///   adopt(m)   ─▶ publish(undo) ─▶ write(start bytes) ─▶ noteWritten() ─▶ publish(undo)
/// ```
package struct ModeLedger: Hashable, Sendable {
  /// What was changed, or is about to be.
  package private(set) var modes: TerminalModes = []
  /// Whether the change to the alternate screen may not have arrived yet.
  package private(set) var isEntering = false
  /// The rows of an inline view, which are below the cursor or above it when all ends.
  package var inlineRows = 0

  package init() {}

  /// Notes modes that are about to be changed.
  ///
  /// - Returns: The bytes that change them; publish the undo first.
  package mutating func adopt(_ more: TerminalModes) -> [UInt8] {
    let added = more.subtracting(modes)
    if added.contains(.alternateScreen) { isEntering = true }
    let hadMouse = !modes.isDisjoint(with: .mouse)
    modes.formUnion(added)
    var bytes: [UInt8] = []
    for (mode, start) in TerminalModes.starts where !added.isDisjoint(with: mode) {
      if mode == .mouse, hadMouse { continue }
      bytes += start.utf8
    }
    return bytes
  }

  /// Notes that everything was written: the alternate screen is surely shown.
  package mutating func noteWritten() { isEntering = false }

  /// The bytes of an orderly stop.
  ///
  /// - Parameter rowsBelow: How many rows of an inline view are below the cursor.
  /// - Returns: The bytes.
  package func stop(rowsBelow: Int = 0) -> [UInt8] {
    let stops = TerminalModes.stops.filter { !modes.isDisjoint(with: $0.mode) }
    return stops.flatMap { Array($0.bytes.utf8) } + leaving(rowsBelow: rowsBelow)
  }

  /// The bytes for a crash, which may come within any sequence: the first two end it.
  package var undo: [UInt8] {
    modes.isEmpty ? [] : Array("\u{1B}\\".utf8) + stop(rowsBelow: max(0, inlineRows - 1))
  }

  private func leaving(rowsBelow: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    if modes.contains(.alternateScreen) {
      // 1047 is nothing to a terminal that is not there: no cursor is put back. A terminal that has
      // but one screen is left blank, with the prompt at its top.
      bytes += isEntering ? "\u{1B}[?1047l".utf8 : "\u{1B}[H\u{1B}[2J\u{1B}[?1049l".utf8
      // Some consoles keep the cursor's visibility for each screen.
      if modes.contains(.cursor) { bytes += "\u{1B}[?25h".utf8 }
    } else if inlineRows > 0 {
      if rowsBelow > 0 { bytes += "\u{1B}[\(rowsBelow)B".utf8 }
      bytes += "\r\n\u{1B}[J".utf8
    }
    return bytes
  }
}
