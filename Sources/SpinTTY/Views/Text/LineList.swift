/// The lines of a text, of which an edit copies a few and not all.
///
/// The lines lie in pieces of some hundred. A copy of the list shares all pieces with it, and an
/// edit copies the piece that it is in and the list of pieces.
struct LineList: Equatable, Sendable {
  /// The most lines of a piece.
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

  /// Puts lines where others were.
  ///
  /// - Parameters:
  ///   - range: The numbers of the lines that go, at least one.
  ///   - lines: The lines that come, at least one.
  /// - Complexity: O(*lines that go and come*), and a step for each piece.
  mutating func replace(_ range: ClosedRange<Int>, with lines: [TextLine]) {
    let first = place(of: range.lowerBound)
    let last = place(of: range.upperBound)
    var changed = pieces[first.piece][..<first.index] + lines
    changed += pieces[last.piece][(last.index + 1)...]
    var end = last.piece
    // So that lines that go do not leave many small pieces.
    if changed.count < LineList.limit / 4, end + 1 < pieces.count {
      end += 1
      changed += pieces[end]
    }
    pieces.replaceSubrange(first.piece...end, with: LineList.split(Array(changed)))
    count(from: first.piece)
  }

  /// Where a line lies.
  private func place(of number: Int) -> (piece: Int, index: Int) {
    var (low, high) = (0, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return (low, number - (low == 0 ? 0 : ends[low - 1]))
  }

  /// Counts the lines from a piece on.
  private mutating func count(from piece: Int) {
    ends.removeSubrange(min(piece, ends.count)...)
    for piece in pieces[piece...] { ends.append((ends.last ?? 0) + piece.count) }
  }

  /// Makes pieces of lines: one if they fit, and otherwise some with room to grow.
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
}
