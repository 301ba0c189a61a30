/// A control sequence after `ESC[`: a marker, parameters with sub-parameters, intermediates and a
/// final byte.
struct ControlSequence: Hashable, Sendable {
  /// One of `<`, `=`, `>` and `?`, or `nil`.
  var marker: UInt8?
  /// The parameters, each with its sub-parameters; omitted values are `nil`.
  var parameters: [[Int?]] = []
  var intermediates: [UInt8] = []
  var final: UInt8

  /// The maximum number of parameters in a sequence, and the maximum value of a parameter.
  static let mostParameters = 32
  static let greatestValue = 65_535

  /// Parses the bytes after `ESC[`; returns `nil` if they are malformed.
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

  /// Returns the parameters, or `nil` if they are malformed.
  ///
  /// NB: written in another way than `SequenceParameters` of SpinTTY, whose mistakes it would share.
  private static func parse(_ body: ArraySlice<UInt8>) -> [[Int?]]? {
    guard body.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
    if body.isEmpty { return [] }
    let texts = body.split(separator: 0x3B, omittingEmptySubsequences: false)
    let parameters = texts.map { text in
      text.split(separator: 0x3A, omittingEmptySubsequences: false).map { digits in
        digits.isEmpty ? nil : Int(String(decoding: digits, as: UTF8.self)) ?? .max
      }
    }
    let isSmall = parameters.joined().allSatisfy { $0 ?? 0 <= greatestValue }
    return isSmall && parameters.count <= mostParameters ? parameters : nil
  }

  /// Returns a parameter, or the default if it was omitted.
  func value(_ index: Int, default fallback: Int = 0) -> Int {
    guard index < parameters.count, let value = parameters[index][0] else { return fallback }
    return value
  }

  /// Returns a parameter that is a count; an omitted one or zero means one.
  func count(_ index: Int = 0) -> Int { max(1, value(index, default: 1)) }

  /// The marker, the intermediates and the final byte, which select the function, such as `?$p` or
  /// `H`.
  var name: String {
    String(decoding: (marker.map { [$0] } ?? []) + intermediates + [final], as: UTF8.self)
  }

  /// Whether a parameter has sub-parameters.
  var hasSubparameters: Bool { parameters.contains { $0.count > 1 } }
}
