/// How fast a value moves at each moment of its way.
public enum Easing: Hashable, Sendable, CaseIterable {
  /// At one speed.
  case linear
  /// Slowly at first.
  case easeIn
  /// Slowly at last.
  case easeOut
  /// Slowly at first and at last.
  case easeInOut

  /// The part of the way that is done after a part of the time, both from 0 to 1.
  ///
  /// What is outside of that counts as its ends, and what is not a number as 0.
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
