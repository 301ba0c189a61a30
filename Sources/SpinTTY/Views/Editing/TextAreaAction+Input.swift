extension TextArea.Action: ControlAction {
  /// `true`, because focused text takes all characters, even those that are keys elsewhere.
  public static var takesText: Bool { true }

  /// Creates an action from typed or pasted text, the mouse, the keys of a ``TextInput``, and these
  /// keys.
  ///
  /// | keys | action |
  /// |---|---|
  /// | up, down; ctrl+p, ctrl+n | one row |
  /// | page up, page down | one page |
  /// | ctrl with home, end; alt+<, alt+> | to an end of the text |
  /// | enter, with or without shift; ctrl+j | begin a line |
  ///
  /// Many terminals send ctrl+j for enter with shift. Home, end, ctrl+k and ctrl+u stop at the ends of the line. A click
  /// places the cursor, dragging or a click with shift selects, a double click selects a word, a third click the line, and
  /// the wheel scrolls. At the
  /// first and the last row, the wheel is left to the views around the text area. Tab and ctrl+z
  /// are not handled.
  public init?(_ input: ControlInput) {
    let room = input.region?.grid.map {
      TextPage(columns: $0.size.columns, rows: $0.size.rows, widths: $0.widths)
    }
    switch input.event {
    case .mouse(let mouse):
      guard let grid = input.region?.grid,
        let action = Self.action(of: mouse, clicks: input.clicks, on: grid, in: room)
      else { return nil }
      self = action
    case .key(let press):
      guard press.phase != .release, let action = Self.action(of: press, in: room) else {
        return nil
      }
      self = action
    default:
      let text = input.event.insertion?.withoutControls(keepsLines: true) ?? ""
      if text.isEmpty { return nil }
      self = .insert(text)
    }
  }

  private static func action(
    of press: KeyPress, in room: TextPage?
  ) -> Self? {
    if let motion = motions.first(where: { $0.chord.matches(press) })?.motion {
      return .move(motion, in: room)
    }
    if let plain = press.withoutShift,
      let motion = motions.first(where: { $0.chord.matches(plain) })?.motion
    {
      return .move(motion, extends: true, in: room)
    }
    if let shared = TextInput.Action.action(of: press) { return Self(shared) }
    let newlines: [KeyChord] = [.enter, .shift(.enter), .ctrl("j")]
    if newlines.contains(where: { $0.matches(press) }) { return .insert("\n") }
    let clean = press.typedText?.withoutControls(keepsLines: true) ?? ""
    return clean.isEmpty ? nil : .insert(clean)
  }

  /// Creates the action of a key that a ``TextInput`` has too.
  private init?(_ action: TextInput.Action) {
    switch action {
    case .move(let motion, let extends): self = .move(TextArea.Motion(motion), extends: extends)
    case .remove(let motion): self = .remove(TextArea.Motion(motion))
    case .kill(let motion): self = .kill(TextArea.Motion(motion))
    case .copy: self = .copy
    case .cut: self = .cut
    case .yank: self = .yank
    case .undo: self = .undo
    case .redo: self = .redo
    case .selectAll: self = .selectAll
    case .insert, .place, .selectWord: return nil
    }
  }

  private static func action(
    of mouse: MouseEvent, clicks: Int, on grid: TextGrid, in room: TextPage?
  ) -> Self? {
    switch mouse.action {
    case .scroll(.up): return grid.hasRowsAbove ? .scroll(-3, in: room) : nil
    case .scroll(.down): return grid.hasRowsBelow ? .scroll(3, in: room) : nil
    case .press(.left), .drag(.left):
      guard let first = grid.rows.first, let last = grid.rows.last else { return nil }
      let isDrag = mouse.action == .drag(.left)
      // Dragging above or below the visible text selects up to its edge, and then scrolls.
      if isDrag, mouse.row < first.stops.row, grid.goesOnAbove, grid.hasCursor(upTo: first) {
        return .move(.up, extends: true, in: room)
      }
      if isDrag, mouse.row > last.stops.row, grid.goesOnBelow, grid.hasCursor(from: last) {
        return .move(.down, extends: true, in: room)
      }
      let row = grid.rows[min(max(mouse.row - first.stops.row, 0), grid.rows.count - 1)]
      let isBelow = mouse.row > last.stops.row && !grid.goesOnBelow
      let offset = isBelow ? row.stops.end : row.stops.offset(at: mouse.column)
      let place = TextArea.Position(line: row.line, offset: offset)
      if clicks == 2, !isDrag { return .selectWord(place, in: room) }
      if clicks > 2, !isDrag { return .selectLine(place, in: room) }
      return .place(
        place, extends: isDrag || mouse.modifiers.contains(.shift), in: room)
    default: return nil
    }
  }

  private static let motions: [(chord: KeyChord, motion: TextArea.Motion)] = [
    (.up, .up), (.ctrl("p"), .up), (.down, .down), (.ctrl("n"), .down),
    (.pageUp, .pageUp), (.pageDown, .pageDown), (.ctrl(.home), .start), (.ctrl(.end), .end),
    (.alt("<"), .start), (.alt(">"), .end),
  ]
}
