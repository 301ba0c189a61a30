extension Sequence<Double> {
  /// The range of the finite numbers; `nil` if there are none.
  var finiteRange: ClosedRange<Double>? {
    reduce(nil) { range, value in
      guard value.isFinite else { return range }
      return range.map { Swift.min($0.lowerBound, value)...Swift.max($0.upperBound, value) }
        ?? value...value
    }
  }

  /// Returns the ends and the extremes of the finite numbers, in words; `nil` if there are none.
  func summary(_ words: Words) -> String? {
    let finite = filter(\.isFinite)
    guard let first = finite.first, let last = finite.last, let range = finite.finiteRange
    else { return nil }
    let captions = [first, last, range.lowerBound, range.upperBound].map(\.caption)
    return zip(["first", "last", "least", "most"], captions).reduce(words.series) {
      $0.with($1.0, $1.1)
    }
  }
}
