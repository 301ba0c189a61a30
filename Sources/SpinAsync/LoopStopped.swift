/// A loop stopped before something came about that somebody awaited.
public struct LoopStopped: Error, Hashable, CustomStringConvertible {
  /// Creates a value to compare with.
  public init() {}

  /// A sentence that says that the loop has stopped.
  public var description: String {
    "The loop stopped before what was awaited had come about."
  }
}
