/// The changed modes of a terminal, and the bytes that restore them: a pure value.
///
/// The session publishes the undo of a change before it sends the bytes of the change, so that any
/// part that arrives before a crash is undone. Two changes must be undone only if they were really
/// made, because their undo is visible: leaving the alternate screen moves the cursor, and so does
/// resetting the scrolling region on the main screen.
///
/// ```
///   adopt(m)   ─▶ publish(undo) ─▶ write(start bytes) ─▶ noteWritten() ─▶ publish(undo)
/// ```
package struct ModeLedger: Equatable, Sendable {
  /// The modes that were changed or are about to be changed.
  package private(set) var modes: TerminalModes = []
  /// Whether the bytes that enter the alternate screen may not have arrived yet.
  package private(set) var isEntering = false
  /// The rows of an inline view, which lie below or above the cursor when the run ends.
  package var inlineRows = 0

  package init() {}

  /// Notes modes that are about to be changed.
  ///
  /// - Returns: The bytes that change them. Publish the undo before sending them.
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

  /// Notes that all bytes were written, so the terminal shows the alternate screen.
  package mutating func noteWritten() { isEntering = false }

  /// Returns the bytes of an orderly end.
  ///
  /// - Parameter rowsBelow: The number of rows of an inline view below the cursor.
  /// - Returns: The bytes that restore the terminal.
  package func stop(rowsBelow: Int = 0) -> [UInt8] {
    let stops = TerminalModes.stops.filter { !modes.isDisjoint(with: $0.mode) }
    return stops.flatMap { Array($0.bytes.utf8) } + leaving(rowsBelow: rowsBelow)
  }

  /// The bytes for a crash, the first two of which end a sequence that it may have interrupted.
  package var undo: [UInt8] {
    modes.isEmpty ? [] : Array("\u{1B}\\".utf8) + stop(rowsBelow: max(0, inlineRows - 1))
  }

  private func leaving(rowsBelow: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    if modes.contains(.alternateScreen) {
      // On the main screen, 1047 has no effect and does not restore a cursor. A terminal with only
      // one screen is left blank, with the prompt at its top.
      bytes += isEntering ? "\u{1B}[?1047l".utf8 : "\u{1B}[H\u{1B}[2J\u{1B}[?1049l".utf8
      // Some consoles store the cursor's visibility separately for each screen.
      if modes.contains(.cursor) { bytes += "\u{1B}[?25h".utf8 }
    } else if inlineRows > 0 {
      if rowsBelow > 0 { bytes += "\u{1B}[\(rowsBelow)B".utf8 }
      bytes += "\r\n\u{1B}[J".utf8
    }
    return bytes
  }
}
