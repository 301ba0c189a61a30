/// Turns what is shown and what is wanted into the fewest bytes we know of.
///
/// The bytes depend on three things only: what the terminal shows (cells, pen, cursor), the canvas,
/// and the capabilities. Nothing is allocated once the buffers have grown to the screen.
///
/// 1. Rows that look the same cost nothing.
/// 2. Each other row gets a `RowPlan`.
/// 3. Where rows moved, another encoding begins with a scroll; the shorter is kept.
/// 4. Where that is longer than clearing the screen and painting it, that is done instead.
///
/// An encoding is given up as soon as it is longer than one that is there.
struct Encoder: ~Copyable {
  var sink = ByteSink()
  var book = StyleBook()
  var plan = RowPlan()
  private var finder = ScrollFinder()
  private var changed: [Int] = []
  var order: [Int32] = []
  var blankRow: [Cell] = []
  /// Whether a row or the screen was erased to be written anew, which would flicker.
  var hasErased = false

  /// The marks of mode 2026, all of the same length.
  private static let holdBack: StaticString = "\u{1B}[?2026h"
  private static let show: StaticString = "\u{1B}[?2026l"
  private static let markLength = 8
  private static let heldBackAbove = 256

  init() {}

  /// Encodes the way from `shown` to `canvas`, and notes in `shown` that it was sent.
  ///
  /// Full blocks on the canvas are replaced, see ``Canvas/replaceBlocks(for:)``. The other bytes come
  /// after the frame, in the same write.
  ///
  /// - Returns: What `body` makes of the bytes; it is called with none if nothing is to be sent.
  mutating func encode<Result>(
    _ image: inout TerminalImage, to canvas: Canvas, for capabilities: Capabilities,
    followedBy others: [UInt8] = [], _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    sink.removeAll()
    sink.put(Encoder.holdBack)
    hasErased = false
    canvas.replaceBlocks(for: capabilities.colors)
    book.open(canvas.catalog, for: capabilities)
    let rows = encodeCells(&image, canvas, capabilities)
    encodeDeclarations(&image, canvas, capabilities)
    let bytes = sink.count - Encoder.markLength
    let isHeldBack =
      capabilities.synchronizedOutput
      && (hasErased || rows >= 2 && bytes > Encoder.heldBackAbove)
    if isHeldBack { sink.put(Encoder.show) }
    others.withUnsafeBufferPointer { sink.put($0) }
    return sink.withBytes(from: isHeldBack ? 0 : Encoder.markLength, body)
  }

  /// Whether a blank in a style of the last frame may have been erased instead of written.
  func erases(_ style: StyleID) -> Bool { book.blank(style).isErasable }

  /// The number of rows that had to change.
  private mutating func encodeCells(
    _ image: inout TerminalImage, _ canvas: Canvas, _ capabilities: Capabilities
  ) -> Int {
    guard image.isComparable(with: canvas, for: capabilities) else {
      repaint(&image.pen, canvas, capabilities, isKnown: false)
      image.take(all: canvas, for: capabilities)
      return canvas.size.rows
    }
    findChanged(image.grid, canvas.grid)
    guard let first = changed.first, let last = changed.last else { return 0 }
    let rows = first..<last + 1
    let scroll = encodeChanges(&image, canvas, capabilities, within: rows)
    image.grid.copyRows(scroll?.reach(with: rows) ?? rows, from: canvas.grid)
    return changed.count
  }

  /// Puts the shortest of the encodings we know, and says whether it scrolled.
  private mutating func encodeChanges(
    _ image: inout TerminalImage, _ canvas: Canvas, _ capabilities: Capabilities,
    within rows: Range<Int>
  ) -> RowShift? {
    let start = sink.count
    let scrolled = encodeScroll(image, canvas, capabilities, within: rows)
    var best = Candidate(start: sink.count, pen: image.pen)
    hasErased = false
    encodeRows(
      image.grid, canvas, &best.pen, capabilities, rows: changed, scroll: nil,
      upTo: scrolled.map { sink.count + $0.cost } ?? .max)
    end(&best, canvas, capabilities)
    if let scrolled { best = best.shorter(scrolled) }
    if mayRepaint(canvas.grid, inFewerThan: best.cost) {
      var candidate = Candidate(start: sink.count, pen: image.pen)
      repaint(
        &candidate.pen, canvas, capabilities, isKnown: true, upTo: sink.count + best.cost)
      end(&candidate, canvas, capabilities)
      best = best.shorter(candidate)
    }
    sink.keep(best.range, at: start)
    hasErased = best.hasErased
    image.pen = best.pen
    return best.scroll
  }

