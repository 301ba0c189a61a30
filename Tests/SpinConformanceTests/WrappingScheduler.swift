import Dispatch
import SpinCore

/// A correct scheduler around another one.
final class WrappingScheduler: SpinScheduler {
  enum Style: String, CaseIterable, CustomStringConvertible {
    /// Passes every call on.
    case passesOn
    /// Has another beginning of time.
    case shifts
    /// Calls the actions on a queue of its own.
    case callsOnAQueue
    /// Sets one alarm at a time, for the earliest of its own.
    case setsOneAlarm

    var description: String { rawValue }
  }

  private struct Content: Sendable {
    var alarms = AlarmQueue()
    /// The deadline of the alarm that the base will call.
    var next: Duration?
    var isRinging = false
  }

  private let style: Style
  private let base: any SpinScheduler
  private let queue = DispatchQueue(label: "wrapping scheduler")
  private let content = Guarded(Content())

  init(_ style: Style, around base: any SpinScheduler) {
    self.style = style
    self.base = base
  }

  var now: Duration { style == .shifts ? base.now + .seconds(1_000) : base.now }

  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation {
    switch style {
    case .passesOn, .shifts: return base.after(delay, action)
    case .callsOnAQueue: return base.after(delay) { self.queue.async(execute: action) }
    case .setsOneAlarm:
      let number = content.withLock { $0.alarms.set(base.now + delay, action) }
      setNext()
      return Cancellation {
        let action = self.content.withLock { $0.alarms.cancelled(number) }
        withExtendedLifetime(action) {}
      }
    }
  }

  private func setNext() {
    let next = content.withLock { content -> Duration? in
      guard !content.isRinging, let next = content.alarms.next() else { return nil }
      if let set = content.next, set <= next { return nil }
      content.next = next
      return next
    }
    if let next { _ = base.after(max(next - base.now, .zero)) { self.ring() } }
  }

  /// Calls the alarms of one round.
  private func ring() {
    let now = base.now
    let round = content.withLock { content -> AlarmQueue.Round? in
      if content.isRinging { return nil }
      content.isRinging = true
      content.next = nil
      return content.alarms.passed(to: now)
    }
    if let round {
      while let action = content.withLock({ $0.alarms.takeNext(of: round) }) { action() }
    }
    content.withLock { $0.isRinging = false }
    setNext()
  }
}
