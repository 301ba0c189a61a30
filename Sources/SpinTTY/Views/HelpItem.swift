private import SpinCore

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
  /// The chords of the keys, if they are known.
  private var chords: [Chord] = []

  /// Creates an item.
  public init(_ keys: String, _ text: String, isLive: Bool = true) {
    self.keys = keys
    self.text = text
    self.isLive = isLive
  }

  /// Creates an item for the chords of a binding, with clicks only if there are no keys.
  public init(_ chords: [Chord], _ text: String, isLive: Bool = true) {
    let keys = chords.filter { $0.key != nil || !$0.keys.isEmpty }
    self.init(
      (keys.isEmpty ? chords : keys).map(\.description).joined(separator: "/"), text,
      isLive: isLive)
    isOfMouse = keys.isEmpty && !chords.isEmpty
    self.chords = keys
  }

  /// Returns the names of all keys, or of the first key and of all arrows after an arrow, as short as
  /// they can be written.
  func names(all: Bool = false, inASCII: Bool) -> String {
    guard let first = chords.first else { return keys }
    if HelpItem.arrow(first) != nil {
      let arrows = chords.filter { HelpItem.arrow($0) != nil }
      if !all || arrows.count == chords.count {
        if inASCII { return arrows.count == 4 ? "arrows" : words(arrows) }
        return arrows.compactMap(HelpItem.arrow).joined()
      }
    }
    return all ? words(chords) : HelpItem.word(first)
  }

  private func words(_ chords: [Chord]) -> String {
    chords.map(HelpItem.word).joined(separator: "/")
  }

  private static func word(_ chord: Chord) -> String {
    if let key = chord.key { return key.shortName }
    return chord.keys.map(\.shortName).joined(separator: " ")
  }

  /// Returns the sign of an arrow key without modifiers.
  private static func arrow(_ chord: Chord) -> String? {
    guard let key = chord.key, key.modifiers.isEmpty else { return nil }
    return switch key.code {
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    default: nil
    }
  }

  /// Adds the keys of an item with the same action.
  mutating func add(_ other: HelpItem) {
    chords += other.chords
    leadsToHelp = leadsToHelp || other.leadsToHelp
  }
}
