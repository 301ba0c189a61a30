extension Double {
  /// The number with a few significant decimals.
  var caption: String {
    if let whole = wholeCaption { return whole }
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
    wholeCaption ?? "\(self)"
  }

  /// A whole number with all of its digits; `nil` beyond those that it is exact to.
  private var wholeCaption: String? {
    magnitude < 1e16 ? Int(exactly: self).map { "\($0)" } : nil
  }

  /// Returns the number with a prefix of a thousand, such as `1.2 MB`.
  func caption(_ unit: String) -> String {
    var (value, prefixes) = (self, ["", "k", "M", "G", "T", "P"][...])
    while value >= 999.5, prefixes.count > 1 {
      value /= 1_000
      prefixes.removeFirst()
    }
    let short = value < 9.95 ? (value * 10).rounded() / 10 : value.rounded()
    return "\(short.caption) \(prefixes.first ?? "")\(unit)"
  }
}

extension Int {
  /// The number as one of bytes, in the units that a ``Pace`` has.
  package var bytes: String { Double(self).caption("B") }
}
