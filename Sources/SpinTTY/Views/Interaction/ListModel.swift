extension List {
  /// Which row of a list is selected, and which is the first that is shown: a value in the state.
  ///
  /// How many rows there are, and how many are shown, is known elsewhere in the state, and so is
  /// given to ``reduce(_:count:page:)`` each time.
  public struct Model: Hashable, Sendable {
    /// The selected row; nil selects none.
    public var selection: Int?
    /// The row that the list begins with, unless the selected one would not be seen then.
    public var offset: Int

    /// Creates a model.
    public init(selection: Int? = 0, offset: Int = 0) {
      self.selection = selection
      self.offset = offset
    }

    /// Moves the selection: arrows, page up and down, home and end, the wheel, and a click on a row
    /// if the mouse event counts from the list's own corner, as a ``HitMap/Hit`` does.
    ///
    /// - Parameters:
    ///   - input: What came in.
    ///   - count: The number of rows.
    ///   - page: The number of rows that are shown at once.
    /// - Returns: Whether the input was one of these.
    @discardableResult
    public mutating func reduce(_ input: InputEvent, count: Int, page: Int = 10) -> Bool {
      let page = max(1, page)
      if case .mouse(let mouse) = input {
        return reduce(mouse, count: count, page: page)
      }
      var isTaken = false
      for press in input.presses {
        guard let step = Model.step(of: press, count: count, page: page) else { continue }
        isTaken = true
        select(selection.map { $0 + step } ?? (step < 0 ? count - 1 : 0), of: count, page: page)
      }
      return isTaken
    }

    /// Selects a row, or the nearest that there is, and scrolls as little as shows it.
    public mutating func select(_ row: Int, of count: Int, page: Int = 10) {
      guard count > 0 else {
        (selection, offset) = (nil, 0)
        return
      }
      selection = min(max(row, 0), count - 1)
      offset = window(count: count, page: max(1, page))
    }

    /// The row that is shown at a place, counted from the list's first line.
    public func row(at place: Int, count: Int, page: Int = 10) -> Int? {
      let row = window(count: count, page: max(1, page)) + place
      return place >= 0 && place < max(1, page) && row < count ? row : nil
    }

    private static func step(of press: KeyPress, count: Int, page: Int) -> Int? {
      let steps: [(KeyChord, Int)] = [
        (.up, -1), (.down, 1), (.pageUp, -page), (.pageDown, page), (.home, -count), (.end, count),
      ]
      return steps.first { $0.0.matches(press) }?.1
    }

    private mutating func reduce(_ mouse: MouseEvent, count: Int, page: Int) -> Bool {
      switch mouse.action {
      case .scroll(.up): scroll(by: -3, count: count, page: page)
      case .scroll(.down): scroll(by: 3, count: count, page: page)
      case .press(.left):
        guard let row = row(at: mouse.row, count: count, page: page) else { return false }
        select(row, of: count, page: page)
      default: return false
      }
      return true
    }

    /// Scrolls, and takes the selection along where it would not be seen any more.
    private mutating func scroll(by rows: Int, count: Int, page: Int) {
      guard count > 0 else { return }
      let last = max(0, count - page)
      offset = min(max(window(count: count, page: page) + rows, 0), last)
      selection = selection.map { min(max($0, offset), min(offset + page, count) - 1) }
    }

    /// The selected row, if there is one of that number.
    func selected(of count: Int) -> Int? {
      selection.flatMap { $0 >= 0 && $0 < count ? $0 : nil }
    }

    /// The first row to show so that the selected one is seen and no room is lost at the end.
    func window(count: Int, page: Int) -> Int {
      let last = max(0, count - page)
      let start = min(max(offset, 0), last)
      guard let selection = selected(of: count) else { return start }
      if selection < start { return selection }
      return selection - start >= page ? selection - page + 1 : start
    }
  }
}
