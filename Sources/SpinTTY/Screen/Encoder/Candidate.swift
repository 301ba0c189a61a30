/// One of several encodings that lie one after the other in the sink.
struct Candidate {
  /// Where it lies.
  private(set) var range: Range<Int>
  /// Where it leaves the pen.
  var pen: Pen
  /// What it begins with.
  let scroll: RowShift?
  /// Whether it erases what is then written anew.
  private(set) var hasErased = false
  /// Its bytes, and those that bring the pen to the cursor's place afterwards.
  private(set) var cost = 0

  init(start: Int, pen: Pen, scroll: RowShift? = nil) {
    range = start..<start
    self.pen = pen
    self.scroll = scroll
  }

  /// Notes that the candidate is complete.
  mutating func end(at end: Int, hasErased: Bool, costOfCursor: Int) {
    range = range.lowerBound..<end
    self.hasErased = hasErased
    cost = range.count + costOfCursor
  }

  /// The other one only if it is shorter: what does not scroll or clear flickers less.
  func shorter(_ other: Candidate) -> Candidate {
    other.cost < cost ? other : self
  }
}
