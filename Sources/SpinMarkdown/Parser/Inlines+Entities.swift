extension Inlines {
  /// The named characters that text written by hand uses; those of HTML are some two thousand.
  private static let names: [String: String] = {
    var names = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "trade": "™", "hellip": "…",
      "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
      "sbquo": "‚", "bdquo": "„", "bull": "•", "euro": "€", "larr": "←", "rarr": "→", "uarr": "↑",
      "darr": "↓", "harr": "↔", "le": "≤", "ge": "≥", "ne": "≠", "asymp": "≈", "infin": "∞",
      "radic": "√", "sum": "∑", "minus": "−", "OElig": "Œ", "oelig": "œ", "Scaron": "Š",
      "scaron": "š", "dagger": "†", "permil": "‰", "check": "✓",
    ]
    for (first, row) in [(0xA0, latin), (0x391, greekCapitals), (0x3B1, greekLetters)] {
      for (number, name) in row.split(whereSeparator: \.isWhitespace).enumerated() {
        names[String(name)] = Unicode.Scalar(UInt32(first + number)).map { String($0) }
      }
    }
    return names
  }()

  /// The names of the characters from U+00A0 to U+00FF, in HTML 4.01, section 24.2.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr
    deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest
    Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
    agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml
    eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
    """

  /// Those from U+0391 on, in section 24.3; the second sigma does not exist as a capital.
  private static let greekCapitals = """
    Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau
    Upsilon Phi Chi Psi Omega
    """

  /// Those from U+03B1 on.
  private static let greekLetters = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau
    upsilon phi chi psi omega
    """

  /// Returns the text of an entity at the start of bytes, and its end.
  static func entity(in bytes: ArraySlice<UInt8>) -> (text: String, end: Int)? {
    let name = bytes.dropFirst().prefix(10).prefix {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "#")
    }
    guard name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";") else {
      return nil
    }
    let end = name.endIndex + 1
    guard name.first == UInt8(ascii: "#") else { return names[name.string].map { ($0, end) } }
    let digits = name.dropFirst()
    let isHex = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    let number = isHex ? digits.dropFirst() : digits
    guard number.count <= (isHex ? 6 : 7),
      let value = UInt32(number.string, radix: isHex ? 16 : 10)
    else { return nil }
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    return (String(scalar ?? "\u{FFFD}"), end)
  }
}
