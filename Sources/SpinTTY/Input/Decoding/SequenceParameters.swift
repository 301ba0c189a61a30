/// The marker, parameters and intermediate bytes between `ESC[` and the final byte.
struct SequenceParameters: Equatable, Sendable {
  /// One of `<`, `=`, `>` and `?`, or `nil`.
  var marker: UInt8?
  /// The parameters, each with its sub-parameters; omitted values are `nil`.
  var values: [[Int?]] = []
  var intermediates: [UInt8] = []

  /// The largest permitted value: the greatest code point.
  private static let greatest = 0x10FFFF

  /// Parses the body; returns `nil` if it is malformed.
  init?(_ body: ArraySlice<UInt8>) {
    var rest = body
    if let first = rest.first, (0x3C...0x3F).contains(first) {
      marker = first
      rest = rest.dropFirst()
    }
    let digits = rest.prefix { $0 >= 0x30 }
    intermediates = Array(rest.dropFirst(digits.count))
    guard intermediates.allSatisfy({ $0 < 0x30 }) else { return nil }
    guard let values = Self.parse(digits) else { return nil }
    self.values = values
  }

  private static func parse(_ digits: ArraySlice<UInt8>) -> [[Int?]]? {
    guard !digits.isEmpty else { return [] }
    var result: [[Int?]] = [[nil]]
    for byte in digits {
      let last = result.count - 1
      switch byte {
      case 0x3B: result.append([nil])
      case 0x3A: result[last].append(nil)
      case 0x30...0x39:
        let sub = result[last].count - 1
        let value = (result[last][sub] ?? 0) * 10 + Int(byte - 0x30)
        guard value <= greatest else { return nil }
        result[last][sub] = value
      default: return nil
      }
    }
    return result
  }

  var count: Int { values.count }

  /// A parameter or one of its sub-parameters, or `nil` if it was omitted.
  subscript(index: Int, sub: Int = 0) -> Int? {
    guard index < values.count, sub < values[index].count else { return nil }
    return values[index][sub]
  }

  /// Returns the parameters, if each of them is a single number.
  ///
  /// `allowsEmpty` says whether parameters may be empty, which are skipped: kitty ends its list of
  /// attributes with one, `ESC[?62;c`.
  func numbers(allowsEmpty: Bool = false) -> [Int]? {
    let numbers = values.compactMap { $0.count == 1 ? $0[0] : nil }
    if allowsEmpty, values.allSatisfy({ $0.count == 1 }) { return numbers }
    return numbers.count == values.count ? numbers : nil
  }

  /// The modifiers and the phase in the second parameter, `mods[:event]`.
  var held: (modifiers: Modifiers, phase: KeyPress.Phase)? {
    guard count < 2 || values[1].count <= 2 else { return nil }
    let code = self[1] ?? 1
    guard (0...256).contains(code) else { return nil }
    let modifiers = Modifiers(rawValue: UInt8(max(0, code - 1)))
    switch self[1, 1] ?? 1 {
    case 1: return (modifiers, .press)
    case 2: return (modifiers, .repeat)
    case 3: return (modifiers, .release)
    default: return nil
    }
  }
}
