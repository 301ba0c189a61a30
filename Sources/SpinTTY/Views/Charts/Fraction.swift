/// The characters that fill cells by eighths.
enum Blocks {
  /// From zero to eight eighths, filled from the left.
  static let horizontal: [String] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
  /// From zero to eight eighths, filled from the bottom.
  static let vertical: [String] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// From zero to eight eighths in ASCII, with more ink for higher values.
  static let ascii: [String] = [" ", ".", ":", "-", "=", "+", "*", "#", "@"]
}

/// A part of a whole that extreme numbers and rounding cannot falsify.
struct Fraction: Hashable {
  private let part: Int
  private let whole: Int

  /// Creates a fraction with `part` clamped to 0…`whole`; a whole below 1 gives an empty fraction.
  init(_ part: Int, of whole: Int) {
    self.whole = max(whole, 1)
    self.part = whole < 1 ? 0 : min(max(part, 0), self.whole)
  }

  /// Creates a fraction of floating-point numbers; NaN gives an empty fraction.
  init(_ part: Double, of whole: Double) {
    let ratio = part / whole
    let isSome = whole > 0 && ratio > 0
    let scale = 1 << 30
    // Rounds up, because a fifth would otherwise be a little less than a fifth; but only the whole
    // itself becomes the whole.
    let part =
      !isSome ? 0 : ratio >= 1 ? scale : min(scale - 1, Int((ratio * Double(scale)).rounded(.up)))
    self.init(part, of: scale)
  }

  /// Creates the fraction of a range that lies below a value; an empty one for a range without
  /// length.
  init(_ value: Double, in range: ClosedRange<Double>) {
    // Halves, because the length of the range may overflow to infinity.
    let start = range.lowerBound / 2
    self.init(value / 2 - start, of: range.upperBound / 2 - start)
  }

  /// Returns the number of units of `total` that are done, rounded down so that only the whole
  /// fills it.
  func units(of total: Int) -> Int {
    let (high, low) = part.multipliedFullWidth(by: max(0, total))
    return whole.dividingFullWidth((high, low)).quotient
  }

  /// A bar in ten steps, for output without a screen.
  var bar: String {
    let done = units(of: 10)
    return String(repeating: "#", count: done) + String(repeating: "-", count: 10 - done)
  }
}

extension Surface {
  /// Fills the first row up to a fraction, by eighths of a cell, and shades the rest.
  ///
  /// - Returns: The number of full cells.
  @discardableResult
  func drawBar(_ fraction: Fraction, style: Style, in environment: ViewEnvironment) -> Int {
    let columns = size.columns
    let isASCII = environment.drawsASCII
    let done = fraction.units(of: isASCII ? columns : 8 * columns)
    let full = isASCII ? done : done / 8
    fill(isASCII ? "#" : "█", in: Rectangle(columns: full, rows: 1), style: style)
    let rest = Rectangle(column: full, columns: columns - full, rows: 1)
    fill(isASCII ? "-" : "░", in: rest, style: environment.style(.secondary))
    if !isASCII, done % 8 > 0 { put(Blocks.horizontal[done % 8], column: full, style: style) }
    return full
  }
}

extension Double {
  /// The number with a few significant decimals.
  var caption: String {
    let text = exactCaption
    guard let mark = text.firstIndex(of: "e") else {
      guard text.contains(".") else { return text }
      let scale = magnitude < 0.01 ? 1e5 : 100
      return "\((self * scale).rounded() / scale)"
    }
    // A very large or small number keeps its first digits.
    guard let digits = Double(text[..<mark]) else { return text }
    let short = Double("\((digits * 100).rounded() / 100)\(text[mark...])") ?? self
    return short.isFinite ? short.exactCaption : text
  }

  /// The number with all of its digits, with an exponent if it is beyond the exact integers.
  var exactCaption: String {
    let isShort = magnitude < 1e16
    return (isShort ? Int(exactly: self) : nil).map { "\($0)" } ?? "\(self)"
  }
}

extension Sequence<Double> {
  /// The range of the finite numbers; `nil` if there are none.
  var finiteRange: ClosedRange<Double>? {
    reduce(nil) { range, value in
      guard value.isFinite else { return range }
      return range.map { Swift.min($0.lowerBound, value)...Swift.max($0.upperBound, value) }
        ?? value...value
    }
  }

  /// The ends and the extremes of the finite numbers, in words; `nil` if there are none.
  var summary: String? {
    let finite = filter(\.isFinite)
    guard let first = finite.first, let last = finite.last, let range = finite.finiteRange
    else { return nil }
    let captions = [first, last, range.lowerBound, range.upperBound].map(\.caption)
    return "from \(captions[0]) to \(captions[1]), between \(captions[2]) and \(captions[3])"
  }
}
