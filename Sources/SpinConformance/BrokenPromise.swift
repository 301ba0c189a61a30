/// The error of a runtime that breaks a promise of the loop contract.
public struct BrokenPromise: Error, Hashable, CustomStringConvertible {
  /// The name of the promise, see ``Conformance/name``.
  public let name: String

  /// The clause of the loop contract; `nil` for a promise that `SpinRuntime` itself makes.
  public let clause: Int?

  /// The promise as a sentence.
  public let promise: String

  /// What the promise requires, in words.
  public let expected: String

  /// What the runtime did instead, in words.
  public let found: String

  init(_ promise: Conformance, expected: String, found: String) {
    name = promise.name
    clause = promise.clause
    self.promise = promise.description
    self.expected = expected
    self.found = found
  }

  /// The promise, the expectation and the finding in three lines.
  public var description: String {
    """
    \(clause.map { "Clause \($0), " } ?? "")\(name): \(promise)
    Expected: \(expected)
    Found: \(found)
    """
  }
}
