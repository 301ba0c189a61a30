/// Writes text from left to right into one row of a canvas, cut at two columns.
///
/// From the first character that ``CleanText`` would replace on, the text is cleaned here.
struct RowWriter {
  let canvas: Canvas
  let row: Int
  /// The columns that may be written, within the canvas.
  let clip: Range<Int>
  /// The column of the next glyph, which may be outside `clip`.
  var column: Int
  let style: StyleID

  mutating func write(_ text: String) {
    var text = text
    let rest = text.withBytes { write($0) }
    if let rest {
      let raw = String(decoding: text.utf8.dropFirst(rest), as: UTF8.self)
      var clean = CleanText(raw).string
      _ = clean.withBytes { write($0) }
    }
  }

  /// Writes a scanned line.
  mutating func write(_ line: ScannedLine) {
    var text = line.text.string
    text.withBytes { bytes in
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

  /// Writes bytes up to the first that must be cleaned, and returns its offset, or `nil` if there
  /// is none.
  private mutating func write(_ bytes: MemoryView<UInt8>) -> Int? {
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

  /// Writes text of one byte per cell.
  private mutating func writeASCII(_ bytes: MemoryView<UInt8>) {
    let first = max(0, clip.lowerBound - column)
    let last = min(bytes.count, max(first, clip.upperBound - column))
    if first < last {
      canvas.grid.put(
        ascii: bytes.part(first..<last), style: style,
        column: column + first, row: row)
    }
    column += bytes.count
  }

  /// Puts the glyphs that `body` appends; `body` also gets the flags that mark special clusters.
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
  /// Appends a scalar without special flags, unless it has no width.
  @inline(__always)
  fileprivate mutating func append(plain measure: ClusterMeasure) {
    let width = measure.width(ambiguousIsWide: false)
    if width > 0 { append(GlyphID(value: measure.scalar), width: width) }
  }

  /// Appends the glyphs of a cluster.
  fileprivate mutating func append(
    _ cluster: Cluster, _ bytes: MemoryView<UInt8>, _ catalog: Catalog,
    _ rules: WidthRules
  ) {
    if rules.profile == .grapheme {
      append(rules.glyph(of: cluster), bytes, catalog)
    } else {
      rules.forEachAdvance(of: cluster, in: bytes) { append($0, bytes, catalog) }
    }
  }

  /// Appends a glyph without the scalars that have no width before the first that has.
  ///
  /// NB: a joiner or a variation selector there would join the cell on the left, in tmux even after a
  /// move, and so would what follows a joiner.
  @inline(__always)
  private mutating func append(
    _ glyph: Glyph, _ bytes: MemoryView<UInt8>, _ catalog: Catalog
  ) {
    if glyph.width == 0 { return }
    var (start, end) = (glyph.bytes.lowerBound, glyph.bytes.upperBound)
    // Most clusters begin with an emoji, which joins nothing unless it is a skin colour.
    if end - start > 4, bytes[start] == 0xF0, bytes[start + 1] == 0x9F, bytes[start + 2] != 0x8F {
      return append(
        catalog.intern(bytes.part(glyph.bytes)), width: glyph.width,
        isContested: glyph.isContested, isOpen: glyph.isOpen)
    }
    var first = ClusterScanner.Scalar(in: bytes, at: start)
    while first.traits.width == 0, first.end < end {
      start = first.end
      first = ClusterScanner.Scalar(in: bytes, at: start)
    }
    let id =
      first.end == end
      ? GlyphID(value: first.value)
      : catalog.intern(bytes.part(start..<end))
    append(
      id, width: glyph.width, isContested: glyph.isContested, isOpen: glyph.isOpen,
      isJoining: first.traits.joinsAny)
  }
}

extension Cell {
  /// Creates the cell of a character that is one narrow scalar without special flags.
  init?(_ character: Character, _ style: StyleID, by rules: WidthRules) {
    var scalars = character.unicodeScalars.makeIterator()
    guard let scalar = scalars.next(), scalars.next() == nil else { return nil }
    self.init(scalar, style, by: rules)
  }

  /// Makes the cell of a narrow scalar about which nothing is special.
  init?(_ scalar: Unicode.Scalar, _ style: StyleID, by rules: WidthRules) {
    let traits = ScalarTraits(scalar)
    let measure = ClusterMeasure(scalar.value, traits)
    guard traits.breakClass != .gated, measure.bits & rules.specialFlags == 0,
      measure.width(ambiguousIsWide: false) == 1
    else { return nil }
    self.init(glyph: GlyphID(scalar), style: style)
  }
}
