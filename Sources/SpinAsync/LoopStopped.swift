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
  /// Returns the result of a wait, or throws the error of the store if the loop has stopped because of it.
  func result<Value>(_ result: () throws -> Value) throws -> Value {
    do {
      return try result()
    } catch is LoopStopped {
      if case .failed(let error) = stopReason { throw error }
      throw LoopStopped()
    }
  }
}
