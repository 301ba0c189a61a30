/// An event or a snapshot, as a store keeps it.
public struct EventRecord: Hashable, Sendable {
  /// What a record is of.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: String, Hashable, Sendable {
    /// An event that was reduced.
    case event
    /// A state.
    case snapshot
  }

  /// What the record is of.
  public var kind: Kind

  /// The number of the event, counted from 1.
  ///
  /// A snapshot has the number of the last event before its state was taken; 0 if there was none.
  public var number: Int

  /// The version of the program's types that has written the record, see ``DurableOptions/version``.
  public var version: Int

  /// The encoded event or state.
  public var bytes: [UInt8]

  /// Creates a record; each argument is the value of the property with its name.
  public init(_ kind: Kind, number: Int, version: Int = 1, bytes: [UInt8]) {
    self.kind = kind
    self.number = number
    self.version = version
    self.bytes = bytes
  }
}

extension EventRecord: CustomStringConvertible {
  /// The kind, the number, the version and the bytes, as text if they are UTF-8.
  public var description: String {
    let content = String(validating: bytes, as: UTF8.self) ?? "\(bytes.count) bytes"
    return "\(kind.rawValue) \(number), version \(version): \(content)"
  }
}
