/// A short line of text that is scanned once and then measured and drawn without another scan.
struct ScannedLine {
  /// A cluster of the line, which begins at the end of the previous one.
  struct Entry {
    let end: UInt32
    let measure: ClusterMeasure
  }

  /// The text of the line.
  let text: CleanText
  /// The clusters; empty if each byte is a cell.
  let clusters: [Entry]
  /// The width in columns for each ``WidthRules/place``.
  private let widths: SIMD4<UInt32>

  /// The largest number of bytes; a longer line is rarely one row, and is measured by its layout.
  private static let limit = 4096

  /// Scans `string`.
  ///
  /// The result is `nil` if the string has newlines, tabs or a cluster that is not shown
  /// completely, or is very long.
  init?(_ string: String) {
    var string = string
    let isASCII = string.withBytes { $0.arePrintableASCII }
    if isASCII {
      text = CleanText(gated: string)
      clusters = []
      widths = SIMD4(repeating: UInt32(clamping: string.utf8.count))
      return
    }
    let isLine = string.withBytes { bytes in
      bytes.count <= ScannedLine.limit
        && !bytes.contains { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }
    guard isLine else { return nil }
    if let line = ScannedLine(gated: string) {
      self = line
      return
    }
    guard let line = ScannedLine(gated: CleanText(string).string) else { return nil }
    self = line
  }

  /// Scans clean text, or returns `nil` if the text must be cleaned or a cluster is not shown
  /// completely.
  private init?(gated string: String) {
    var string = string
    var (widths, isWhole) = (SIMD4<UInt32>.zero, true)
    let clusters = string.withBytes { bytes in
      [Entry](room: bytes.count) { entries in
        var count = 0
        var scanner = ClusterScanner(bytes)
        while let cluster = scanner.next() {
          widths &+= cluster.columns
          if cluster.shownEnd != cluster.end { isWhole = false }
          // Each cluster has at least one byte.
          let end = UInt32(truncatingIfNeeded: cluster.end)
          entries[count] = Entry(end: end, measure: cluster.measure)
          count += 1
        }
        if scanner.isStopped { isWhole = false }
        return count
      }
    }
    guard isWhole else { return nil }
    text = CleanText(gated: string)
    self.clusters = clusters
    self.widths = widths
  }

  /// Scans the lines of `string`, as ``CleanText/split(_:)`` splits them.
  ///
  /// The result is `nil` if one of the lines cannot be scanned.
  static func lines(of string: String) -> [ScannedLine]? {
    var string = string
    return string.withBytes { bytes in
      var lines: [ScannedLine] = []
      lines.reserveCapacity(4)
      var areScanned = true
      CleanText.forEachLine(of: bytes) { range in
        let line = bytes.part(range)
        guard areScanned, let line = ScannedLine(String(decoding: line, as: UTF8.self)) else {
          areScanned = false
          return
        }
        lines.append(line)
      }
      return areScanned ? lines : nil
    }
  }

  /// Returns the width of the line in columns.
  ///
  /// - Complexity: O(1).
  func width(by rules: WidthRules) -> Int { Int(widths[rules.place]) }
}
