/// Blocks that fill cells by eighths.
enum Blocks {
  /// From the left, none to eight eighths.
  static let horizontal: [String] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
  /// From the bottom, none to eight eighths.
  static let vertical: [String] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// The same where there is only ASCII, the more ink the higher.
  static let ascii: [String] = [" ", ".", ":", "-", "=", "+", "*", "#", "@"]
}

/// A part of a whole, kept so that neither absurd numbers nor rounding can make it lie.
struct Fraction: Hashable {
  private let part: Int
  private let whole: Int

  /// Numbers outside of 0 to `whole` count as its ends; of a whole below one nothing is done.
  init(_ part: Int, of whole: Int) {
    self.whole = max(whole, 1)
    self.part = whole < 1 ? 0 : min(max(part, 0), self.whole)
  }

  /// The same for real numbers; what is not a number is nothing.
  init(_ part: Double, of whole: Double) {
    let ratio = part / whole
    let isSome = whole > 0 && ratio > 0
    let scale = 1 << 30
    // Rounded up, or a fifth would be a little less than one; but only all of it is the whole.
    let part =
      !isSome ? 0 : ratio >= 1 ? scale : min(scale - 1, Int((ratio * Double(scale)).rounded(.up)))
    self.init(part, of: scale)
  }

  /// How far a value is on the way through a range; of one without any length nothing is done.
  init(_ value: Double, in range: ClosedRange<Double>) {
    // Halves, because the length of a range may be larger than every number.
    let start = range.lowerBound / 2
    self.init(value / 2 - start, of: range.upperBound / 2 - start)
  }

  /// As many units of `total` as are wholly done, so that only the whole fills it.
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
  /// Fills the first row as far as something is done, by eighths of a cell, and shades the rest.
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
  /// The number without the decimals that say nothing.
  var caption: String {
    let text = exactCaption
    guard let mark = text.firstIndex(of: "e") else {
      guard text.contains(".") else { return text }
      let scale = magnitude < 0.01 ? 1e5 : 100
      return "\((self * scale).rounded() / scale)"
    }
    // The first digits of a number that is so large or so small.
    guard let digits = Double(text[..<mark]) else { return text }
    let short = Double("\((digits * 100).rounded() / 100)\(text[mark...])") ?? self
    return short.isFinite ? short.exactCaption : text
  }

  /// The number with all of its digits, as a power of ten beyond those that it is exact to.
  var exactCaption: String {
    let isShort = magnitude < 1e16
    return (isShort ? Int(exactly: self) : nil).map { "\($0)" } ?? "\(self)"
  }
}

extension Sequence<Double> {
  /// The least and the largest of the finite numbers.
  var finiteRange: ClosedRange<Double>? {
    reduce(nil) { range, value in
      guard value.isFinite else { return range }
      return range.map { Swift.min($0.lowerBound, value)...Swift.max($0.upperBound, value) }
        ?? value...value
    }
  }

  /// The ends and the extremes of the finite numbers, in words; nil if there are none.
  var summary: String? {
    let finite = filter(\.isFinite)
    guard let first = finite.first, let last = finite.last, let range = finite.finiteRange
    else { return nil }
    let captions = [first, last, range.lowerBound, range.upperBound].map(\.caption)
    return "from \(captions[0]) to \(captions[1]), between \(captions[2]) and \(captions[3])"
  }
}
