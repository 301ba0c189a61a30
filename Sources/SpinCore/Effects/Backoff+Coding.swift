extension Backoff: Codable {
  private enum Key: String, CodingKey { case from, factor, upTo, attempts, jitter }

  /// Decodes the numbers that a backoff is made of.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let first = try values.decode(Duration.self, forKey: .from)
    let attempts = try values.decode(Int.self, forKey: .attempts)
    let jitter = try values.decode(Double.self, forKey: .jitter)
    if let factor = try values.decodeIfPresent(Double.self, forKey: .factor) {
      let longest = try values.decode(Duration.self, forKey: .upTo)
      self = .exponential(
        from: first, factor: factor, upTo: longest, attempts: attempts, jitter: jitter)
    } else {
      self = .constant(first, attempts: attempts, jitter: jitter)
    }
  }

  /// Encodes the numbers that the backoff is made of.
  ///
  /// - Throws: `EncodingError` if it is made of a closure.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch rule {
    case .constant(let delay):
      try values.encode(delay, forKey: .from)
    case .exponential(let first, let factor, let longest):
      try values.encode(first, forKey: .from)
      try values.encode(factor, forKey: .factor)
      try values.encode(longest, forKey: .upTo)
    case .custom:
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "Backoff.custom is made of a closure, which cannot be encoded: use "
            + ".constant or .exponential in a state that is stored."))
    }
    try values.encode(limit, forKey: .attempts)
    try values.encode(jitter, forKey: .jitter)
  }
}

extension Backoff: CustomStringConvertible {
  /// The backoff as it would be written, such as `constant(1.0 seconds, attempts: 3)`.
  public var description: String {
    let rest = "attempts: \(limit)\(jitter > 0 ? ", jitter: \(jitter)" : "")"
    return switch rule {
    case .constant where limit == 1: "never"
    case .constant(let delay): "constant(\(delay), \(rest))"
    case .exponential(let first, let factor, let longest):
      "exponential(from: \(first), factor: \(factor), upTo: \(longest), \(rest))"
    case .custom: "custom { … }"
    }
  }
}
