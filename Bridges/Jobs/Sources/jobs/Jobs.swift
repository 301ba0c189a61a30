internal import SpinAsync

/// Commands that are run four at a time, each up to three times, and whatever has become of them.
struct Jobs: Codable, Equatable, Sendable {
  struct Job: Codable, Equatable, Sendable {
    var command: String
    /// The attempts that have failed.
    var failures = 0
  }

  enum Event: Codable, Equatable, Sendable {
    case submitted(id: String, command: String)
    case succeeded(id: String, output: String)
    case failed(id: String, reason: String)
  }

  /// The open jobs by id.
  ///
  /// The state wants their work, so it starts again after a crash.
  var open: [String: Job] = [:]
  var succeeded = 0
  var failed: [String] = []

  mutating func reduce(_ event: Event) {
    switch event {
    case .submitted(let id, let command):
      open[id] = Job(command: command)
    case .succeeded(let id, _):
      if open.removeValue(forKey: id) != nil { succeeded += 1 }
    case .failed(let id, _):
      open[id]?.failures += 1
      if let job = open[id], job.failures == 3 {
        open[id] = nil
        failed.append(job.command)
      }
    }
  }

  /// `run` gets the id as a key by which it can tell a job that it has seen before.
  static func spin(
    _ run: @escaping @Sendable (_ id: String, _ command: String) async -> Event
  ) -> Spin<Jobs, Event> {
    Spin(initialState: Jobs()) {
      Feedback(forEach: \.open, atMost: 4) { id, job in
        .run { await run(id, job.command) }.delayed(by: .seconds(job.failures))
      }.named("work")
      Reducer { $0.reduce($1) }
    }
  }
}