  /// The encoding that begins with a scroll; nil if rows have not moved, or cannot be scrolled.
  private mutating func encodeScroll(
    _ image: TerminalImage, _ canvas: Canvas, _ capabilities: Capabilities,
    within rows: Range<Int>
  ) -> Candidate? {
    guard capabilities.scrolling, capabilities.absoluteRows,
      let scroll = finder.find(
        shown: image.grid, wanted: canvas.grid, changed: changed, within: rows)
    else { return nil }
    var candidate = Candidate(start: sink.count, pen: image.pen, scroll: scroll)
    hasErased = true
    put(scroll, &candidate.pen, canvas)
    encodeRows(
      image.grid, canvas, &candidate.pen, capabilities, rows: scroll.reach(with: rows),
      scroll: scroll, upTo: .max)
    end(&candidate, canvas, capabilities)
    return candidate
  }

  private func end(
    _ candidate: inout Candidate, _ canvas: Canvas, _ capabilities: Capabilities
  ) {
    let motion = canvas.cursor.map {
      Motion(
        from: candidate.pen, toRow: $0.row, column: $0.column,
        isAbsolute: capabilities.absoluteRows)
    }
    candidate.end(at: sink.count, hasErased: hasErased, costOfCursor: motion?.cost ?? 0)
  }

  /// The rows that differ, by comparing memory.
  private mutating func findChanged(_ shown: CellGrid, _ wanted: CellGrid) {
    changed.removeAll(keepingCapacity: true)
    let columns = wanted.size.columns
    shown.cells.withUnsafeBufferPointer { old in
      wanted.cells.withUnsafeBufferPointer { new in
        guard let oldBase = old.baseAddress, let newBase = new.baseAddress else { return }
        for row in 0..<wanted.size.rows
        where !CellMemory.areEqual(
          oldBase + row * columns, newBase + row * columns,
          count: max(shown.ends[row], wanted.ends[row]))
        {
          changed.append(row)
        }
      }
    }
  }

  /// Encodes rows until the sink is longer than `end`.
  private mutating func encodeRows(
    _ shown: CellGrid, _ canvas: Canvas, _ pen: inout Pen, _ capabilities: Capabilities,
    rows: some Sequence<Int>, scroll: RowShift?, upTo end: Int
  ) {
    let size = canvas.size
    if blankRow.count != size.columns {
      blankRow = Array(repeating: .blank, count: size.columns)
    }
    let blankRow = blankRow
    shown.cells.withUnsafeBufferPointer { old in
      canvas.grid.cells.withUnsafeBufferPointer { new in
        blankRow.withUnsafeBufferPointer { blank in
          guard let oldBase = old.baseAddress, let newBase = new.baseAddress,
            let blankBase = blank.baseAddress
          else { return }
          for row in rows where sink.count <= end {
            let source = scroll.map { $0.source(of: row) } ?? row
            encode(
              RowTask(
                row: row, old: source.map { oldBase + $0 * size.columns } ?? blankBase,
                new: newBase + row * size.columns, width: size.columns,
                end: canvas.grid.ends[row], isAbsolute: capabilities.absoluteRows), &pen,
              canvas.catalog)
          }
        }
      }
    }
  }

  mutating func move(_ pen: inout Pen, toRow row: Int, column: Int, _ isAbsolute: Bool) {
    let motion = Motion(from: pen, toRow: row, column: column, isAbsolute: isAbsolute)
    motion.emit(to: &sink)
    pen = Pen(row: row, column: column, style: pen.style)
  }
}
