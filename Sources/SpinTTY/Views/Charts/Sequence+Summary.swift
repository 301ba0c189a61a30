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
