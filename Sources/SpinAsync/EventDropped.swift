public import SpinCore

/// The error of a call that waited for the transition of an event that was not reduced.
public struct EventDropped: Error, Hashable, CustomStringConvertible {
  /// Why it was dropped.
  public let reason: DropReason

  /// Creates a value to compare with.
  public init(_ reason: DropReason) {
    self.reason = reason
  }

  /// A sentence that tells which event was dropped, and why.
  public var description: String {
    "The event was not reduced, so there is no state right after it: it was dropped as \(reason)."
  }
}
