import SpinCore

/// Runs any number of jobs, four at once, tries each again if it fails, and forgets those that are
/// cancelled.
struct JobRunner: Equatable, Sendable {
  struct Job: Equatable, Identifiable, Sendable {
    var id: Int
    var input: String
  }

  enum Event: Equatable, Sendable {
    case submitted([Job]), cancelled(Int), finished(Int, String), failed(Int, String)
  }

  /// The jobs that run or wait.
  var open: [Job] = []
  var results: [Int: String] = [:]
  var failures: [Int: String] = [:]

  static func spin(
    retrying backoff: Backoff = .exponential(from: .seconds(1), upTo: .seconds(60), attempts: 5),
    _ perform: @escaping @Sendable (Job) async throws -> String
  ) -> Spin<JobRunner, Event> {
    Spin(initialState: JobRunner()) {
      // snippet.spin
      Feedback(forEach: \.open, atMost: 4) { job in
        .run(retrying: backoff) {
          .finished(job.id, try await perform(job))
        } catch: {
          .failed(job.id, "\($0)")
        }
      }.named("jobs")
      // snippet.end

      Reducer { runner, event in
        switch event {
        case .submitted(let jobs): runner.open += jobs
        case .cancelled(let id): runner.close(id)
        case .finished(let id, let result):
          runner.results[id] = result
          runner.close(id)
        case .failed(let id, let reason):
          runner.failures[id] = reason
          runner.close(id)
        }
      }
    }
  }

  private mutating func close(_ id: Int) { open.removeAll { $0.id == id } }
}
