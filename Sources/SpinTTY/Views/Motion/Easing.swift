/// The pace of a motion over time.
public enum Easing: Hashable, Sendable, CaseIterable {
  /// At constant speed.
  case linear
  /// Slowly at first.
  case easeIn
  /// Slowly at the end.
  case easeOut
  /// Slowly at first and at the end.
  case easeInOut

  /// Returns the fraction of the way that is done after a fraction of the time, both from 0 to 1.
  ///
  /// A time outside 0…1 is clamped, and NaN counts as 0.
  public func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    let left = 1 - time
    switch self {
    case .linear: return time
    case .easeIn: return time * time * time
    case .easeOut: return 1 - left * left * left
    case .easeInOut: return time < 0.5 ? 4 * time * time * time : 1 - 4 * left * left * left
    }
  }
}
