internal import SpinCore

/// A value in the state that moves to where it is sent, instead of being there at once.
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
/// It knows no clock: it is where it is because of the times that it was given. While it rests, nothing
/// asks for frames and nothing wakes up.
///
/// For a user who wants no motion, see ``UIOptions/reducesMotion``, a view that is made of an
/// `Animated` shows the target at once, as does output without a screen. In other views,
/// ``value(in:)`` says what to show.
public struct Animated<Value: Animatable>: Equatable, Sendable {
  /// Where it came from; the target while it rests.
  public private(set) var start: Value
  /// Where it goes, or is.
  public private(set) var target: Value
  /// How long it has been moving.
  public private(set) var elapsed = Duration.zero
  /// How long it takes from the start to the target; zero while it rests.
  public private(set) var duration = Duration.zero
  /// How fast it is on its way.
  public private(set) var easing = Easing.easeInOut

  /// Creates a value that rests.
  public init(_ value: Value) {
    start = value
    target = value
  }

  /// Whether it is on its way.
  public var isMoving: Bool { elapsed < duration }

  /// Where it is now.
  public var value: Value {
    guard isMoving else { return target }
    let part = easing.progress(at: elapsed / duration)
    return part <= 0 ? start : part >= 1 ? target : start.value(towards: target, by: part)
  }

  /// What a view shows: the value now, or the target if the user wants no motion.
  public func value(in environment: ViewEnvironment) -> Value {
    environment.reducesMotion ? target : value
  }

  /// Sends it on its way from where it is.
  ///
  /// If it goes to the target already, or rests there, nothing changes.
  ///
  /// - Parameters:
  ///   - target: Where it is to go.
  ///   - duration: How long that takes; if it is not positive, it is there at once.
  ///   - easing: How fast it is on its way.
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

  /// Lets time pass; a negative time counts as none.
  public mutating func advance(by time: Duration) {
    guard isMoving else { return }
    elapsed = elapsed.addingClamped(max(time, .zero))
    settle()
  }

  /// Makes values that rest at one place equal, however they came there.
  private mutating func settle() {
    if !isMoving { self = Animated(target) }
  }
}
