internal import SpinCore

extension LogView {
  /// The last lines of a log, up to a capacity: a value in the state.
  ///
  /// ```swift
  /// var lines = LogView.Lines(capacity: 100_000)
  /// lines.append("listening on port 8080")
  /// print(lines.last ?? "nothing", lines.dropped)
  /// ```
  ///
  /// A line keeps its number: the first line appended is number 0, and ``startIndex`` grows when
  /// old lines are dropped. A line number therefore always means the same line.
  ///
  /// - Complexity: Appending takes amortised O(1) for each line and copies no other line. If a copy
  ///   of the value exists, as it does while a frame is drawn, the next line copies at most 256
  ///   lines and a list with one reference for every 256 other lines.
  public struct Lines: RandomAccessCollection, Sendable {
    /// The largest number of lines that the log keeps.
    public let capacity: Int
    /// The number of lines dropped in favour of newer ones.
    public private(set) var dropped = 0
    /// The number of the oldest line kept.
    public private(set) var startIndex = 0

    /// The number of lines in each chunk.
    private let chunkSize: Int
    /// The full chunks; `nil` for those whose lines were dropped.
    private var chunks: [Chunk?] = []
    /// The index in `chunks` of the oldest chunk kept.
    private var head = 0
    /// The number of the first line in that chunk or, without chunks, in `tail`.
    private var base = 0
    /// The newest lines, fewer than a chunk.
    private var tail: [Line] = []
    private var tailHeights = Heights()

    /// Creates an empty log.
    ///
    /// - Parameter capacity: The largest number of lines that the log keeps, at least 1.
    public init(capacity: Int = 10_000) {
      self.capacity = Swift.max(1, capacity)
      chunkSize = Swift.min(Swift.max(1, self.capacity / 4), 256)
    }

    /// The number after the newest line's, which counts all lines ever appended.
    public var endIndex: Int { tailStart + tail.count }

    /// The text of a line, as it is shown.
    ///
    /// - Parameter number: The number of a line that the log still keeps.
    public subscript(number: Int) -> String {
      require(
        startIndex <= number && number < endIndex,
        "There is no line \(number): the log has the lines \(startIndex)..<\(endIndex).")
      return line(number).text
    }

    /// Appends the lines of a text.
    ///
    /// A newline ends a line; a newline at the end of the text does not begin another one. Tabs
    /// become blanks up to the next multiple of eight columns, and control characters are made
    /// visible.
    public mutating func append(_ text: String) {
      let isLine = !text.utf8.contains { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      if isLine { return append(Line(StyledLine(gated: CleanText(text).string))) }
      append([Text.Run(text)])
    }

    /// Appends the lines of a text in several styles, divided like those of ``append(_:)-(String)``.
    ///
    /// ```swift
    /// var lines = LogView.Lines(capacity: 100_000)
    /// lines.append([Text.Run("12:03 "), Text.Run("timeout", look: .error)])
    /// ```
    public mutating func append(_ runs: [Text.Run]) {
      for line in StyledLine.lines(of: runs, by: WidthRules()) { append(Line(line.simplified)) }
    }

    /// Removes all lines; numbering continues.
    public mutating func removeAll() {
      startIndex = endIndex
      base = endIndex
      chunks = []
      head = 0
      tail = []
      tailHeights = Heights()
    }

    private mutating func append(_ line: Line) {
      if tail.isEmpty { tail.reserveCapacity(chunkSize) }
      if !isKnownUniquelyReferenced(&tailHeights) { tailHeights = Heights(copying: tailHeights) }
      tail.append(line)
      if tail.count == chunkSize {
        chunks.append(Chunk(tail, tailHeights))
        tail = []
        tailHeights = Heights()
      }
      if count > capacity { dropFirst() }
    }

    private mutating func dropFirst() {
      dropped += 1
      startIndex += 1
      // Lines in `tail` are never dropped: they are fewer than the capacity.
      guard startIndex - base == chunkSize else { return }
      base = startIndex
      chunks[head] = nil
      head += 1
      guard head > chunks.count / 2 else { return }
      chunks.removeFirst(head)
      head = 0
    }

    private var tailStart: Int { base + (chunks.count - head) * chunkSize }
  }
}

extension LogView.Lines {
  /// Returns a line that the log keeps.
  func line(_ number: Int) -> LogView.Line {
    let (place, rest) = (number - base).quotientAndRemainder(dividingBy: chunkSize)
    guard head + place < chunks.count, let chunk = chunks[head + place] else {
      return tail[number - tailStart]
    }
    return chunk.lines[rest]
  }

