extension TextArea {
  /// An action of the user on a text, independent of places on the screen.
  ///
  /// Some actions depend on the places where lines wrap, and so contain the room in which the user
  /// saw the text. Without a room, each line is one row.
  public enum Action: Hashable, Sendable, Codable {
    /// Inserts text at the cursor, or replaces the selection; newlines begin new lines.
    case insert(String)
    /// Moves the cursor, and may extend the selection from its previous position.
    case move(Motion, extends: Bool = false, in: TextPage? = nil)
    /// Removes the selection, or the text from the cursor to the end of a motion.
    case remove(Motion)
    /// Removes text like ``remove(_:)``, and keeps it for ``yank``.
    ///
    /// Text of consecutive kills is kept together.
    case kill(Motion)
    /// Keeps the selected text for ``yank``.
    case copy
    /// Removes the selected text, and keeps it for ``yank``.
    case cut
    /// Inserts the text last killed, cut or copied.
    case yank
    /// Undoes the last change of the text. Typing a word is one change.
    case undo
    /// Redoes the change last undone.
    case redo
    /// Selects the whole text and moves the cursor to its end.
    case selectAll
    /// Selects the word at a position, or the character there; for a double click.
    case selectWord(Position, in: TextPage? = nil)
    /// Selects the line of a position, with its newline; for a triple click.
    case selectLine(Position, in: TextPage? = nil)
    /// Moves the cursor to a position, such as a click's, and may extend the selection from its
    /// previous position.
    case place(Position, extends: Bool = false, in: TextPage? = nil)
    /// Scrolls down by a number of rows, or up if negative, without moving the cursor.
    case scroll(Int, in: TextPage? = nil)

    /// The room that the action contains.
    var room: TextPage? {
      switch self {
      case .move(_, _, let room), .place(_, _, let room), .selectWord(_, let room),
        .selectLine(_, let room), .scroll(_, let room):
        room
      case .insert, .remove, .kill, .copy, .cut, .yank, .undo, .redo, .selectAll: nil
      }
    }
  }

  /// A motion of the cursor.
  ///
  /// A word consists of letters, digits and underscores.
  public enum Motion: String, Hashable, Sendable, Codable {
    /// To the next or previous character.
    case forward, backward
    /// To the end of the next word, or to the start of the previous one.
    case wordForward, wordBackward
    /// Back to the previous blank, as in a shell.
    case blankBackward
    /// One row up or down, as near as possible to the column before the first of such motions.
    case up, down
    /// One page up or down, which keeps one row of the previous page.
    case pageUp, pageDown
    /// To the start or the end of the line.
    case lineStart, lineEnd
    /// To the start or the end of the text.
    case start, end
  }
}
