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
    /// Which columns stay if the room is not enough for all.
    var priority = 0
  }

  /// The number of blank cells between two columns.
  let gap: Int
  /// The columns, in the order of the table.
  let places: [Place]
  /// The numbers of the columns from left to right; `nil` if this is the order of the table.
  private let order: [Int]?
  /// The width of all columns, in screen columns.
  let width: Int
  /// The first screen column shown.
  let offset: Int

  /// Gives each column its least width, and the rest of the room to the columns that fill.
  ///
  /// If the room is not enough for all, columns of a lower priority than others come last.
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
    var left = (room ?? 0) - gaps - lengths.reduce(0, +)
    var stays = Array(wishes.indices)
    if let room, left < 0 {
      stays = TableLayout.stays(wishes.map(\.priority), lengths, gap: gap, room: room)
      left = room - gap * max(0, stays.count - 1) - stays.reduce(0) { $0 + lengths[$1] }
    }
    let weights = wishes.map { $0.weight?.asWeight ?? 0 }
    if left > 0, weights.contains(where: { $0 > 0 }) {
      let filling = stays.filter { weights[$0] > 0 }
      let floors = filling.map { lengths[$0] }
      let shares = Shares.divide(
        left + floors.reduce(0, +), by: filling.map { weights[$0] }, floors: floors)
      for (index, share) in zip(filling, shares) { lengths[index] = share }
    }
    let isWhole = stays.count == wishes.count
    let order = isWhole ? nil : stays + wishes.indices.filter { !stays.contains($0) }
    var start = 0
    var places = lengths.map { Place(start: 0, length: $0) }
    for number in order ?? stays {
      places[number] = Place(start: start, length: lengths[number])
      start += lengths[number] + gap
    }
    self.gap = gap
    self.order = order
    self.places = places
    width = min(max(0, start - gap), Rectangle.bound)
    self.offset = min(max(offset, 0), max(0, width - (room ?? .max)))
  }

  private static let longest = 1 << 20

  /// Returns the rectangle of a column in a scrolled row.
  func rectangle(_ column: Int) -> Rectangle {
    let place = places[column]
    return Rectangle(column: place.start - offset, columns: place.length, rows: 1)
  }

  /// Returns the columns that are at least partly in a range of screen columns, from left to right.
  func visible(_ columns: Range<Int>) -> [Int] {
    (order ?? Array(places.indices)).filter {
      places[$0].end - offset > columns.lowerBound && places[$0].start - offset < columns.upperBound
    }
  }

  /// Returns the columns that stay in a room too narrow for all; all of them if none has a lower
  /// priority than another one.
  private static func stays(
    _ priorities: [Int], _ lengths: [Int], gap: Int, room: Int
  ) -> [Int] {
    var stays = Array(lengths.indices)
    guard let least = priorities.min(), let most = priorities.max(), least < most else {
      return stays
    }
    var width = lengths.reduce(gap * max(0, lengths.count - 1), +)
    while width > room, stays.count > 1,
      let last = stays.reversed().min(by: { priorities[$0] < priorities[$1] })
    {
      stays.removeAll { $0 == last }
      width -= lengths[last] + gap
    }
    return stays
  }
}
