/// An entry of the help: keys and their action.
public struct HelpItem: Hashable, Sendable {
  /// The keys, such as `space` or `+/up`.
  public var keys: String
  /// What the keys do, such as `quit`.
  public var text: String
  /// Whether the keys do something now.
  public var isLive: Bool
  /// Whether the keys of the item show the help.
  ///
  /// Such an item stays in a row that has no room for all items.
  var leadsToHelp = false
  /// Whether the action has no keys, only clicks, which a row omits because it could not name their
  /// place.
  var isOfMouse = false

  /// Creates an item.
  public init(_ keys: String, _ text: String, isLive: Bool = true) {
    self.keys = keys
    self.text = text
    self.isLive = isLive
  }

  /// Creates an item for the chords of a binding, with clicks only if there are no keys.
  public init(_ chords: [Chord], _ text: String, isLive: Bool = true) {
    let keys = chords.filter { !$0.keys.isEmpty }
    self.init(
      (keys.isEmpty ? chords : keys).map(\.description).joined(separator: "/"), text,
      isLive: isLive)
    isOfMouse = keys.isEmpty && !chords.isEmpty
  }
}
