import SpinAsync
import SpinExampleSupport
import Synchronization

/// `ported jobs`: a collection of Puredux's effect states, each with its attempts; here at most four run
/// at a time, a cancelled call is told so, and the outcome of an earlier attempt is dropped.
struct Jobs: Equatable, Sendable {
  // snippet.state
  struct Job: Identifiable, Equatable, Sendable {
    let id: Int
    var attempt = Attempt<String, String>()
  }

  var jobs: [Job]
  // snippet.end

  enum Event: Equatable, Sendable {
    case done(Job.ID, String), failed(Job.ID, String), cancel(Job.ID)
  }

  static let attempts = 3
  static let backoff = Backoff.constant(.milliseconds(1), attempts: attempts)

  /// All jobs start at once, and wait for their places.
  init(count: Int) {
    jobs = (0..<count).map { Job(id: $0) }
    for id in jobs.indices { jobs[id].attempt.start(retrying: Self.backoff) }
  }

  static func spin(
    count: Int, work: @escaping @Sendable (_ job: Job.ID, _ number: Int) async throws -> String
  ) -> Spin<Jobs, Event> {
    Spin(initialState: Jobs(count: count)) {
      // snippet.feedback
      // A job that waits for its next attempt keeps its place among the four.
      Feedback(forEach: \.jobs, attempting: \.attempt, atMost: 4) { job, number in
        .run {
          .done(job.id, try await work(job.id, number))
        } catch: {
          .failed(job.id, "\($0)")
        }
      }.named("work")
      // snippet.end

      Reducer { jobs, event in
        switch event {
        case .done(let id, let result): jobs.jobs[id].attempt.succeed(result)
        case .failed(let id, let reason): jobs.jobs[id].attempt.retryOrFail(reason)
        case .cancel(let id): jobs.jobs[id].attempt.cancel()
        }
      }
    }
  }
}

extension Jobs {
  struct Busy: Error {}

  static func run(on runtime: any SpinRuntime) async throws {
    let counts = Mutex((now: 0, most: 0, all: 0))
    let jobs = spin(count: 200) { id, number in
      counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
      defer { counts.withLock { $0.now -= 1 } }
      try await Task.sleep(for: .microseconds(100))
      // Every seventh job needs a second attempt, job 42 a third, and job 13 more than it gets.
      let needed = id == 13 ? 4 : id == 42 ? 3 : id % 7 == 0 ? 2 : 1
      if number < needed { throw Busy() }
      return "ok"
    }
    let end = try await jobs.run(on: runtime, keepingPrevious: true) { transition in
      guard transition.isNew({ $0.jobs[42] }) else { return }
      Console.line("job 42: \(transition.state.jobs[42].words)")
    }
    Console.line("job 13: \(end.jobs[13].words)")
    let done = end.jobs.count { $0.attempt.success != nil }
    let (_, most, all) = counts.withLock(\.self)
    let limit = most <= 4 ? "at most 4" : "\(most)"
    Console.line("\(done) of 200 done by \(all) calls, \(limit) at a time")
  }
}

extension Jobs.Job {
  // snippet.words
  var words: String {
    switch attempt.phase {
    case .idle: "waits"
    case .running(let number): "attempt \(number) of \(Jobs.attempts)"
    case .succeeded(let result): result
    case .failed(let reason): "failed, \(reason)"
    case .cancelled: "cancelled"
    }
  }
  // snippet.end
}
