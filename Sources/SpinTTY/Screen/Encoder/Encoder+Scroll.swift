extension Encoder {
  /// Puts a scroll, which leaves the rows that scroll in blank and plain.
  mutating func put(_ scroll: RowShift, _ pen: inout Pen, _ canvas: Canvas) {
    if book.blank(pen.style) != .plain {
      book.put(from: pen.style, to: .plain, into: &sink)
      pen.style = .plain
    }
    let isWhole = scroll.rows == 0..<canvas.size.rows
    if !isWhole {
      sink.put("\u{1B}[")
      if scroll.rows.lowerBound > 0 { sink.put(decimal: scroll.rows.lowerBound + 1) }
      if scroll.rows.upperBound < canvas.size.rows {
        sink.put(UInt8(ascii: ";"))
        sink.put(decimal: scroll.rows.upperBound)
      }
      sink.put(UInt8(ascii: "r"))
    }
    sink.putControl(
      scroll.shift > 0 ? UInt8(ascii: "S") : UInt8(ascii: "T"), count: abs(scroll.shift))
    if !isWhole {
      sink.put("\u{1B}[r")
      pen = Pen(style: pen.style)
    }
  }
}
