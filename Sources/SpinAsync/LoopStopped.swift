internal import SpinCore

/// The error of a call that waited for a condition which did not occur before the loop stopped.
public struct LoopStopped: Error, Hashable, CustomStringConvertible {
  /// Creates a value to compare with.
  public init() {}

  /// A sentence that explains the error.
  public var description: String {
    "The loop stopped before the awaited condition was met."
  }
}

extension Loop {
  /// The error of a wait that the end of the loop ends: that of the store, if the store has failed.
  var endError: any Error {
    if case .failed(let error) = stopReason { error } else { LoopStopped() }
  }
}
