internal import SpinCore

/// A key that several live bindings take at once; the one that was declared last gets it.
///
/// ```swift
/// #expect(rehearsal.keyClashes == [])
/// ```
public struct KeyClash: Hashable, Sendable, CustomStringConvertible {
  /// The key.
  public let chord: Chord
  /// What help says of the bindings, in order of declaration: the last one gets the key.
  public let bindings: [String]

  /// Creates a value to compare with.
  public init(_ chord: Chord, _ bindings: [String]) {
    self.chord = chord
    self.bindings = bindings
  }

  /// What clashes, and what can be done about it.
  public var description: String {
    let names = bindings.map { "“\($0)”" }.joined(separator: " and ")
    return
      "The key \(chord) has several meanings at once, \(names), and the last one counts: give the "
      + "others another key, or conditions (when:) that exclude each other."
  }
}

/// The clashes that were seen in a run, one for each chord.
///
/// *Isolation*: any thread.
@usableFromInline
final class KeyClashLog: Sendable {
  private let seen = Guarded<[KeyClash]>([])

  var clashes: [KeyClash] { seen.withLock { $0 } }

  func note(_ clash: KeyClash) {
    seen.withLock { seen in
      if !seen.contains(where: { $0.chord == clash.chord }) { seen.append(clash) }
    }
  }
}
