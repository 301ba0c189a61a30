/// Why a loop was told to stop.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum StopReason: Sendable {
  /// ``RunningSpin/stop()`` was called, or what runs the loop came to its end.
  case stopped

  /// The last handle was released, see ``RunningSpin``.
  case released

  /// The events could not be kept, so that the loop must not go on.
  ///
  /// It happens only to a loop that keeps its events outside of its memory.
  case failed(any Error)
}

extension StopReason: CustomStringConvertible {
  /// The reason in words that continue a sentence, such as `the last handle was released`.
  public var description: String {
    switch self {
    case .stopped: "it was told to"
    case .released: "the last handle was released"
    case .failed(let error): "its events could not be kept: \(error)"
    }
  }
}
