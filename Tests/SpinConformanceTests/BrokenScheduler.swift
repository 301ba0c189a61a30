import Dispatch
import Foundation
import SpinCore

/// A scheduler on a dispatch queue that breaks one promise.
final class BrokenScheduler: SpinScheduler {
  enum Defect: String, CaseIterable, CustomStringConvertible {
    case none
    case ringsInOrderOfRegistration, ringsTheNewestFirst, ringsTooEarly, ringsTwice
    case forgetsCancellation, keepsCancelledActions, keepsActionsThatRang, ringsUnderALock
    case ringsWithinTheCall, wrapsAround, standsStill, runsBackwards, forgetsDelaysOfZero
    case stepsBackAtTimes, jumpsAheadAndBack, jumpsAhead, standsStillAtTimes

    var description: String { rawValue }
  }

  private struct Alarm: Sendable {
    let number: Int
    let deadline: Duration
    let action: @Sendable () -> Void
    var isCancelled = false
  }

  private struct Content: Sendable {
    var newest = 0
    var alarms: [Alarm] = []
    var kept: [Alarm] = []
    /// How often the time was read.
    var reads = 0
  }

  private let defect: Defect
  private let queue = DispatchQueue(label: "broken alarms")
  private let lock = NSLock()
  private let origin = ContinuousClock.now
  private let content = Guarded(Content())

  init(_ defect: Defect) {
    self.defect = defect
  }

  var now: Duration {
    let reads = content.withLock { content in
      content.reads += 1
      return content.reads
    }
    return switch defect {
    case .standsStill: .zero
    case .runsBackwards: .seconds(1_000_000) - elapsed
    case .stepsBackAtTimes: elapsed - .milliseconds(reads % 7 == 0 ? 1 : 0)
    case .jumpsAheadAndBack: elapsed + .seconds(reads % 11 == 0 ? 3600 : 0)
    case .jumpsAhead: elapsed + .seconds(3600 * (reads / 10))
    case .standsStillAtTimes: .milliseconds(64 * Int(elapsed / .milliseconds(64)))
    default: elapsed
    }
  }

  private var elapsed: Duration { origin.duration(to: ContinuousClock.now) }

  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation {
    if delay == .zero {
      if defect == .forgetsDelaysOfZero { return .none }
      if defect == .ringsWithinTheCall {
        action()
        return .none
      }
    }
    if defect == .ringsUnderALock { lock.withLock {} }
    let deadline = elapsed + asked(delay)
    let number = content.withLock { content in
      content.newest += 1
      content.alarms.append(Alarm(number: content.newest, deadline: deadline, action: action))
      return content.newest
    }
    wake(at: deadline)
    return Cancellation { self.cancel(number) }
  }

  private func asked(_ delay: Duration) -> Duration {
    switch defect {
    case .ringsTooEarly: delay / 2
    case .wrapsAround: .nanoseconds(Int64(truncatingIfNeeded: delay.attoseconds / 1_000_000_000))
    default: delay
    }
  }

  private func cancel(_ number: Int) {
    if defect == .forgetsCancellation { return }
    let gone = content.withLock { content -> Alarm? in
      guard let index = content.alarms.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      if defect == .keepsCancelledActions {
        content.alarms[index].isCancelled = true
        return nil
      }
      return content.alarms.remove(at: index)
    }
    withExtendedLifetime(gone) {}
  }

  private func wake(at deadline: Duration) {
    let delay = min(max(deadline - elapsed, .zero), .seconds(1_000_000))
    queue.asyncAfter(deadline: .now() + delay / .seconds(1)) { self.ring(deadline) }
  }

  private func ring(_ deadline: Duration) {
    // Dispatch may be a little too early by another clock.
    if elapsed < deadline { return wake(at: deadline) }
    if let alarm = takeDue(), !alarm.isCancelled { call(alarm) }
  }

  private func call(_ alarm: Alarm) {
    if defect == .ringsUnderALock { return lock.withLock { alarm.action() } }
    alarm.action()
    if defect == .ringsTwice { alarm.action() }
    if defect == .keepsActionsThatRang { content.withLock { $0.kept.append(alarm) } }
  }

  private func takeDue() -> Alarm? {
    content.withLock { content in
      let indices = content.alarms.indices
      let due = indices.filter { content.alarms[$0].deadline <= elapsed }
      let index =
        switch defect {
        case .ringsInOrderOfRegistration: indices.first
        case .ringsTheNewestFirst: due.last
        default: due.min { content.alarms[$0].deadline < content.alarms[$1].deadline }
        }
      return index.map { content.alarms.remove(at: $0) }
    }
  }
}
