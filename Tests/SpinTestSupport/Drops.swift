package import SpinCore

/// A transcript of dropped events, each described by the event, the reason and the origin.
package final class Drops: Sendable {
  private let log = Transcript<String>()

  package init() {}

  package var entries: [String] { log.entries }

  /// Waits until a number of events have been dropped.
  package func until(count: Int) async throws {
    try await log.until(count: count)
  }

  /// Makes options that report to this transcript.
  package func options<State, Event>(
    observers: [Observer<State, Event>] = []
  ) -> RunOptions<State, Event> {
    RunOptions(observers: observers) { [log] drop in
      log("\(drop.event) \(drop.reason) \(drop.origin.summary)")
    }
  }
}
