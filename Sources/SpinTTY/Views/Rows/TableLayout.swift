/// The positions of the columns in the rows of a table.
struct TableLayout {
  /// The position of a column, from the left edge of the first one.
  struct Place {
    let start: Int
    let length: Int
    var end: Int { start + length }
  }

  /// The width that a column asks for.
  struct Wish {
    let least: Int
    /// The share of the remaining room; `nil` takes none.
    let weight: Int?
  }

  /// The number of blank cells between two columns.
  let gap: Int
  /// The columns, from left to right.
  let places: [Place]
  /// The width of all columns, in screen columns.
  let width: Int
  /// The first screen column shown.
  let offset: Int

  /// Gives each column its least width, and the rest of the room to the columns that fill.
  ///
  /// - Parameters:
  ///   - wishes: The widths that the columns ask for.
  ///   - gap: The number of blank cells between two columns.
  ///   - room: The number of screen columns; `nil` for as many as the columns need.
  ///   - offset: The number of screen columns scrolled out on the left, if the table is wider than
  ///     the room.
  init(_ wishes: [Wish], gap: Int = 1, room: Int?, offset: Int = 0) {
    let gaps = gap * max(0, wishes.count - 1)
    // Bounded, so that sums do not overflow; no frame shows more.
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

  /// Returns the rectangle of a column in a scrolled row.
  func rectangle(_ column: Int) -> Rectangle {
    let place = places[column]
    return Rectangle(column: place.start - offset, columns: place.length, rows: 1)
  }

  /// Returns the columns that are at least partly in a range of screen columns.
  func visible(_ columns: Range<Int>) -> Range<Int> {
    let first = places.firstIndex { $0.end - offset > columns.lowerBound } ?? places.count
    let end = places.firstIndex { $0.start - offset >= columns.upperBound } ?? places.count
    return first..<max(first, end)
  }
}
