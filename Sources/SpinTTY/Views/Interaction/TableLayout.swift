/// Where the columns of a table stand in its rows.
struct TableLayout {
  /// A column, from the left edge of the first one.
  struct Place {
    let start: Int
    let length: Int
    var end: Int { start + length }
  }

  /// What a column asks for.
  struct Wish {
    let least: Int
    /// Its share of what is left; nil takes none.
    let weight: Int?
  }

  /// The blank columns between two.
  let gap: Int
  /// The columns, from left to right.
  let places: [Place]
  /// The columns of the screen that all of them take.
  let width: Int
  /// The first column of the screen that is shown.
  let offset: Int

  /// Gives each column its least, and what is left of the room to those that fill.
  ///
  /// - Parameters:
  ///   - wishes: What the columns ask for.
  ///   - gap: The blank columns between two.
  ///   - room: The columns of the screen; nil for as many as the columns need.
  ///   - offset: How far the table is scrolled, if it is wider than that.
  init(_ wishes: [Wish], gap: Int = 1, room: Int?, offset: Int = 0) {
    let gaps = gap * max(0, wishes.count - 1)
    // A frame has no use for more, and sums stay small.
    var lengths = wishes.map { min($0.least.inCells, TableLayout.longest) }
    let left = (room ?? 0) - gaps - lengths.reduce(0, +)
    let weights = wishes.map { $0.weight?.asWeight ?? 0 }
    if left > 0, weights.contains(where: { $0 > 0 }) {
      let filling = wishes.indices.filter { weights[$0] > 0 }
      let floors = filling.map { lengths[$0] }
      let shares = Shares.divide(
        left + floors.reduce(0, +), by: filling.map { weights[$0] }, floors: floors)
      for (index, share) in zip(filling, shares) { lengths[index] = share }
    }
    var start = 0
    var places: [Place] = []
    places.reserveCapacity(lengths.count)
    for length in lengths {
      places.append(Place(start: start, length: length))
      start += length + gap
    }
    self.gap = gap
    self.places = places
    width = min(places.last?.end ?? 0, Rectangle.bound)
    self.offset = min(max(offset, 0), max(0, width - (room ?? .max)))
  }

  private static let longest = 1 << 20

  /// Where a column stands in a row that is scrolled.
  func rectangle(_ column: Int) -> Rectangle {
    let place = places[column]
    return Rectangle(column: place.start - offset, columns: place.length, rows: 1)
  }

  /// The columns of which something can be seen between two columns of the screen.
  func visible(_ columns: Range<Int>) -> Range<Int> {
    let first = places.firstIndex { $0.end - offset > columns.lowerBound } ?? places.count
    let end = places.firstIndex { $0.start - offset >= columns.upperBound } ?? places.count
    return first..<max(first, end)
  }
}
