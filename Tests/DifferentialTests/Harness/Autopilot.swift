import Dispatch
import SpinCore
import SpinTestSupport

/// A manual scheduler that, once it is let go, makes each alarm ring as soon as it is set.
final class Autopilot: SpinScheduler {
  /// Longer than any delay of a case.
  static let horizon = Duration.milliseconds(32)
  /// How often time passes while the loop does nothing.
  private static let patience = 10

  private struct Flight: Sendable {
    var isOn = false
    /// Whether time is about to pass.
    var isPumping = false
    /// Whether time passes only when the loop does something.
    var isStalled = false
    var patience = Autopilot.patience
  }

  private let base = ManualScheduler()
  private let flight = Guarded(Flight())

  var now: Duration { base.now }

  /// How long it is until the next alarm rings.
  var nextAlarm: Duration? { base.nextAlarm }

  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation {
    let cancellation = base.after(delay, action)
    // NB: set first, and then looked: `letGo` does it the other way round, so no alarm is missed.
    let begins = flight.withLock { flight in
      guard flight.isOn, !flight.isPumping else { return false }
      flight.isPumping = true
      flight.isStalled = flight.patience == 0
      flight.patience -= flight.isStalled ? 0 : 1
      return !flight.isStalled
    }
    if begins { pump() }
    return cancellation
  }

  /// Has time pass on another thread, once for all alarms that were set before it does.
  ///
  /// NB: not once for each alarm, and not forever. Time that passes for one alarm makes others ring
  /// that are set again, and their events would fill the memory while the loop finds no thread to
  /// take them.
  private func pump() {
    DispatchQueue.global().async { [self] in
      flight.withLock { $0.isPumping = false }
      base.advance(by: Autopilot.horizon)
    }
  }

  /// Tells what the loop has done, so that time may pass again.
  ///
  /// NB: not if it has taken an event that is stale. A period that is replaced leaves some of them behind,
  /// and if time passed for each of them, the next period would leave many times as many.
  func loopHasDone(_ line: Line) {
    switch line {
    case .taken, .dropped(.stale): return
    default: break
    }
    let begins = flight.withLock { flight in
      defer { flight.isStalled = false }
      flight.patience = Autopilot.patience
      return flight.isStalled
    }
    if begins { pump() }
  }

  func advance(by duration: Duration) {
    base.advance(by: duration)
  }

  func letGo() {
    flight.withLock { $0.isOn = true }
    base.advance(by: Autopilot.horizon)
  }
}
