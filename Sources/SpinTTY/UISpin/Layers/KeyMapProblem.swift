/// Something in a ``KeyMap`` that cannot work, which its description explains to the author of the
/// map.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum KeyMapProblem: Hashable, Sendable, CustomStringConvertible {
  /// A text, or something else, that is not a key.
  case mistake(KeyMap.Mistake)
  /// A name that no command of the program has, and the most similar name, if one is near.
  case unknown(String, nearest: String? = nil)
  /// The map gives two commands of one layer the same key, so that it works only for the later one.
  ///
  /// Commands that are never live at once may share their keys: then this is no problem.
  case clash(KeyClash)

  /// The sentence.
  public var description: String {
    switch self {
    case .mistake(let mistake): mistake.description
    case .unknown(let name, let nearest):
      "The key map names “\(CleanText(name).string)”, which is no command"
        + (nearest.map { ": is “\($0)” meant?" } ?? ".")
    case .clash(let clash): clash.description
    }
  }
}

extension LayerStack {
  /// Returns the stack with the keys of a map.
  func mapped(by map: KeyMap) -> LayerStack {
    if map.commands.isEmpty { return self }
    return LayerStack(
      levels[..<declared].map { $0.with(keys: $0.keys.mapped(by: map)) }, theme: theme, performs)
  }

  /// The keys of all commands that have a name.
  var keyMap: KeyMap {
    let keys = levels[..<declared].flatMap(\.keys.keys).filter { !$0.name.isEmpty }
    return KeyMap(Dictionary(keys.map { ($0.name, $0.chords) }) { $0 + $1 })
  }

  /// Returns what a map has brought into this stack.
  func problems(of map: KeyMap, in original: LayerStack) -> [KeyMapProblem] {
    if map.commands.isEmpty && map.mistakes.isEmpty { return [] }
    let names = Set(levels[..<declared].flatMap(\.keys.keys).map(\.name))
    let unknown = Set(map.commands.keys).union(map.mistakes.map(\.command)).subtracting(names)
    let clashes = zip(levels, original.levels).prefix(declared).flatMap { mapped, original in
      let known = Set(original.keys.clashes)
      return mapped.keys.clashes.filter { !known.contains($0) }
    }
    return map.mistakes.map { .mistake($0) }
      + unknown.sorted().map { .unknown($0, nearest: names.sorted().nearest(to: $0)) }
      + clashes.map { .clash($0) }
  }
}

extension Keys {
  fileprivate func mapped(by map: KeyMap) -> Keys {
    Keys(
      keys: keys.map { key in
        guard let chords = map.commands[key.name] else { return key }
        return key.with(chords: chords + key.chords.filter(\.keys.isEmpty))
      }, controls: controls)
  }

  /// The clashes of two bindings, whether they can be live at once or not.
  ///
  /// - Complexity: O(n) for n bindings whose chords begin with different keys.
  fileprivate var clashes: [KeyClash] {
    var clashes: [KeyClash] = []
    // Only chords that begin with the same key can clash.
    var known: [KeyChord: [(chord: Chord, name: String)]] = [:]
    for key in keys {
      for one in key.chords {
        guard let first = one.keys.first else { continue }
        for (other, name) in known[first, default: []] where one.isKin(of: other) {
          let (short, long) = one.keys.count <= other.keys.count ? (one, other) : (other, one)
          clashes.append(
            KeyClash(short, [name, key.name], beginning: short == long ? nil : long))
        }
      }
      for chord in key.chords {
        if let first = chord.keys.first { known[first, default: []].append((chord, key.name)) }
      }
    }
    return clashes
  }
}
