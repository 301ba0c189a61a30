/// A control that has a frame in the regular density.
protocol FramedControl: View {}

extension ViewEnvironment {
  /// Whether a control in a room has a frame.
  func framesControl(in room: Proposal) -> Bool {
    density == .regular && (room.rows ?? .max) > 2 && (room.columns ?? .max) > 4
  }

  /// Returns the environment for views in a room, which is compact if they have too many rows otherwise.
  func fitted(to room: Proposal, rows: (ViewEnvironment) -> Int) -> ViewEnvironment {
    guard density == .regular, let limit = room.rows, rows(self) > limit else { return self }
    var compact = self
    compact.density = .compact
    return compact
  }

  /// Returns the columns beside the text of a field and the rows above and below it, in a room.
  func fieldInsets(in room: Proposal) -> Size {
    if framesControl(in: room) { return Size(columns: 4, rows: 2) }
    return Size(columns: 2 * (room.columns.map(Surface.fieldMargin) ?? 1), rows: 0)
  }
}

extension Surface {
  /// Draws the frame of a control, heavy with the focus on a terminal without colours, and returns the room
  /// between the lines.
  func frameOfControl(hasFocus: Bool, style: Style, in environment: ViewEnvironment) -> Surface {
    update { $0.isFramed = true }
    let isHeavy = hasFocus && environment.colors == .none
    outline((isHeavy ? BorderStyle.heavy : .rounded).lines(in: environment), style: style)
    return region(
      Rectangle(column: 1, row: 1, columns: size.columns - 2, rows: size.rows - 2))
  }
}
