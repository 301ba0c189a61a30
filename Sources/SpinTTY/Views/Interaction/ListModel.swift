extension List {
  /// Which row of a list is selected, and which is the first that is shown: a value in the state.
  ///
  /// Each operation takes the number of rows, which is known elsewhere in the state. The number of
  /// rows that are shown at once, the page, is known to the frame, and comes with the input:
  ///
  /// ```swift
  /// List(state.files, state.cursor) { Text($0) }.id("files")     // the view
  /// Inputs { .moved($0) }                                        // its input
  /// state.cursor.reduce(input, in: "files", count: state.files.count)
  /// ```
  ///
  /// Rows may come and go at any time. A selection beyond the rows that there are counts as the last
  /// one, for ``selected(of:)``, for the next input and where the list is drawn. While there are no
  /// rows none is selected, and input leaves the model as it is.
  public struct Model: Hashable, Sendable {
    /// The row that was selected last; nil selects none.
    public var selection: Int?
    /// The row that the list begins with, unless the selected one would not be seen then.
    public var offset: Int

    /// Creates a model.
    public init(selection: Int? = 0, offset: Int = 0) {
      self.selection = selection
      self.offset = offset
    }

    /// The row that is shown as selected in a list of `count` rows.
    public func selected(of count: Int) -> Int? {
      count > 0 ? selection.map { min(max($0, 0), count - 1) } : nil
    }

    /// Selects a row, or the nearest one, and scrolls no further than necessary.
    ///
    /// - Parameters:
    ///   - row: The row, from 0.
    ///   - count: The number of rows.
    ///   - page: The number of rows that are shown at once; nil if that is not known, and then the
    ///     list scrolls when it is drawn.
    public mutating func select(_ row: Int, of count: Int, page: Int? = nil) {
      guard count > 0 else { return }
      selection = min(max(row, 0), count - 1)
      offset = window(count: count, page: page)
    }

    /// The row that is shown at a place.
    ///
    /// - Parameters:
    ///   - place: The line, from the list's first.
    ///   - count: The number of rows.
    ///   - page: The number of rows that are shown at once; nil if that is not known, and then the
    ///     list is taken to begin with ``offset``.
    ///   - rowHeight: The height of each row, as the list has it.
    /// - Returns: The row; nil if there is none at the place.
    public func row(at place: Int, count: Int, page: Int? = nil, rowHeight: Int = 1) -> Int? {
      guard place >= 0 else { return nil }
      let number = place / max(1, rowHeight)
      let row = window(count: count, page: page) + number
      return number < page.map { max(1, $0) } ?? .max && row < count ? row : nil
    }

    /// Scrolls, and takes the selection along where it would not be seen any more.
    mutating func scroll(by rows: Int, count: Int, page: Int) {
      guard count > 0 else { return }
      let last = max(0, count - page)
      offset = min(max(window(count: count, page: page) + rows, 0), last)
      selection = selected(of: count).map { min(max($0, offset), min(offset + page, count) - 1) }
    }

    /// The first row to show so that the selected one is seen and no room is lost at the end; of a
    /// page that is not known the end is not known either.
    func window(count: Int, page: Int?) -> Int {
      let page = page.map { max(1, $0) }
      let start = min(max(offset, 0), max(0, count - (page ?? 1)))
      guard let selected = selected(of: count) else { return start }
      if selected < start { return selected }
      guard let page else { return start }
      return selected - start >= page ? selected - page + 1 : start
    }
  }
}
