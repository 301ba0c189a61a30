internal import Foundation
internal import SpinCore
internal import SpinSystem

/// A ``RunLog`` in memory, which a loop fills while it runs.
///
/// ```swift
/// let record = RunRecord<State, Event>(limit: 10_000)
/// let running = spin.start(on: .async, options: RunOptions(monitors: [.recording(into: record)]))
/// ```
///
/// If it is used by several runs, it has the log of the newest of them. All members may be used from any
/// thread.
public final class RunRecord<State: Sendable, Event: Sendable>: Sendable {
  private let content: Guarded<RunLog<State, Event>>

  /// Creates an empty record.
  ///
  /// - Parameter limit: The least number of entries to keep; `nil` for all. When there are twice as many, the
  ///   oldest are forgotten, and the log begins with a state that was kept.
  public init(limit: Int? = nil) {
    content = Guarded(RunLog(RunHeader(State.self, Event.self), limit: limit))
  }

  /// What was recorded until now.
  ///
  /// - Complexity: O(1); the next entry then copies the entries once.
  public var log: RunLog<State, Event> { content.withLock { $0 } }

  // NB: what is forgotten ends outside of the lock, because the end of an event may be the code of a user, who emits.

  func begin(_ header: RunHeader) {
    let old = content.withLock { log in
      defer { log = RunLog(header, limit: log.limit) }
      return log
    }
    withExtendedLifetime(old) {}
  }

  func add(_ line: RunLine<State, Event>) {
    let forgotten = content.withLock { $0.add(line) }
    withExtendedLifetime(forgotten) {}
  }
}

extension RunHeader {
  init<State, Event>(_ state: State.Type, _ event: Event.Type) {
    self.init(
      name: nil, stateType: String(reflecting: state), eventType: String(reflecting: event),
      feedbacks: [], seed: 0,
      began: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)))
  }

  init<State, Event>(_ run: MonitoredRun, _ state: State.Type, _ event: Event.Type) {
    self.init(state, event)
    name = run.loop.name
    feedbacks = run.feedbacks.map { "\($0)" }
    seed = run.seed
  }
}
