/// The lines of a text in a list that copies only a few of them for an edit.
///
/// The lines are stored in pieces of at most 256. Copies of the list share all pieces, and an edit
/// copies its own piece and the array of pieces.
struct LineList: Hashable, Sendable {
  /// The largest number of lines in a piece.
  static let limit = 256

  private var pieces: [[TextLine]]
  /// For each piece, the number of lines up to its end.
  private var ends: [Int] = []

  /// Creates a list of lines, at least one.
  init(_ lines: [TextLine]) {
    pieces = LineList.split(lines.isEmpty ? [TextLine("")] : lines)
    count(from: 0)
  }

  /// The number of lines, at least one.
  var count: Int { ends[ends.count - 1] }

  subscript(number: Int) -> TextLine {
    let place = place(of: number)
    return pieces[place.piece][place.index]
  }

  /// All lines, in order.
  var all: some Sequence<TextLine> { pieces.lazy.joined() }

  /// Changes a line in place.
  mutating func update(_ number: Int, _ change: (inout TextLine) -> Void) {
    let place = place(of: number)
    change(&pieces[place.piece][place.index])
  }

  /// Replaces lines by others.
  ///
  /// - Parameters:
  ///   - range: The numbers of the lines to remove, at least one.
  ///   - lines: The new lines, at least one.
  /// - Complexity: O(*n*) in the lines removed and inserted, and in the number of pieces.
  mutating func replace(_ range: ClosedRange<Int>, with lines: [TextLine]) {
    let first = place(of: range.lowerBound)
    let last = place(of: range.upperBound)
    var changed = pieces[first.piece][..<first.index] + lines
    changed += pieces[last.piece][(last.index + 1)...]
    var end = last.piece
    // Joins the next piece, so that removals do not leave many small pieces.
    if changed.count < LineList.limit / 4, end + 1 < pieces.count {
      end += 1
      changed += pieces[end]
    }
    pieces.replaceSubrange(first.piece...end, with: LineList.split(Array(changed)))
    count(from: first.piece)
  }

  /// Returns the position of a line.
  private func place(of number: Int) -> (piece: Int, index: Int) {
    var (low, high) = (0, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return (low, number - (low == 0 ? 0 : ends[low - 1]))
  }

  /// Updates `ends` from a piece on.
  private mutating func count(from piece: Int) {
    ends.removeSubrange(min(piece, ends.count)...)
    for piece in pieces[piece...] { ends.append((ends.last ?? 0) + piece.count) }
  }

  /// Divides lines into pieces: one if they fit, otherwise several with room to grow.
  private static func split(_ lines: [TextLine]) -> [[TextLine]] {
    if lines.count <= limit { return [lines] }
    let size = limit / 2
    return stride(from: 0, to: lines.count, by: size).map { start in
      Array(lines[start..<min(start + size, lines.count)])
    }
  }

  static func == (left: LineList, right: LineList) -> Bool {
    if left.ends == right.ends { return left.pieces == right.pieces }
    return left.count == right.count && left.all.elementsEqual(right.all)
  }

  // Equal lists may have other pieces.
  func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for line in all { hasher.combine(line) }
  }
}
