extension VirtualTerminal {
  /// Performs SGR.
  mutating func style(_ sequence: ControlSequence) {
    guard !sequence.parameters.isEmpty else { return resetStyle() }
    var rest = sequence.parameters[...]
    while let parameter = rest.popFirst() {
      if parameter == [21] { violate(.contested, "ends bold in some terminals") }
      if !applyStyle(parameter, &rest) {
        violate(.unknown, "unknown graphic rendition \(parameter[0] ?? 0)")
      }
    }
  }

  /// Resets the style except the link, which SGR does not affect.
  private mutating func resetStyle() {
    let link = pen.link
    pen = Style()
    pen.link = link
  }

  private mutating func applyStyle(_ parameter: [Int?], _ rest: inout ArraySlice<[Int?]>) -> Bool {
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
    case 4: pen.underline = .single
    case 21: pen.underline = .double
    case 24: pen.underline = .none
    default:
      if let begun = Self.begun[code] {
        pen.attributes.insert(begun)
      } else if let ended = Self.ended[code] {
        pen.attributes.subtract(ended)
      } else {
        return false
      }
    }
    return true
  }

  private static let begun: [Int: Attributes] = [
    1: .bold, 2: .dim, 3: .italic, 5: .blink, 6: .rapidBlink, 7: .reverse, 8: .hidden, 9: .strike,
    53: .overline,
  ]

  private static let ended: [Int: Attributes] = [
    22: [.bold, .dim], 23: .italic, 25: [.blink, .rapidBlink], 27: .reverse, 28: .hidden,
    29: .strike, 55: .overline,
  ]

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
