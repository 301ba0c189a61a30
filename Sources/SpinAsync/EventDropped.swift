public import SpinCore

/// An event whose transition was awaited was not reduced.
public struct EventDropped: Error, Hashable, CustomStringConvertible {
  /// Why it was dropped.
  public let reason: DropReason

  /// Creates a value to compare with.
  public init(_ reason: DropReason) {
    self.reason = reason
  }

  /// What happened, and why.
  public var description: String {
    "The event was not reduced, so there is no state right after it: it was dropped as \(reason)."
  }
}
