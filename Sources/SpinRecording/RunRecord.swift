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
/// If it is used by several runs, it has the log of the newest of them. Even with a limit, the run keeps the name
/// of each element that has had an effect, and the count of its executions. All members may be used from any
/// thread.
public final class RunRecord<State: Sendable, Event: Sendable>: Sendable {
  private struct Content {
    var log: RunLog<State, Event>
    /// The number of the run whose log it is, counted from 1.
    var run = 0
  }

  private let content: Guarded<Content>

  /// Creates an empty record.
  ///
  /// - Parameter limit: The least number of entries to keep; `nil` for all. When there are twice as many, the
  ///   oldest are forgotten, and the log begins with a state that was kept.
  public init(limit: Int? = nil) {
    content = Guarded(Content(log: RunLog(RunHeader(State.self, Event.self), limit: limit)))
  }

  /// What was recorded until now.
  ///
  /// - Complexity: O(1); the next entry then copies the entries once.
  public var log: RunLog<State, Event> { content.withLock { $0.log } }

  // NB: what is forgotten ends outside of the lock, because the end of an event may be the code of a user, who emits.

  /// Begins the log of the next run; returns the number of the run.
  func begin(_ header: RunHeader) -> Int {
    let (old, run) = content.withLock { content in
      let old = content.log
      content.log = RunLog(header, limit: old.limit)
      content.run += 1
      return (old, content.run)
    }
    return withExtendedLifetime(old) { run }
  }

  /// Adds a line of a run, unless another run has begun since.
  func add(_ line: RunLine<State, Event>, of run: Int) {
    let forgotten = content.withLock { $0.run == run ? $0.log.add(line) : nil }
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
