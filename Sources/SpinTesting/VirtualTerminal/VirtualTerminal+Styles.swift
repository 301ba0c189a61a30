extension VirtualTerminal {
  /// Performs SGR.
  mutating func style(_ sequence: ControlSequence, _ lexeme: ControlParser.Lexeme) {
    guard !sequence.parameters.isEmpty else { return resetStyle() }
    var rest = sequence.parameters[...]
    while let parameter = rest.popFirst() {
      if parameter == [21] { violate(.contested, "ends bold in some terminals", lexeme) }
      if !applyStyle(parameter, &rest) {
        violate(.unknown, "unknown graphic rendition \(parameter[0] ?? 0)", lexeme)
      }
    }
  }

  /// Resets the style except the link, which SGR does not affect.
  private mutating func resetStyle() {
    let link = pen.link
    pen = Style()
    pen.link = link
  }

  private mutating func applyStyle(
    _ parameter: [Int?], _ rest: inout ArraySlice<[Int?]>
  ) -> Bool {
    let code = parameter[0] ?? 0
    switch code {
    case 4 where parameter.count == 2: return underline(parameter[1])
    case 38, 48, 58: return extendedColor(code, parameter, &rest)
    case _ where parameter.count > 1: return false
    case 0: resetStyle()
    case 30...37: pen.foreground = .palette(UInt8(code - 30))
    case 39: pen.foreground = .default
    case 40...47: pen.background = .palette(UInt8(code - 40))
    case 49: pen.background = .default
    case 59: pen.underlineColor = .default
    case 90...97: pen.foreground = .palette(UInt8(code - 82))
    case 100...107: pen.background = .palette(UInt8(code - 92))
    default: return applyAttribute(code)
    }
    return true
  }

  private mutating func applyAttribute(_ code: Int) -> Bool {
    switch code {
    case 1: pen.attributes.insert(.bold)
    case 2: pen.attributes.insert(.dim)
    case 3: pen.attributes.insert(.italic)
    case 4: pen.underline = .single
    case 5: pen.attributes.insert(.blink)
    case 6: pen.attributes.insert(.rapidBlink)
    case 7: pen.attributes.insert(.reverse)
    case 8: pen.attributes.insert(.hidden)
    case 9: pen.attributes.insert(.strike)
    case 21: pen.underline = .double
    case 22: pen.attributes.subtract([.bold, .dim])
    case 23: pen.attributes.remove(.italic)
    case 24: pen.underline = .none
    case 25: pen.attributes.subtract([.blink, .rapidBlink])
    case 27: pen.attributes.remove(.reverse)
    case 28: pen.attributes.remove(.hidden)
    case 29: pen.attributes.remove(.strike)
    case 53: pen.attributes.insert(.overline)
    case 55: pen.attributes.remove(.overline)
    default: return false
    }
    return true
  }

  private mutating func underline(_ kind: Int?) -> Bool {
    guard let underline = Underline(rawValue: kind ?? 0) else { return false }
    guard features.contains(.underlineStyles) || underline.rawValue < 2 else { return false }
    pen.underline = underline
    return true
  }

  /// Reads `38;5;n`, `38;2;r;g;b`, and the same forms with colons.
  private mutating func extendedColor(
    _ code: Int, _ parameter: [Int?], _ rest: inout ArraySlice<[Int?]>
  ) -> Bool {
    var values = Array(parameter.dropFirst())
    if values.isEmpty {
      let count = rest.first?[0] == 5 ? 2 : 4
      let taken = rest.prefix(count)
      rest = rest.dropFirst(count)
      guard taken.allSatisfy({ $0.count == 1 }) else { return false }
      values = taken.map { $0[0] }
    } else if values.first == 2 && values.count > 4 {
      values.remove(at: 1)  // the colour space, which no terminal uses
    }
    guard let color = Self.color(values) else { return false }
    switch code {
    case 38: pen.foreground = color
    case 48: pen.background = color
    default:
      guard features.contains(.underlineStyles) else { return false }
      pen.underlineColor = color
    }
    return true
  }

  private static func color(_ values: [Int?]) -> Color? {
    let bytes = values.compactMap { UInt8(exactly: $0 ?? 0) }
    guard bytes.count == values.count else { return nil }
    switch (bytes.first, bytes.count) {
    case (5, 2): return .palette(bytes[1])
    case (2, 4): return .rgb(bytes[1], bytes[2], bytes[3])
    default: return nil
    }
  }
}
