extension List.Model {
  /// Moves the selection, as the other form does, by what the user did in a list that has a name.
  ///
  /// The mouse counts from the list's corner and only over it, and the page is that of the frame that
  /// was shown: see ``UserInput/event(in:)`` and ``UserInput/size(of:)``.
  ///
  /// - Parameters:
  ///   - input: What the user did.
  ///   - id: The name of the list, see ``View/id(_:)``.
  ///   - count: The number of rows.
  ///   - rowHeight: The height of each row, as the list has it.
  /// - Returns: Whether the input was one of these.
  @discardableResult
  public mutating func reduce(
    _ input: UserInput, in id: some Hashable & Sendable, count: Int, rowHeight: Int = 1
  ) -> Bool {
    guard let event = input.event(in: id) else { return false }
    let page = input.size(of: id).map { max(1, $0.rows / max(1, rowHeight)) }
    return reduce(event, count: count, page: page, rowHeight: rowHeight)
  }

  /// Moves the selection: arrows, page up and down, home and end, the wheel, and a click on a row if
  /// the mouse event counts from the list's own corner, as ``UserInput/event(in:)`` does.
  ///
  /// - Parameters:
  ///   - input: What came in.
  ///   - count: The number of rows.
  ///   - page: The number of rows that are shown at once. Nil if that is not known: then page up and
  ///     down go by ten, and the list scrolls when it is drawn.
  ///   - rowHeight: The height of each row, as the list has it.
  /// - Returns: Whether the input was one of these.
  @discardableResult
  public mutating func reduce(
    _ input: InputEvent, count: Int, page: Int? = nil, rowHeight: Int = 1
  ) -> Bool {
    if case .mouse(let mouse) = input {
      return reduce(mouse, count: count, page: page, rowHeight: rowHeight)
    }
    var isTaken = false
    for press in input.presses {
      guard let step = List.Model.step(of: press, count: count, page: max(1, page ?? 10)) else {
        continue
      }
      isTaken = true
      let next = selected(of: count).map { $0 + step } ?? (step < 0 ? count - 1 : 0)
      if let page, KeyChord.pageUp.matches(press) || KeyChord.pageDown.matches(press) {
        // The whole page moves, and the selected row keeps its place on it.
        offset = min(max(window(count: count, page: page) + step, 0), max(0, count - page))
      }
      select(next, of: count, page: page)
    }
    return isTaken
  }

  private static func step(of press: KeyPress, count: Int, page: Int) -> Int? {
    let steps: [(KeyChord, Int)] = [
      (.up, -1), (.down, 1), (.pageUp, -page), (.pageDown, page), (.home, -count), (.end, count),
    ]
    return steps.first { $0.0.matches(press) }?.1
  }

  private mutating func reduce(
    _ mouse: MouseEvent, count: Int, page: Int?, rowHeight: Int
  ) -> Bool {
    switch mouse.action {
    case .scroll(.up): scroll(by: -3, count: count, page: max(1, page ?? 10))
    case .scroll(.down): scroll(by: 3, count: count, page: max(1, page ?? 10))
    case .press(.left):
      guard let row = row(at: mouse.row, count: count, page: page, rowHeight: rowHeight) else {
        return false
      }
      select(row, of: count, page: page)
    default: return false
    }
    return true
  }
}
