import Dispatch
import SpinCore
import SpinTestSupport
import Synchronization

/// A manual scheduler that, once it is let go, makes each alarm ring as soon as it is set.
final class Autopilot: SpinScheduler {
  /// Longer than any delay of a case.
  static let horizon = Duration.milliseconds(32)

  private let base = ManualScheduler()
  private let isOn = Atomic(false)
  /// Whether time is about to pass.
  private let isPumping = Atomic(false)

  var now: Duration { base.now }

  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation {
    let cancellation = base.after(delay, action)
    // NB: set first, and then looked: `letGo` does it the other way round, so no alarm is missed.
    if isOn.load(ordering: .sequentiallyConsistent) { pump() }
    return cancellation
  }

  /// Has time pass on another thread, once for all alarms that were set before it does.
  ///
  /// NB: not once for each. Time that passes for one alarm makes others ring that are set anew, and
  /// their number would grow without bound where the loop finds no thread to cancel them.
  private func pump() {
    guard !isPumping.exchange(true, ordering: .sequentiallyConsistent) else { return }
    DispatchQueue.global().async { [self] in
      isPumping.store(false, ordering: .sequentiallyConsistent)
      base.advance(by: Autopilot.horizon)
    }
  }

  func advance(by duration: Duration) {
    base.advance(by: duration)
  }

  func letGo() {
    isOn.store(true, ordering: .sequentiallyConsistent)
    base.advance(by: Autopilot.horizon)
  }
}
