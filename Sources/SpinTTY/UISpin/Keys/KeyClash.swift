/// A key that has several live bindings at once, or has one and begins the sequence of another; the
/// binding that was declared last takes it.
///
/// ```swift
/// #expect(rehearsal.keyClashes == [])
/// ```
public struct KeyClash: Hashable, Sendable, CustomStringConvertible {
  /// The key that several live bindings have.
  public let chord: Chord
  /// The names of the bindings in order of declaration, which are their help texts unless
  /// ``Key/named(_:)`` gives them others; the last one takes the key.
  public let bindings: [String]
  /// The sequence that the key begins, if one of the bindings has a sequence; `nil` if all have the
  /// key itself.
  public let sequence: Chord?

  /// Creates a value to compare with.
  public init(_ chord: Chord, _ bindings: [String], beginning sequence: Chord? = nil) {
    self.chord = chord
    self.bindings = bindings
    self.sequence = sequence
  }

  /// A description of the clash and of ways to resolve it.
  public var description: String {
    let names = bindings.map { "“\($0)”" }.joined(separator: " and ")
    let start = sequence.map { "The key \(chord) also begins \($0) in the live bindings" }
    return
      "\(start ?? "The key \(chord) has several live bindings,") \(names), and the last one wins: "
      + "give the others different keys, or conditions (when:) that exclude each other."
  }
}
