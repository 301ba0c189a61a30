/// An address that a terminal opens, filtered so that it cannot carry control sequences.
public struct Link: Hashable, Sendable {
  /// A reference, because every style has room for a link and hardly any has one.
  private let storage: Storage

  private final class Storage: Sendable {
    let address: String
    let id: String

    init(address: String, id: String) {
      self.address = address
      self.id = id
    }
  }

  /// The address as it is sent to the terminal: printable ASCII only.
  public var address: String { storage.address }
  /// An identifier that joins separate cells, such as those of a wrapped link, into one link.
  public var id: String { storage.id }

  /// The longest address that terminals accept, in bytes.
  private static let addressLimit = 2083
  private static let idLimit = 250
  private static let schemes = ["http://", "https://", "file://", "mailto:"]

  /// Creates a link, or returns `nil` if the address is not one that a terminal should open.
  ///
  /// - Parameters:
  ///   - address: An address that begins with `http://`, `https://`, `file://` or `mailto:`, of at
  ///     most 2,083 bytes of printable ASCII without spaces; percent-encode other characters.
  ///   - id: At most 250 letters, digits, `-`, `_` and `.`.
  public init?(_ address: String, id: String = "") {
    // Not even read further if it is too long, because one address may be that of many links.
    guard address.utf8.count <= Link.addressLimit, id.utf8.count <= Link.idLimit else { return nil }
    let lowercased = address.prefix(8).lowercased()
    let isKnown = Link.schemes.contains { lowercased.hasPrefix($0) }
    let isPrintable = address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    let isPlainId = id.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isKnown, isPrintable, isPlainId else { return nil }
    storage = Storage(address: address, id: id)
  }

  /// Returns whether two links have the same address and the same id.
  public static func == (left: Link, right: Link) -> Bool {
    left.storage === right.storage || left.address == right.address && left.id == right.id
  }

  /// Feeds the address and the id to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(address)
    hasher.combine(id)
  }
}
