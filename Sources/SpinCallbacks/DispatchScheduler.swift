@preconcurrency public import Dispatch  // Sources are thread-safe, and not yet marked so.
public import SpinCore

/// Dispatch's clock and timers.
///
/// The clock stands still while the machine sleeps.
///
/// *Isolation*: actions are called on the queue.
public struct DispatchScheduler: SpinScheduler {
  private let queue: DispatchQueue

  /// Makes a scheduler that calls actions on a queue.
  ///
  /// - Parameter queue: A serial queue, so that actions are called in order of their deadlines.
  public init(queue: DispatchQueue) {
    self.queue = queue
  }

  public var now: Duration {
    .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  public func after(
    _ delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Cancellation {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + .nanoseconds(delay.nanoseconds), leeway: .nanoseconds(0))
    // NB: the handler keeps the timer alive until it has fired or was cancelled.
    timer.setEventHandler {
      timer.cancel()
      action()
    }
    timer.activate()
    return Cancellation { timer.cancel() }
  }
}

extension Duration {
  /// In whole nanoseconds, rounded up so that nothing is early; at most some 292 years.
  fileprivate var nanoseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return .max }
    let (sum, carry) = whole.addingReportingOverflow((attoseconds + 999_999_999) / 1_000_000_000)
    return carry ? .max : Int(sum)
  }
}
