import SpinCore

// snippet.state
/// Runs any number of jobs, four at once, tries each again if it fails, and forgets those that are
/// cancelled.
struct JobRunner: Equatable, Sendable {
  struct Job: Equatable, Identifiable, Sendable { var id: Int, input: String }

  enum Event: Equatable, Sendable {
    case submitted([Job]), cancelled(Int), finished(Int, String), failed(Int, String)
  }

  /// The jobs that run or wait.
  var open: [Job] = []
  var results: [Int: String] = [:], failures: [Int: String] = [:]

  mutating func reduce(_ event: Event) {
    switch event {
    case .submitted(let jobs): for job in jobs { submit(job) }
    case .cancelled(let id): close(id)
    case .finished(let id, let result):
      results[id] = result
      close(id)
    case .failed(let id, let reason):
      failures[id] = reason
      close(id)
    }
  }

  /// A job that comes again is not carried out again, unless it has failed.
  private mutating func submit(_ job: Job) {
    if results[job.id] != nil || open.contains(where: { $0.id == job.id }) { return }
    failures[job.id] = nil
    open.append(job)
  }

  private mutating func close(_ id: Int) { open.removeAll { $0.id == id } }
}
// snippet.end

// snippet.spin
extension JobRunner {
  static func spin(
    retrying backoff: Backoff = .exponential(from: .seconds(1), upTo: .seconds(60), attempts: 5),
    _ perform: @escaping @Sendable (Job) async throws -> String
  ) -> Spin<JobRunner, Event> {
    Spin(initialState: JobRunner()) {
      Feedback(forEach: \.open, atMost: 4) { job in
        .run(retrying: backoff) {
          .finished(job.id, try await perform(job))
        } catch: {
          .failed(job.id, "\($0)")
        }
      }.named("jobs")
      Reducer { runner, event in runner.reduce(event) }
    }
  }
}
// snippet.end
