/// An encoder that turns the shown image into the canvas with as few bytes as it can find.
///
/// The bytes depend only on the terminal image (cells, pen, cursor), the canvas and the
/// capabilities. Nothing is allocated once the buffers have grown to the size of the screen.
///
/// 1. Rows that look the same take no bytes.
/// 2. Each other row gets a `RowPlan`.
/// 3. If rows moved, another encoding begins with a scroll, and the shorter one is kept.
/// 4. If clearing the screen and painting it is shorter still, that encoding is kept.
///
/// An encoding is abandoned as soon as it is longer than a complete one.
struct Encoder: ~Copyable {
  var sink = ByteSink()
  var book = StyleBook()
  var plan = RowPlan()
  private var finder = ScrollFinder()
  private var changed: [Int] = []
  var order: [Int32] = []
  var blankRow: [Cell] = []
  /// Whether a row or the screen was erased and rewritten, which would flicker.
  var hasErased = false
  /// Whether a cluster may stand in several cells, one for each scalar that advances.
  var hasPieces = false

  /// The marks of mode 2026, both of the same length.
  private static let holdBack: StaticString = "\u{1B}[?2026h"
  private static let show: StaticString = "\u{1B}[?2026l"
  private static let markLength = 8
  private static let heldBackAbove = 256

  init() {}

  /// Encodes the change from `image` to `canvas`, and updates `image`.
  ///
  /// Full blocks on the canvas are replaced (see ``Canvas/replaceBlocks(for:)``). The bytes of
  /// `others` follow the frame, in the same write.
  ///
  /// - Returns: The result of `body`, which is called with the bytes, or with none if nothing
  ///   changed.
  mutating func encode<Result>(
    _ image: inout TerminalImage, to canvas: Canvas, for capabilities: Capabilities,
    followedBy others: [UInt8] = [], _ body: (MemoryView<UInt8>) -> Result
  ) -> Result {
    sink.removeAll()
    sink.put(Encoder.holdBack)
    hasErased = false
    hasPieces = canvas.widths.profile == .wcwidth
    canvas.replaceBlocks(for: capabilities.colors)
    book.open(canvas.catalog, for: capabilities)
    let rows = encodeCells(&image, canvas, capabilities)
    encodeDeclarations(&image, canvas, capabilities)
    let bytes = sink.count - Encoder.markLength
    let isHeldBack =
      capabilities.synchronizedOutput
      && (hasErased || rows >= 2 && bytes > Encoder.heldBackAbove)
    if isHeldBack { sink.put(Encoder.show) }
    others.withView { sink.put($0) }
    return sink.withBytes(from: isHeldBack ? 0 : Encoder.markLength, body)
  }

  /// Returns whether a blank in a style of the last frame may have been erased instead of written.
  func erases(_ style: StyleID) -> Bool { book.blank(style).isErasable }

  /// Encodes the cells, and returns the number of rows that changed.
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

  /// Puts the shortest of the known encodings, and returns its scroll if it has one.
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

  /// Returns an encoding that begins with a scroll, or `nil` if no rows moved or can be scrolled.
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

  /// Finds the rows that differ, by comparing memory.
  private mutating func findChanged(_ shown: CellGrid, _ wanted: CellGrid) {
    changed.removeAll(keepingCapacity: true)
    let columns = wanted.size.columns
    shown.withRows { old, oldEnds in
      wanted.withRows { new, newEnds in
        for row in 0..<min(oldEnds.count, newEnds.count) {
          let cells = row * columns..<row * columns + max(oldEnds[row], newEnds[row])
          if !old.part(cells).begins(like: new.part(cells), count: cells.count) {
            changed.append(row)
          }
        }
      }
    }
  }

  /// Encodes rows, and stops once the sink is longer than `end`.
  private mutating func encodeRows(
    _ shown: CellGrid, _ canvas: Canvas, _ pen: inout Pen, _ capabilities: Capabilities,
    rows: some Sequence<Int>, scroll: RowShift?, upTo end: Int
  ) {
    let size = canvas.size
    if blankRow.count != size.columns {
      blankRow = Array(repeating: .blank, count: size.columns)
    }
    let blankRow = blankRow
    func cells(of row: Int) -> Range<Int> { row * size.columns..<(row + 1) * size.columns }
    shown.cells.withView { old in
      canvas.grid.cells.withView { new in
        blankRow.withView { blank in
          for row in rows where sink.count <= end {
            let source = scroll.map { $0.source(of: row) } ?? row
            encode(
              RowTask(
                row: row, old: source.map { old.part(cells(of: $0)) } ?? blank,
                new: new.part(cells(of: row)), width: size.columns,
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
