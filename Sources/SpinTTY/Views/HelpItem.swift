private import SpinCore

/// An entry of the help: keys and their action.
public struct HelpItem: Hashable, Sendable {
  /// The keys, such as `space` or `+/up`.
  public var keys: String
  /// What the keys do, such as `quit`.
  public var text: String
  /// Whether the keys do something now.
  public var isLive: Bool
  /// Whether the item stays in a row that has no room for all items: it leads to the help, out of the
  /// program or to the next region, or has enter or escape.
  var isPinned = false
  /// The word of the environment that says what the keys do, instead of the text.
  var word: Word?
  /// Whether the keys of such a choice click the default button of a layer that has one.
  var leavesEnter = false
  /// Whether the action has no keys, only clicks, which a row omits because it could not name their
  /// place.
  var isOfMouse = false
  /// A word of the environment.
  enum Word: Hashable { case choose, mark }

  /// The regions without whose input the keys do nothing; none for keys of their own.
  private var regions: [RegionKey] = []
  /// The chords of the keys, if they are known, and behind them those of clicks.
  ///
  /// NB: one array, because items are copied for each frame.
  private var chords: [Chord] = []
  private var keyCount = 0
  /// Whether enter or escape stands behind the first key, which a row of help names too.
  private var hasAnswers = false

  /// Creates an item.
  public init(_ keys: String, _ text: String, isLive: Bool = true) {
    self.keys = keys
    self.text = text.onOneLine
    self.isLive = isLive
  }

  /// Creates an item for the chords of a binding, with clicks only if there are no keys.
  public init(_ chords: [Chord], _ text: String, isLive: Bool = true) {
    let keys = chords.filter { $0.key != nil || !$0.keys.isEmpty }
    self.init(
      (keys.isEmpty ? chords : keys).map(\.description).joined(separator: "/"), text,
      isLive: isLive)
    isOfMouse = keys.isEmpty && !chords.isEmpty
    self.chords = keys + chords.filter { $0.keys.isEmpty }
    regions = chords.compactMap(\.clicked)
    keyCount = keys.count
    hasAnswers = keys.dropFirst().contains(where: HelpItem.isAnswer)
    isPinned = keys.contains(where: HelpItem.isAnswer)
  }

  private static func isAnswer(_ chord: Chord) -> Bool { chord == .enter || chord == .escape }

  /// Creates an item for the chords of a control.
  init(_ chords: [Chord], _ text: String, of region: RegionKey?, isLive: Bool) {
    self.init(chords, text, isLive: isLive)
    regions = region.map { [$0] } ?? []
  }

  /// Returns whether the keys do nothing if some regions are disabled.
  func isDisabled(with disabled: Set<RegionKey>) -> Bool {
    !regions.isEmpty && regions.allSatisfy { disabled.contains($0) }
  }

  var hasEnter: Bool { chords.contains(.enter) }

  /// Adds enter to the item that is also done by a click on a region.
  mutating func addEnter(forClickOn region: RegionKey) {
    guard chords.contains(Chord(.click(region, .left, count: 1))) else { return }
    insert([.enter])
    (isOfMouse, isPinned) = (false, true)
  }

  /// Returns the names of all keys, or of the first key, of enter and escape, and of all arrows after an
  /// arrow, as short as they can be written.
  func names(all: Bool = false, inASCII: Bool) -> String {
    guard keyCount > 0, let first = chords.first else { return keys }
    if HelpItem.arrow(first) != nil {
      let arrows = chords.filter { HelpItem.arrow($0) != nil }
      if !all || arrows.count == keyCount {
        if inASCII { return arrows.count == 4 ? "arrows" : words(arrows) }
        return arrows.compactMap(HelpItem.arrow).joined()
      }
    }
    if all { return words(chords.prefix(keyCount)) }
    if !hasAnswers { return HelpItem.word(first) }
    return words([first] + chords[1..<keyCount].filter(HelpItem.isAnswer))
  }

  private func words(_ chords: some Sequence<Chord>) -> String {
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
    insert(other.chords.prefix(other.keyCount))
    isPinned = isPinned || other.isPinned
  }

  private mutating func insert(_ keys: ArraySlice<Chord>) {
    chords.insert(contentsOf: keys, at: keyCount)
    keyCount += keys.count
    hasAnswers = chords[..<keyCount].dropFirst().contains(where: HelpItem.isAnswer)
  }
}
