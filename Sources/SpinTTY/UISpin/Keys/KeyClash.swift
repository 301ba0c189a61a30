internal import SpinCore

/// A key with several live bindings at once; the last declared one takes it.
///
/// ```swift
/// #expect(rehearsal.keyClashes == [])
/// ```
public struct KeyClash: Hashable, Sendable, CustomStringConvertible {
  /// The key that several live bindings have.
  public let chord: Chord
  /// The help texts of the bindings in order of declaration; the last one takes the key.
  public let bindings: [String]

  /// Creates a value to compare with.
  public init(_ chord: Chord, _ bindings: [String]) {
    self.chord = chord
    self.bindings = bindings
  }

  /// A description of the clash and of ways to resolve it.
  public var description: String {
    let names = bindings.map { "“\($0)”" }.joined(separator: " and ")
    return
      "The key \(chord) has several live bindings, \(names), and the last one wins: give the "
      + "others different keys, or conditions (when:) that exclude each other."
  }
}

/// The clashes of a run, one for each chord.
///
/// *Isolation*: any thread.
final class KeyClashLog: Sendable {
  private let seen = Guarded<[KeyClash]>([])

  var clashes: [KeyClash] { seen.withLock { $0 } }

  func note(_ clash: KeyClash) {
    seen.withLock { seen in
      if !seen.contains(where: { $0.chord == clash.chord }) { seen.append(clash) }
    }
  }
}
