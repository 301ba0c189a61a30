extension TextArea {
  /// What the user does with a text: a step, and never a place on the screen.
  ///
  /// Some steps depend on where lines wrap, and come with the room in which the user saw the text.
  /// Without a room, each line is one row.
  public enum Action: Hashable, Sendable, Codable {
    /// A text is written in place of the selection, or at the cursor; newlines begin lines.
    case insert(String)
    /// The cursor moves; if it extends the selection, from where it was.
    case move(Motion, extends: Bool = false, in: Room? = nil)
    /// The selection is removed, or the text from the cursor to where it would move.
    case remove(Motion)
    /// As ``remove(_:)``, and what is removed can be yanked.
    ///
    /// What is killed in a row is kept together.
    case kill(Motion)
    /// What was killed last is written as by ``insert(_:)``.
    case yank
    /// The last change of the text is taken back. What is typed is one change for each word.
    case undo
    /// The change that was taken back last is made again.
    case redo
    /// All of the text is selected, with the cursor at the end.
    case selectAll
    /// The cursor goes to a place, such as that of a click; if it extends the selection, from where it
    /// was.
    case place(Position, extends: Bool = false, in: Room? = nil)
    /// The text scrolls some rows down, or up, and the cursor stays.
    case scroll(Int, in: Room? = nil)

    /// The room that the action comes with.
    var room: Room? {
      switch self {
      case .move(_, _, let room), .place(_, _, let room), .scroll(_, let room): room
      case .insert, .remove, .kill, .yank, .undo, .redo, .selectAll: nil
      }
    }
  }

  /// How the cursor moves.
  ///
  /// A word is of letters, digits and underscores.
  public enum Motion: String, Hashable, Sendable, Codable {
    /// One character on, or back.
    case forward, backward
    /// Behind the next word, or before the one that was last.
    case wordForward, wordBackward
    /// Back to the last blank, as in a shell.
    case blankBackward
    /// One row up, or down, as near as possible to the column that the cursor had before such steps.
    case up, down
    /// A page up, or down, which keeps one row of the last page.
    case pageUp, pageDown
    /// To the beginning of the line, or to its end.
    case lineStart, lineEnd
    /// To the beginning of the text, or to its end.
    case start, end
  }
}
