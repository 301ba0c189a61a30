/// What follows `ESC[`: a marker, parameters with sub-parameters, intermediates and a final byte.
struct ControlSequence: Hashable, Sendable {
  /// One of `<`, `=`, `>`, `?`, or nothing.
  var marker: UInt8?
  /// The parameters, each with its sub-parameters; nil where it was left out.
  var parameters: [[Int?]] = []
  var intermediates: [UInt8] = []
  var final: UInt8

  /// The most parameters a sequence may have, and the greatest of their values.
  static let mostParameters = 32
  static let greatestValue = 65_535

  /// Parses what came after `ESC[`, or answers nil if it is not well formed.
  init?(body: ArraySlice<UInt8>) {
    guard let final = body.last, (0x40...0x7E).contains(final) else { return nil }
    self.final = final
    var rest = body.dropLast()
    if let first = rest.first, (0x3C...0x3F).contains(first) {
      marker = first
      rest = rest.dropFirst()
    }
    let middle = rest.suffix(from: rest.firstIndex { $0 < 0x30 } ?? rest.endIndex)
    guard middle.allSatisfy({ (0x20..<0x30).contains($0) }) else { return nil }
    intermediates = Array(middle)
    guard let parameters = Self.parse(rest.prefix(upTo: middle.startIndex)) else { return nil }
    self.parameters = parameters
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
        guard value <= greatestValue else { return nil }
        result[last][sub] = value
      default: return nil
      }
    }
    return result.count <= mostParameters ? result : nil
  }

  /// A parameter, or the default where it was left out.
  func value(_ index: Int, default fallback: Int = 0) -> Int {
    guard index < parameters.count, let value = parameters[index][0] else { return fallback }
    return value
  }

  /// A parameter that counts: left out or zero is one.
  func count(_ index: Int = 0) -> Int { max(1, value(index, default: 1)) }

  /// What selects the function: marker, intermediates and final, such as `?$p` or `H`.
  var name: String {
    String(decoding: (marker.map { [$0] } ?? []) + intermediates + [final], as: UTF8.self)
  }

  /// Whether a parameter has sub-parameters.
  var hasSubparameters: Bool { parameters.contains { $0.count > 1 } }
}
