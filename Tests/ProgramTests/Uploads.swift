import SpinCore

/// Uploads any number of files, four at once; each may try three times, and shows its attempt.
struct Uploads: Equatable, Sendable {
  struct Job: Equatable, Identifiable, Sendable {
    let id: Int
    var upload = Attempt<String, String>()
  }

  enum Event: Equatable, Sendable {
    case submitted(Int), sent(Int, String), refused(Int, String)
  }

  var jobs: [Job] = []

  static func spin(
    _ send: @escaping @Sendable (Job, Int) async throws -> String
  ) -> Spin<Uploads, Event> {
    Spin(initialState: Uploads()) {
      Feedback(forEach: \.jobs, attempting: \.upload, atMost: 4) { job, number in
        .run {
          .sent(job.id, try await send(job, number))
        } catch: {
          .refused(job.id, "\($0)")
        }
      }.named("uploads")

      Reducer { uploads, event in
        switch event {
        case .submitted(let count): uploads.jobs = (0..<count).map(Job.started)
        case .sent(let id, let receipt): uploads.jobs[id].upload.succeed(receipt)
        case .refused(let id, let reason): uploads.jobs[id].upload.retryOrFail(reason)
        }
      }
    }
  }
}

extension Uploads.Job {
  static func started(_ id: Int) -> Uploads.Job {
    var job = Uploads.Job(id: id)
    job.upload.start(retrying: .constant(.seconds(1), attempts: 3))
    return job
  }
}
