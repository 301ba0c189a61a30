/// The shortest motion from one place of the screen to another.
///
/// It uses controls that all terminals understand alike: BS, CR, LF (never on the last row), RI,
/// CUU, CUD, CUF, CUB, CHA, CUP. It does not use tabs (stops are unknown), HPA and VPA (missing in
/// Konsole).
struct Motion: Equatable {
  enum Horizontal: UInt8 {
    case none, carriageReturn, backspaces, forward, backward, absolute
  }
  enum Vertical: UInt8 {
    case none, lineFeeds, reverseIndices, up, down, withColumn
  }

  private(set) var horizontal = Horizontal.none
  private(set) var vertical = Vertical.none
  /// The number of bytes.
  private(set) var cost = 0
  private let row: Int
  private let column: Int
  private let rowCount: Int
  private let columnCount: Int

  /// Plans a motion.
  ///
  /// `isAbsolute` tells whether rows may be addressed; an inline view does not know its own.
  init(from pen: Pen, toRow row: Int, column: Int, isAbsolute: Bool) {
    self.row = row
    self.column = column
    rowCount = abs(row - pen.row)
    columnCount = abs(column - pen.column)
    chooseHorizontal(from: pen)
    chooseVertical(from: pen, isAbsolute: isAbsolute)
    guard isAbsolute, vertical != .none else { return }
    let direct =
      3 + (row == 0 ? 0 : digits(row + 1))
      + (column == 0 ? 0 : 1 + digits(column + 1))
    if direct <= cost {
      horizontal = .none
      vertical = .withColumn
      cost = direct
    }
  }

  private mutating func chooseHorizontal(from pen: Pen) {
    let isThere = column == pen.column && !pen.isAmbiguous
    if isThere { return }
    if column == 0 {
      horizontal = .carriageReturn
      cost = 1
      return
    }
    horizontal = .absolute
    cost = 3 + digits(column + 1)
    if pen.isAmbiguous { return }
    let relative = Motion.counted(columnCount)
    if column > pen.column {
      if relative < cost { (horizontal, cost) = (.forward, relative) }
    } else {
      if relative < cost { (horizontal, cost) = (.backward, relative) }
      if columnCount < cost { (horizontal, cost) = (.backspaces, columnCount) }
    }
  }

  private mutating func chooseVertical(from pen: Pen, isAbsolute: Bool) {
    if rowCount == 0 { return }
    let counted = Motion.counted(rowCount)
    if row > pen.row {
      // A window that was just made lower may not have the row. CUD would stop above it, and the
      // motion back would end above the view; LF scrolls.
      let usesLineFeeds = rowCount <= counted || !isAbsolute
      vertical = usesLineFeeds ? .lineFeeds : .down
      cost += usesLineFeeds ? rowCount : counted
    } else {
      vertical = rowCount * 2 < counted ? .reverseIndices : .up
      cost += min(rowCount * 2, counted)
    }
  }

  /// Returns the number of bytes of a control sequence with a count.
  static func counted(_ count: Int) -> Int { count == 1 ? 3 : 3 + digits(count) }

  func emit(to sink: inout ByteSink) {
    switch horizontal {
    case .none: break
    case .carriageReturn: sink.put(0x0D)
    case .backspaces: for _ in 0..<columnCount { sink.put(0x08) }
    case .forward: sink.putControl(UInt8(ascii: "C"), count: columnCount)
    case .backward: sink.putControl(UInt8(ascii: "D"), count: columnCount)
    case .absolute: sink.putControl(UInt8(ascii: "G"), count: column + 1)
    }
    switch vertical {
    case .none: break
    case .lineFeeds: for _ in 0..<rowCount { sink.put(0x0A) }
    case .reverseIndices: for _ in 0..<rowCount { sink.put("\u{1B}M") }
    case .up: sink.putControl(UInt8(ascii: "A"), count: rowCount)
    case .down: sink.putControl(UInt8(ascii: "B"), count: rowCount)
    case .withColumn:
      sink.put("\u{1B}[")
      if row != 0 { sink.put(decimal: row + 1) }
      if column != 0 {
        sink.put(UInt8(ascii: ";"))
        sink.put(decimal: column + 1)
      }
      sink.put(UInt8(ascii: "H"))
    }
  }
}
