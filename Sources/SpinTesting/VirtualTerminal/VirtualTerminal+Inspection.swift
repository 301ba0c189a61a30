extension VirtualTerminal {
  /// The cursor as the user sees it.
  public struct Cursor: Hashable, Sendable {
    /// The row, counted from 0 at the top.
    public let row: Int
    /// The column, counted from 0 at the left.
    public let column: Int
    /// Whether the last column was written and the cursor waits there.
    package let isPending: Bool
    /// Whether the cursor is visible (mode 25).
    public let isVisible: Bool
    /// The shape of the cursor (DECSCUSR).
    package let shape: CursorShape
  }

  /// Where the cursor is, and whether it is visible.
  public var cursor: Cursor {
    Cursor(
      row: position.row, column: position.column, isPending: position.isPending,
      isVisible: modes[25], shape: settings.shape)
  }

  /// The rows of the scrolling region (DECSTBM).
  package var scrollRegion: ClosedRange<Int> { region }

  /// Whether the alternate screen is shown.
  public var isAlternateScreen: Bool { modes.isAlternate }

  /// The cell at a zero-based position.
  ///
  /// - Precondition: The position is on the screen.
  public subscript(row: Int, column: Int) -> Cell { screen.lines[row].cells[column] }

  /// The cells of the screen, row by row.
  public var cells: [[Cell]] { screen.lines.map(\.cells) }

  /// The cells of the hidden screen.
  package var hiddenCells: [[Cell]] { hidden.lines.map(\.cells) }

  /// The lines that left the main screen at its top, the oldest first, without trailing blanks.
  public var scrollback: [String] { history.map(\.text) }

  /// The window's title.
  public var title: String { settings.title }

  /// The progress that the window shows.
  package var progress: Progress? { settings.progress }

  /// The current kitty keyboard flags of the visible screen.
  package var keyboardFlags: Int { screen.keyboardFlags }

  /// The level of modifyOtherKeys.
  package var modifyOtherKeys: Int { settings.modifyOtherKeys }

  /// Returns the contents of a selection, by default the clipboard `c`.
  package func clipboard(_ selection: String = "c") -> [UInt8]? { settings.clipboard[selection] }

  /// Returns the colour that was set as foreground (10), background (11) or cursor (12).
  package func dynamicColor(_ number: Int) -> String? { settings.dynamicColors[number] }
}
