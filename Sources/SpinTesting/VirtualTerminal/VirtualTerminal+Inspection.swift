extension VirtualTerminal {
  /// The cursor as a user sees it.
  public struct Cursor: Hashable, Sendable {
    /// The row, from 0 at the top.
    public let row: Int
    /// The column, from 0 at the left.
    public let column: Int
    /// Whether the last column was written and the cursor waits there for what comes next.
    package let isPending: Bool
    /// Whether it is shown (mode 25).
    public let isVisible: Bool
    /// Its shape (DECSCUSR).
    package let shape: CursorShape
  }

  /// Where and what the cursor is.
  public var cursor: Cursor {
    Cursor(
      row: position.row, column: position.column, isPending: position.isPending,
      isVisible: modes[25],
      shape: settings.shape)
  }

  /// The rows that scroll (DECSTBM).
  package var scrollRegion: ClosedRange<Int> { region }

  /// Whether the alternate screen is shown.
  public var isAlternateScreen: Bool { modes.isAlternate }

  /// The cell at a place that counts from zero.
  ///
  /// - Precondition: The place is on the screen.
  public subscript(row: Int, column: Int) -> Cell { screen.lines[row].cells[column] }

  /// The cells of the screen, row by row.
  public var cells: [[Cell]] { screen.lines.map(\.cells) }

  /// The cells of the screen that is not shown.
  package var hiddenCells: [[Cell]] { hidden.lines.map(\.cells) }

  /// The lines that left the main screen at its top, oldest first, without blanks at their ends.
  public var scrollback: [String] { history.map(\.text) }

  /// The window's title.
  public var title: String { settings.title }

  /// The progress that the window shows.
  package var progress: Progress? { settings.progress }

  /// The kitty keyboard flags in force on the screen that is shown.
  package var keyboardFlags: Int { screen.keyboardFlags }

  /// The level of modifyOtherKeys.
  package var modifyOtherKeys: Int { settings.modifyOtherKeys }

  /// What was copied to a selection, by default the clipboard `c`.
  package func clipboard(_ selection: String = "c") -> [UInt8]? { settings.clipboard[selection] }

  /// The colour asked for as foreground (10), background (11) or of the cursor (12).
  package func dynamicColor(_ number: Int) -> String? { settings.dynamicColors[number] }
}
