/// The rows of a selection: elements that have ids, elements that are their own ids, or numbers.
extension Selection {
  /// Reduces an action of the user on elements that have ids.
  @discardableResult
  public mutating func reduce<Data: RandomAccessCollection>(
    _ action: Action, in data: Data
  ) -> Outcome where Data.Element: Identifiable, Data.Element.ID == ID {
    reduce(action, in: Rows(data) { $0.id })
  }

  /// Reduces an action of the user on elements that are their own ids.
  @discardableResult
  public mutating func reduce<Data: RandomAccessCollection>(
    _ action: Action, in data: Data
  ) -> Outcome where Data.Element == ID {
    reduce(action, in: Rows(data) { $0 })
  }

  /// Returns the selected element, or `nil` if there is none.
  public func selected<Data: RandomAccessCollection>(
    in data: Data
  ) -> Data.Element? where Data.Element: Identifiable, Data.Element.ID == ID {
    index(in: Rows(data) { $0.id }).map { data.element($0) }
  }

  /// Returns the selected one of elements that are their own ids, or `nil` if there is none.
  public func selected<Data: RandomAccessCollection>(
    in data: Data
  ) -> Data.Element? where Data.Element == ID {
    index(in: Rows(data) { $0 }).map { data.element($0) }
  }
}

extension Selection<Int> {
  /// Reduces an action of the user on rows by number, from 0 up to but not including `count`.
  @discardableResult
  public mutating func reduce(_ action: Action, count: Int) -> Outcome {
    reduce(action, in: Rows.numbers(count))
  }

  /// Returns the number of the selected row, or `nil` if there is none.
  public func selected(of count: Int) -> Int? {
    index(in: Rows.numbers(count))
  }
}

extension Rows<Int> {
  /// Returns rows whose ids are their numbers, which need no search.
  static func numbers(_ count: Int) -> Rows {
    let count = Swift.max(0, count)
    return Rows(count: count, id: { $0 }, find: { (0..<count).contains($0) ? $0 : nil })
  }
}

extension Rows where ID: Equatable {
  init<Data: RandomAccessCollection>(_ data: Data, id: @escaping (Data.Element) -> ID) {
    let count = data.count
    let number = { (row: Int) in id(data.element(row)) }
    self.init(count: count, id: number) { id in (0..<count).first { number($0) == id } }
  }
}

extension RandomAccessCollection {
  /// Returns the element at a distance from the start.
  @inlinable
  func element(_ number: Int) -> Element { self[index(startIndex, offsetBy: number)] }
}
