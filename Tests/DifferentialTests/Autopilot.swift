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

  var now: Duration { base.now }

  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation {
    let cancellation = base.after(delay, action)
    // NB: set first, and then looked: `letGo` does it the other way round, so no alarm is missed.
    if isOn.load(ordering: .sequentiallyConsistent) {
      DispatchQueue.global().async { [base] in base.advance(by: delay) }
    }
    return cancellation
  }

  func advance(by duration: Duration) {
    base.advance(by: duration)
  }

  func letGo() {
    isOn.store(true, ordering: .sequentiallyConsistent)
    base.advance(by: Autopilot.horizon)
  }
}
