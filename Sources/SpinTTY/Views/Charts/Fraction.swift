/// Blocks that fill cells by eighths.
enum Blocks {
  /// From the left, none to eight eighths.
  static let horizontal: [String] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
  /// From the bottom, none to eight eighths.
  static let vertical: [String] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
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

  /// As many units of `total` as are wholly done, so that only the whole fills it.
  func units(of total: Int) -> Int {
    let (high, low) = part.multipliedFullWidth(by: max(0, total))
    return whole.dividingFullWidth((high, low)).quotient
  }
}
