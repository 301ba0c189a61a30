/// One of several encodings in the sink, from which the encoder chooses.
struct Candidate {
  /// The range of the encoding in the sink.
  private(set) var range: Range<Int>
  /// The pen after the encoding.
  var pen: Pen
  /// The scroll that the encoding begins with, if it has one.
  let scroll: RowShift?
  /// Whether the encoding erases cells and rewrites them.
  private(set) var hasErased = false
  /// The number of bytes, including the motion to the cursor afterwards.
  private(set) var cost = 0

  init(start: Int, pen: Pen, scroll: RowShift? = nil) {
    range = start..<start
    self.pen = pen
    self.scroll = scroll
  }

  /// Marks the candidate as complete.
  mutating func end(at end: Int, hasErased: Bool, costOfCursor: Int) {
    range = range.lowerBound..<end
    self.hasErased = hasErased
    cost = range.count + costOfCursor
  }

  /// Returns the other candidate only if it is shorter, because scrolling and clearing flicker
  /// more.
  func shorter(_ other: Candidate) -> Candidate {
    other.cost < cost ? other : self
  }
}
