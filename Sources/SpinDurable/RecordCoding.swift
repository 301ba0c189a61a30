internal import Foundation
internal import SpinRecording

/// How events or states become bytes, and values again.
///
/// The default is JSON. Others are two closures:
///
/// ```swift
/// let coding = RecordCoding<Order>(
///   encode: { try $0.serializedBytes() }, decode: { try Order(serializedBytes: $0) })
/// ```
public struct RecordCoding<Value: Sendable>: Sendable {
  /// Returns the bytes of a value.
  ///
  /// *Isolation*: called where the store encodes.
  public let encode: @Sendable (Value) throws -> [UInt8]

  /// Returns the value of bytes.
  ///
  /// *Isolation*: called by the task that opens a log.
  public let decode: @Sendable ([UInt8]) throws -> Value

  /// Creates a coding of two closures, which undo each other.
  public init(
    encode: @escaping @Sendable (Value) throws -> [UInt8],
    decode: @escaping @Sendable ([UInt8]) throws -> Value
  ) {
    self.encode = encode
    self.decode = decode
  }

  /// Returns the bytes of a value.
  ///
  /// In debug builds, it checks that they become the same value again.
  func bytes(of value: Value) throws -> [UInt8] {
    let bytes = try encode(value)
    #if DEBUG
      guard let copy = try? decode(bytes), areEqual(value, copy) else {
        throw LossyCoding(type: "\(Value.self)")
      }
    #endif
    return bytes
  }
}

/// The error of a value that is another one after it was encoded and decoded.
struct LossyCoding: Error, CustomStringConvertible {
  let type: String

  var description: String {
    "A value of \(type) is another one after it was encoded and decoded: let both keep all that == compares."
  }
}

extension RecordCoding where Value: Codable {
  /// Returns a coding by JSON with sorted keys.
  ///
  /// ```swift
  /// let coding = RecordCoding<Parcels.Event>.json(renaming: ["placed": "ordered"])
  /// ```
  ///
  /// - Parameter cases: The new names of cases of an enumeration whose old names stand in records.
  /// - Returns: The coding.
  public static func json(renaming cases: [String: String] = [:]) -> RecordCoding {
    let (encoder, decoder) = (JSONEncoder.ofRuns(), JSONDecoder.ofRuns())
    return RecordCoding { value in
      try Array(encoder.encode(value))
    } decode: { bytes in
      var data = Data(bytes)
      if !cases.isEmpty {
        let object = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        data = try JSONSerialization.data(
          withJSONObject: renamed(object, cases), options: .fragmentsAllowed)
      }
      return try decoder.decode(Value.self, from: data)
    }
  }

  /// JSON with sorted keys.
  public static var json: RecordCoding { .json() }
}
