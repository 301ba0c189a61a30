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
}
