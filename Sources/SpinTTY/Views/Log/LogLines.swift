extension LogView {
  /// The last lines of a log, as many as there is room for: a value in the state.
  ///
  /// ```swift
  /// var lines = LogView.Lines(capacity: 100_000)
  /// lines.append("listening on port 8080")
  /// print(lines.last ?? "nothing", lines.dropped)
  /// ```
  ///
  /// A line keeps its number for ever: the first one that is appended is number 0, and when old lines
  /// fall out, ``startIndex`` grows. So a place in the log stays the same place.
  ///
  /// - Complexity: Appending takes amortised O(1) for each line and copies no other line. If a copy of
  ///   the value exists, as it does while a frame is drawn, the next line copies at most 256 lines and
  ///   a list of one reference for each 256 others.
  public struct Lines: RandomAccessCollection, Sendable {
    /// The number of lines that there is room for.
    public let capacity: Int
    /// The number of lines that have fallen out because newer ones came.
    public private(set) var dropped = 0
    /// The number of the oldest line that is there.
    public private(set) var startIndex = 0

    /// The number of lines in each chunk.
    private let chunkSize: Int
    /// The lines up to the last full chunk; nil for those that have fallen out.
    private var chunks: [Chunk?] = []
    /// The place in `chunks` of the oldest that is there.
    private var head = 0
    /// The number of the first line in that chunk, or else in `tail`.
    private var base = 0
    /// The newest lines, fewer than a chunk has.
    private var tail: [Line] = []
    private var tailHeights = Heights()

    /// Creates an empty log.
    ///
    /// - Parameter capacity: The number of lines that there is room for, at least 1.
    public init(capacity: Int = 10_000) {
      self.capacity = Swift.max(1, capacity)
      chunkSize = Swift.min(Swift.max(1, self.capacity / 4), 256)
    }

    /// The number after that of the newest line: the number of all lines there ever were.
    public var endIndex: Int { tailStart + tail.count }

    /// A line, as it is shown.
    ///
    /// - Parameter number: The number of a line that has not fallen out.
    public subscript(number: Int) -> String {
      precondition(
        startIndex <= number && number < endIndex,
        "There is no line \(number): those from \(startIndex) to before \(endIndex) are there.")
      return line(number).text
    }

    /// Appends the lines of a text.
    ///
    /// Newlines end a line, and one at the end of the text begins no other. Tabs become blanks up to
    /// the next multiple of eight columns, and control characters become visible ones.
    public mutating func append(_ text: String) {
      let isLine = !text.utf8.contains { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      if isLine { return append(Line(gated: CleanText(text).string)) }
      for line in CleanText.screenLines(of: text) { append(Line(gated: line.string)) }
    }

    /// Removes all lines; the next one has the number that it would have had.
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
      // Lines in `tail` never fall out: there are fewer than there is room for.
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
  /// A line that is there.
  func line(_ number: Int) -> LogView.Line {
    let (place, rest) = (number - base).quotientAndRemainder(dividingBy: chunkSize)
    guard head + place < chunks.count, let chunk = chunks[head + place] else {
      return tail[number - tailStart]
    }
    return chunk.lines[rest]
  }

  /// The columns of the widest line.
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

  /// The rows that all lines are wrapped to.
  ///
  /// - Complexity: O(*n*) in the number of chunks if that was asked lately, otherwise in the lines.
  func rows(in columns: Int, by rules: WidthRules) -> Int {
    rows(before: endIndex, in: columns, by: rules)
  }

  /// The rows that the lines before one are wrapped to.
  ///
  /// - Complexity: as ``rows(in:by:)``.
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

  /// The chunks that are there, to tell which are shared.
  var chunkIDs: [ObjectIdentifier] { chunks[head...].compactMap { $0.map(ObjectIdentifier.init) } }
}

extension LogView.Lines: Hashable {
  /// Whether both have the same lines with the same numbers, and the same room.
  ///
  /// - Complexity: O(*n*), less for what both share.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.capacity == right.capacity, left.dropped == right.dropped,
      left.startIndex == right.startIndex, left.endIndex == right.endIndex
    else { return false }
    var number = left.startIndex
    while number < left.endIndex {
      if left.base == right.base, let end = left.end(ofChunkAt: number, sharedWith: right) {
        number = end
      } else if left.line(number).text == right.line(number).text {
        number += 1
      } else {
        return false
      }
    }
    return true
  }

  /// Feeds the numbers of the lines, and the last one.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(capacity)
    hasher.combine(startIndex)
    hasher.combine(endIndex)
    hasher.combine(last)
  }

  /// Where a chunk ends that holds a line in both.
  private func end(ofChunkAt number: Int, sharedWith other: Self) -> Int? {
    let place = (number - base) / chunkSize
    guard head + place < chunks.count, other.head + place < other.chunks.count,
      chunks[head + place] === other.chunks[other.head + place]
    else { return nil }
    return base + (place + 1) * chunkSize
  }
}
