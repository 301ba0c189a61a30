import SpinCore

/// An array of pairs: `[[3, {…}], [1, {…}]]`.
extension Children: Encodable where ID: Encodable, Part: Encodable {
  /// Encodes an array of pairs of an id and a part, in order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for (id, part) in self {
      var pair = container.nestedUnkeyedContainer()
      try pair.encode(id)
      try pair.encode(part)
    }
  }
}

extension Children: Decodable where ID: Decodable, Part: Decodable {
  /// Decodes an array of pairs of an id and a part.
  ///
  /// - Throws: The errors of the parts, and `DecodingError.dataCorrupted` if an id occurs twice or
  ///   a pair has more than two elements.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      var pair = try container.nestedUnkeyedContainer()
      let id = try pair.decode(ID.self)
      let part = try pair.decode(Part.self)
      guard pair.isAtEnd else {
        throw DecodingError.dataCorruptedError(
          in: pair, debugDescription: "A pair has more than an id and a part.")
      }
      guard append(part, id: id) == nil else {
        throw DecodingError.dataCorruptedError(
          in: pair, debugDescription: "The id \(inWords(id)) occurs twice.")
      }
    }
  }
}
