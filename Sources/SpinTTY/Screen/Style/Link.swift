/// An address that cells lead to, filtered so that it cannot carry anything else to the terminal.
public struct Link: Hashable, Sendable {
  /// The address as it goes to the terminal: printable ASCII only.
  public let address: String
  /// Joins cells that are apart, as of a link that wraps, into one to be highlighted.
  public let id: String

  /// The longest address that terminals take.
  private static let addressLimit = 2083
  private static let idLimit = 250
  private static let schemes = ["http://", "https://", "file://", "mailto:"]

  /// Creates a link, or nothing if the address is not one a terminal should open.
  ///
  /// - Parameters:
  ///   - address: Begins with `http://`, `https://`, `file://` or `mailto:`, has at most 2,083
  ///     bytes, all of them printable ASCII without space; encode everything else by percent.
  ///   - id: Letters, digits, `-`, `_` and `.`, at most 250 of them.
  public init?(_ address: String, id: String = "") {
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
    guard isKnown, isPrintable, isPlainId, address.utf8.count <= Link.addressLimit,
      id.utf8.count <= Link.idLimit
    else { return nil }
    self.address = address
    self.id = id
  }
}
