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
    case ended(id: String, status: Int32, output: String)
  }

  /// The open jobs by id, whose work starts again after a crash.
  var open: [String: Job] = [:]
  var succeeded = 0
  var failed: [String] = []

  mutating func reduce(_ event: Event) {
    switch event {
    case .submitted(let id, let command): open[id] = Job(command: command)
    case .ended(let id, let status, _):
      guard let job = open.removeValue(forKey: id) else { return }
      if status == 0 {
        succeeded += 1
      } else if job.failures == 2 {
        failed.append(job.command)
      } else {
        open[id] = Job(command: job.command, failures: job.failures + 1)
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
