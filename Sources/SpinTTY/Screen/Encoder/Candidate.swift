/// One of several encodings that lie one after the other in the sink.
struct Candidate {
  private(set) var range: Range<Int>
  var pen: Pen
  var scroll: Scroll?
  private(set) var hasErased = false

  init(start: Int, pen: Pen, scroll: Scroll? = nil) {
    range = start..<start
    self.pen = pen
    self.scroll = scroll
  }

  var count: Int { range.count }

  mutating func end(_ end: Int, _ hasErased: Bool) {
    range = range.lowerBound..<end
    self.hasErased = hasErased
  }

  /// The other one only if it is shorter: what does not scroll or clear flickers less.
  func shorter(_ other: Candidate) -> Candidate {
    other.count < count ? other : self
  }
}
