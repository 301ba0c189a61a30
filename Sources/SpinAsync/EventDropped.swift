public import SpinCore

/// The error of a call that waited for an event which was not reduced.
public struct EventDropped: Error, Hashable, CustomStringConvertible {
  /// The reason why the event was dropped.
  public let reason: DropReason

  /// Creates a value to compare with.
  public init(_ reason: DropReason) {
    self.reason = reason
  }

  /// A sentence with the reason.
  public var description: String {
    "The event was dropped as \(reason), so it was not reduced and no state follows it."
  }
}
