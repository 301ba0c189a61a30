extension TextInput.Model: Codable {
  private enum CodingKeys: CodingKey {
    case text, limit, isSecret, position, firstShown, killed, isKilling
  }

  /// Decodes a model: cuts the text to the limit, and moves the cursor between two characters.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(String.self, forKey: .text),
      limit: try values.decodeIfPresent(Int.self, forKey: .limit),
      isSecret: try values.decode(Bool.self, forKey: .isSecret))
    moveCursor(toOffset: try values.decode(Int.self, forKey: .position))
    firstShown = try values.decodeIfPresent(Int.self, forKey: .firstShown)
      .map { text.boundary(atOrBefore: $0) }
    let killed = try values.decode(String.self, forKey: .killed)
    self.killed = isSecret ? "" : Self.singleLine(killed)
    isKilling = try values.decode(Bool.self, forKey: .isKilling)
  }

  /// Encodes the model, and so its text, even if the text is secret.
  public func encode(to encoder: any Swift.Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(text, forKey: .text)
    try values.encodeIfPresent(limit, forKey: .limit)
    try values.encode(isSecret, forKey: .isSecret)
    try values.encode(position, forKey: .position)
    try values.encodeIfPresent(firstShown, forKey: .firstShown)
    try values.encode(killed, forKey: .killed)
    try values.encode(isKilling, forKey: .isKilling)
  }
}
