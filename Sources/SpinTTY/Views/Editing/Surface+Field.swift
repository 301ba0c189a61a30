extension Surface {
  /// Draws the ground of a field, unless the program gave it one, and returns the surface on it.
  ///
  /// On terminals with few colours, a field has no ground.
  func fieldGround(in environment: ViewEnvironment) -> Surface {
    guard let ground = environment.style(.field).background, environment.isOwn(base.background)
    else { return self }
    let field = styled(environment.ground(ground))
    field.fill()
    return field
  }

  /// Draws the ground of a text field and its left edge, which has the look of the focus if the
  /// field has it, and returns the room of the text between the blank columns on both sides.
  ///
  /// In the regular density, a frame has the look of the focus instead of the edge.
  func field(in environment: ViewEnvironment) -> Surface {
    let field = fieldGround(in: environment)
    if environment.framesControl(in: Proposal(size)) {
      let hasFocus = environment.isFocused
      let inside = field.frameOfControl(
        hasFocus: hasFocus, style: environment.style(hasFocus ? .focus : .border), in: environment)
      return inside.region(
        Rectangle(column: 1, columns: inside.size.columns - 2, rows: inside.size.rows))
    }
    let margin = Surface.fieldMargin(in: size.columns)
    guard margin > 0 else { return field }
    field.drawFieldEdge(hasFocus: environment.isFocused, in: environment)
    return field.region(
      Rectangle(column: margin, columns: size.columns - 2 * margin, rows: size.rows))
  }

  /// Draws the left edge of a field: a bar, because a thin line would look like a cursor.
  func drawFieldEdge(hasFocus: Bool, in environment: ViewEnvironment) {
    guard hasFocus || environment.hasQuietEdges else { return }
    fill(
      environment.drawsASCII ? "|" : "▌", in: Rectangle(columns: 1, rows: size.rows),
      style: environment.style(hasFocus ? .focus : .border))
  }

  /// Underlines the last row of a field that has neither an edge nor a frame without the focus.
  func drawFieldLine(in environment: ViewEnvironment) {
    if environment.hasQuietEdges { return }
    if environment.framesControl(in: Proposal(size)) { return }
    let line = Rectangle(row: size.rows - 1, columns: size.columns, rows: 1)
    restyle(in: line) { $0.underline = $0.underline ?? .single }
  }

  /// Returns the number of blank columns on each side of the text of a field: one, or none in less
  /// than four columns.
  static func fieldMargin(in columns: Int) -> Int { columns < 4 ? 0 : 1 }
}

extension ViewEnvironment {
  /// Whether a field has its edge without the focus too, in another colour; the edge in ASCII looks like a cursor.
  fileprivate var hasQuietEdges: Bool { style(.field).background != nil && !drawsASCII }
}