  /// Returns the width in columns of the widest line.
  ///
  /// - Complexity: O(*n*) in the number of chunks.
  func width(by rules: WidthRules) -> Int {
    func widest(_ lines: some Sequence<LogView.Line>) -> SIMD4<UInt32> {
      lines.reduce(.zero) { pointwiseMax($0, $1.widths) }
    }
    var widths = widest(tail)
    for (place, chunk) in chunks[head...].enumerated() {
      guard let chunk else { continue }
      let fallen = place == 0 ? startIndex - base : 0
      widths = pointwiseMax(widths, fallen == 0 ? chunk.widths : widest(chunk.lines[fallen...]))
    }
    return Int(widths[rules.place])
  }

  /// Returns the number of rows that all lines wrap to.
  ///
  /// - Complexity: O(*n*) in the number of chunks if the rows were counted recently, otherwise in
  ///   the number of lines.
  func rows(in columns: Int, by rules: WidthRules) -> Int {
    rows(before: endIndex, in: columns, by: rules)
  }

  /// Returns the number of rows that the lines before a line wrap to.
  ///
  /// - Complexity: The same as of ``rows(in:by:)``.
  func rows(before line: Int, in columns: Int, by rules: WidthRules) -> Int {
    func rows(upTo line: Int) -> Int {
      let (whole, rest) = (line - base).quotientAndRemainder(dividingBy: chunkSize)
      let place = head + whole
      var rows = chunks[head..<place].reduce(0) {
        $0 + ($1?.rows(in: columns, by: rules) ?? 0)
      }
      if place < chunks.count {
        rows += chunks[place]?.rows(ofFirst: rest, in: columns, by: rules) ?? 0
      } else {
        rows += tailHeights.rows(ofFirst: rest, tail, in: columns, by: rules)
      }
      return rows
    }
    return rows(upTo: line) - rows(upTo: startIndex)
  }

  /// The identities of the chunks, which tell what copies share.
  var chunkIDs: [ObjectIdentifier] { chunks[head...].compactMap { $0.map(ObjectIdentifier.init) } }
}

extension LogView.Lines: Hashable {
  /// Returns whether both logs have the same capacity and the same lines with the same numbers.
  ///
  /// - Complexity: O(*n*) in the lines that the logs do not share.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.capacity == right.capacity, left.dropped == right.dropped,
      left.startIndex == right.startIndex, left.endIndex == right.endIndex
    else { return false }
    var number = left.startIndex
    while number < left.endIndex {
      if left.base == right.base, let end = left.end(ofChunkAt: number, sharedWith: right) {
        number = end
      } else if left.line(number).styled == right.line(number).styled {
        number += 1
      } else {
        return false
      }
    }
    return true
  }

  /// Feeds the range of line numbers and the last line to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(capacity)
    hasher.combine(startIndex)
    hasher.combine(endIndex)
    hasher.combine(last)
  }

  /// Returns the end of the chunk that contains a line, if both logs share that chunk.
  private func end(ofChunkAt number: Int, sharedWith other: Self) -> Int? {
    let place = (number - base) / chunkSize
    guard head + place < chunks.count, other.head + place < other.chunks.count,
      chunks[head + place] === other.chunks[other.head + place]
    else { return nil }
    return base + (place + 1) * chunkSize
  }
}
