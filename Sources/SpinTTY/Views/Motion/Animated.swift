internal import SpinCore

/// A value in the state that moves to its target over time instead of jumping there.
///
/// ```swift
/// struct App { var load = Animated(0.0) }
///
/// Feedback(while: \.load.isMoving) { .frames { .frame($0) } }  // asks for frames while it moves
/// case .measured(let part): load.move(to: part)                // the reducer
/// case .frame(let time): load.advance(by: time)
/// ProgressBar(state.load)                                      // the view
/// ```
///
/// The value has no clock and moves only by the times passed to ``advance(by:)``. While it rests,
/// it needs no frames, and the program sleeps.
///
/// If the user wants no motion (see ``UIOptions/reducesMotion``), a view made of an `Animated`
/// shows the target at once, as does output without a screen. Other views call ``value(in:)``.
public struct Animated<Value: Animatable>: Equatable, Sendable {
  /// The value at the start of the motion; the target while at rest.
  public private(set) var start: Value
  /// The value at the end of the motion, or the value at rest.
  public private(set) var target: Value
  /// The time since the motion began.
  public private(set) var elapsed = Duration.zero
  /// The time from the start to the target; zero while at rest.
  public private(set) var duration = Duration.zero
  /// The pace of the motion.
  public private(set) var easing = Easing.easeInOut

  /// Creates a value at rest.
  public init(_ value: Value) {
    start = value
    target = value
  }

  /// Whether the value is moving.
  public var isMoving: Bool { elapsed < duration }

  /// The value at this point of the motion; the target if nothing moves.
  public var value: Value {
    guard isMoving else { return target }
    let part = easing.progress(at: elapsed / duration)
    return part <= 0 ? start : part >= 1 ? target : start.value(towards: target, by: part)
  }

  /// Returns the value to show: the value now, or the target if the user wants no motion.
  public func value(in environment: ViewEnvironment) -> Value {
    environment.reducesMotion ? target : value
  }

  /// Begins to move from the current value to a target.
  ///
  /// If the value already moves to the target or rests there, nothing changes, unless `duration` is
  /// not positive.
  ///
  /// - Parameters:
  ///   - target: The value to move to.
  ///   - duration: The time that the motion takes. If it is not positive, the value is at the
  ///     target at once.
  ///   - easing: The pace of the motion.
  public mutating func move(
    to target: Value, over duration: Duration = .milliseconds(250),
    easing: Easing = .easeInOut
  ) {
    if target == self.target, duration > .zero { return }
    start = value
    self.target = target
    elapsed = .zero
    self.duration = max(duration, .zero)
    self.easing = easing
    settle()
  }

  /// Advances the motion by a time; a negative time counts as zero.
  public mutating func advance(by time: Duration) {
    guard isMoving else { return }
    elapsed = elapsed.addingClamped(max(time, .zero))
    settle()
  }

  /// Resets a finished motion, so that values at rest are equal regardless of their motions.
  private mutating func settle() {
    if !isMoving { self = Animated(target) }
  }
}
