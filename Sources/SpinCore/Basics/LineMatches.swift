/// The equal lines that two texts have in the same order.
///
/// Lines that only one text has are left out first. If the others are too many to be aligned at once, they are
/// cut at *anchors*, which are lines that occur once in each text. As many anchors are taken as have the same
/// order in both texts. Each gap between two anchors is then aligned on its own. In a gap that is too long, only
/// the equal lines at its beginning and its end are matched.
///
/// *Complexity*: O(*n* log *n*) for *n* lines and their anchors. A gap of *m* lines takes O(*m* · ``limit``) at
/// most, and O(*m*) if few of its lines differ.
struct LineMatches {
  /// The maximum number of lines of both texts to align at once.
  static let limit = 2_000

  /// A line that both texts have.
  struct Match {
    /// The index of the line in the expected text.
    let old: Int
    /// The index of the line in the actual text.
    let new: Int
  }

  /// A line of one text.
  private struct Line {
    /// The index of the line in its text.
    let index: Int
    /// A number that equal lines have in common.
    let number: Int
  }

  /// The matches, in the order of both texts.
  private(set) var matches: [Match] = []

  private let limit: Int

  /// Finds the equal lines of two texts.
  init(_ old: ArraySlice<String>, _ new: ArraySlice<String>, limit: Int) {
    self.limit = limit
    var numbers: [String: Int] = [:]
    func lines(_ text: ArraySlice<String>) -> [Line] {
      text.indices.map { index in
        let next = numbers.count
        let number = numbers[text[index]] ?? next
        if number == next { numbers[text[index]] = next }
        return Line(index: index, number: number)
      }
    }
    let (old, new) = (lines(old), lines(new))
    align(old[...], new[...], cutting: true)
  }

  private mutating func align(
    _ old: ArraySlice<Line>, _ new: ArraySlice<Line>, cutting mayCut: Bool
  ) {
    let (oldNumbers, newNumbers) = (Set(old.map(\.number)), Set(new.map(\.number)))
    var (old, new) = (
      old.filter { newNumbers.contains($0.number) }[...],
      new.filter { oldNumbers.contains($0.number) }[...]
    )
    while let first = old.first, let other = new.first, first.number == other.number {
      add(old.removeFirst(), new.removeFirst())
    }
    var ends: [(old: Line, new: Line)] = []
    while let last = old.last, let other = new.last, last.number == other.number {
      ends.append((old.removeLast(), new.removeLast()))
    }
    if old.count + new.count <= limit {
      alignAtOnce(Array(old), Array(new))
    } else if mayCut {
      cut(old, new)
    }
    for end in ends.reversed() { add(end.old, end.new) }
  }

  private mutating func add(_ old: Line, _ new: Line) {
    matches.append(Match(old: old.index, new: new.index))
  }

  /// Matches as many lines as possible.
  private mutating func alignAtOnce(_ old: [Line], _ new: [Line]) {
    let difference = new.map(\.number).difference(from: old.map(\.number))
    let removed = Set(difference.removals.map(\.place))
    let added = Set(difference.insertions.map(\.place))
    let kept = old.indices.filter { !removed.contains($0) }
    for (index, other) in zip(kept, new.indices.filter { !added.contains($0) }) {
      add(old[index], new[other])
    }
  }

  /// Matches the anchors and what lies between them.
  private mutating func cut(_ old: ArraySlice<Line>, _ new: ArraySlice<Line>) {
    var (start, other) = (old.startIndex, new.startIndex)
    for anchor in Self.anchors(old, new) {
      align(old[start..<anchor.old], new[other..<anchor.new], cutting: false)
      add(old[anchor.old], new[anchor.new])
      (start, other) = (anchor.old + 1, anchor.new + 1)
    }
    // NB: without an anchor, these are all lines, and nothing else can match them.
    align(old[start...], new[other...], cutting: false)
  }

  /// The indices of the lines that occur once in each text, as many as have the same order in both.
  private static func anchors(_ old: ArraySlice<Line>, _ new: ArraySlice<Line>) -> [Match] {
    let others = places(of: new)
    let single = places(of: old).compactMap { number, place -> Match? in
      guard let old = place, let new = others[number] ?? nil else { return nil }
      return Match(old: old, new: new)
    }
    return longestRise(single.sorted { $0.old < $1.old })
  }

  /// The index of each line; `nil` for a line that occurs several times.
  private static func places(of lines: ArraySlice<Line>) -> [Int: Int?] {
    var places: [Int: Int?] = [:]
    for index in lines.indices {
      let isKnown = places[lines[index].number] != nil
      places[lines[index].number] = .some(isKnown ? nil : index)
    }
    return places
  }

  /// The longest part of the matches in which the indices of both texts rise.
  private static func longestRise(_ matches: [Match]) -> [Match] {
    // For each length, the last match of the rise of that length that ends at the lowest index.
    var ends: [Int] = []
    // For each match, the match before it in the longest rise that it ends.
    var before: [Int?] = []
    for (number, match) in matches.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if matches[ends[middle]].new < match.new { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(number) } else { ends[low] = number }
    }
    let rise = sequence(state: ends.last) { next in
      defer { next = next.flatMap { before[$0] } }
      return next
    }
    return rise.map { matches[$0] }.reversed()
  }
}

extension CollectionDifference.Change {
  /// The index of the element that is removed from one collection, or added to the other.
  fileprivate var place: Int {
    switch self {
    case .remove(let offset, _, _), .insert(let offset, _, _): offset
    }
  }
}
