extension Surface {
  /// A character that was drawn, and its style.
  struct Drawn {
    let column: Int
    let row: Int
    let text: String
    let style: Style
  }

  /// The contents of the visible cells, row by row.
  var drawn: [Drawn] {
    let area = visible
    return (area.row..<area.endRow).flatMap { row in
      (area.column..<area.endColumn).map { column in
        let cell = canvas.cell(column: corner.column + column, row: corner.row + row)
        return Drawn(column: column, row: row, text: cell.text, style: cell.style)
      }
    }
  }

  /// Joins the lines that were drawn in the surface with those that were there before.
  ///
  /// A line in the style of the focus keeps it. What is no line, such as a title, stays as it is.
  ///
  /// - Parameters:
  ///   - before: What the surface has shown before.
  ///   - axis: The direction of the line that becomes heavy and gets the style of the focus; `nil` for
  ///     none.
  ///   - environment: The environment of the lines.
  func joinLines(with before: [Drawn], focused axis: Axis?, in environment: ViewEnvironment) {
    let focus = style(.focus, in: environment)
    func hasFocus(_ drawn: Drawn) -> Bool {
      drawn.style.foreground == focus.foreground
        && drawn.style.attributes.isSuperset(of: focus.attributes)
    }
    let drawn = drawn
    let isLine = environment.drawsASCII ? Surface.lines(in: drawn) : []
    for (number, (old, new)) in zip(before, drawn).enumerated() {
      var (text, style) = (new.text, hasFocus(old) ? old.style : new.style)
      if environment.drawsASCII {
        guard isLine[number] else { continue }
        if old.text == "+" { text = "+" }
      } else {
        guard var joint = BoxJoint(text) else { continue }
        if let other = BoxJoint(old.text) { joint = joint.joined(with: other) }
        if let axis { joint = joint.heavy(along: axis) }
        text = joint.character
      }
      if axis != nil { style = focus.over(Style(background: style.background)) }
      put(text, column: new.column, row: new.row, style: style)
    }
  }

  /// Returns whether each cell belongs to a line of ASCII, which has a corner or goes on to an edge; a hyphen
  /// in a title does not.
  private static func lines(in drawn: [Drawn]) -> [Bool] {
    var isLine: [Bool] = []
    while isLine.count < drawn.count {
      let rest = drawn[isLine.count...].prefix { $0.row == drawn[isLine.count].row }
      let run = rest.prefix { ["-", "|", "+"].contains($0.text) }
      let isAtEdge = run.first?.column == drawn[0].column || run.count == rest.count
      let hasCorner = run.contains { $0.text == "+" }
      isLine += run.map { _ in isAtEdge || hasCorner }
      if run.isEmpty { isLine.append(false) }
    }
    return isLine
  }
}

extension BoxJoint {
  /// Returns the joint with heavy lines where it has lines along an axis.
  fileprivate func heavy(along axis: Axis) -> BoxJoint {
    func heavy(_ weight: Weight) -> Weight { weight == .none ? .none : .heavy }
    return axis == .horizontal
      ? BoxJoint(up, heavy(right), down, heavy(left))
      : BoxJoint(heavy(up), right, heavy(down), left)
  }
}
