/// Writes text from left to right into one row of a canvas, cut at two columns.
///
/// Text that has to go through the gate does so here, from the first such character on.
struct RowWriter {
  let canvas: Canvas
  let row: Int
  /// What may be written to; within the canvas.
  let clip: Range<Int>
  /// Where the next glyph goes; may lie outside of `clip`.
  var column: Int
  let style: StyleID

  mutating func write(_ text: String) {
    var text = text
    let rest = text.withUTF8 { write($0) }
    if let rest {
      let raw = String(decoding: text.utf8.dropFirst(rest), as: UTF8.self)
      var clean = CleanText(raw).string
      _ = clean.withUTF8 { write($0) }
    }
  }

  /// Writes a line whose clusters are known.
  mutating func write(_ line: ScannedLine) {
    var text = line.text.string
    text.withUTF8 { bytes in
      guard !line.clusters.isEmpty else { return writeASCII(bytes) }
      var place = 0
      put { run, canvas, rules, flags in
        for cluster in line.clusters where run.hasRoom {
          let start = place
          place = Int(cluster.end)
          if cluster.measure.bits & flags == 0, cluster.measure.scalar != 0 {
            run.append(plain: cluster.measure)
          } else {
            let cluster = Cluster(start: start, end: place, measure: cluster.measure)
            run.append(cluster, bytes, canvas.catalog, rules)
          }
        }
      }
    }
  }

  /// Writes bytes up to where they have to go through the gate, and says where that is.
  private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    if bytes.arePrintableASCII {
      writeASCII(bytes)
      return nil
    }
    var scanner = ClusterScanner(bytes)
    put { run, canvas, rules, flags in
      while run.hasRoom, let cluster = scanner.next() {
        if cluster.measure.bits & flags == 0, cluster.measure.scalar != 0 {
          run.append(plain: cluster.measure)
        } else {
          run.append(cluster, bytes, canvas.catalog, rules)
        }
      }
    }
    return scanner.isStopped ? scanner.position : nil
  }

  /// Writes text that has one byte a cell.
  private mutating func writeASCII(_ bytes: UnsafeBufferPointer<UInt8>) {
    let first = max(0, clip.lowerBound - column)
    let last = min(bytes.count, max(first, clip.upperBound - column))
    if first < last {
      canvas.grid.put(ascii: bytes[first..<last], style: style, column: column + first, row: row)
    }
    column += bytes.count
  }

  /// Puts what `body` appends; it gets the flags of the clusters that are not plain as well.
  @inline(__always)
  private mutating func put(_ body: (inout CellRun, Canvas, WidthRules, UInt32) -> Void) {
    let (canvas, rules) = (canvas, canvas.widths)
    let flags = rules.specialFlags
    column = canvas.grid.put(from: column, clip: clip, row: row, style: style) { run in
      body(&run, canvas, rules, flags)
    }
  }
}

extension CellRun {
  /// Appends one scalar about which nothing is special; it may have no width.
  @inline(__always)
  fileprivate mutating func append(plain measure: ClusterMeasure) {
    let width = measure.width(ambiguousIsWide: false)
    if width > 0 { append(GlyphID(value: measure.scalar), width: width) }
  }

  /// Appends the glyphs of a cluster.
  fileprivate mutating func append(
    _ cluster: Cluster, _ bytes: UnsafeBufferPointer<UInt8>, _ catalog: Catalog,
    _ rules: WidthRules
  ) {
    if rules.profile == .grapheme {
      append(rules.glyph(of: cluster), bytes, catalog)
    } else {
      rules.forEachAdvance(of: cluster, in: bytes) { append($0, bytes, catalog) }
    }
  }

  @inline(__always)
  private mutating func append(
    _ glyph: Glyph, _ bytes: UnsafeBufferPointer<UInt8>, _ catalog: Catalog
  ) {
    if glyph.width == 0 { return }
    let id =
      glyph.scalar != 0
      ? GlyphID(value: glyph.scalar)
      : catalog.intern(UnsafeBufferPointer(rebasing: bytes[glyph.bytes]))
    append(id, width: glyph.width, isContested: glyph.isContested, isOpen: glyph.isOpen)
  }
}

extension Cell {
  /// Makes the cell of a character that is one narrow scalar about which nothing is special.
  init?(_ character: Character, _ style: StyleID, by rules: WidthRules) {
    var scalars = character.unicodeScalars.makeIterator()
    guard let scalar = scalars.next(), scalars.next() == nil else { return nil }
    let traits = ScalarTraits(scalar)
    let measure = ClusterMeasure(scalar.value, traits)
    guard traits.breakClass != .gated, measure.bits & rules.specialFlags == 0,
      measure.width(ambiguousIsWide: false) == 1
    else { return nil }
    self.init(glyph: GlyphID(scalar), style: style)
  }
}
