import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct Priorities {
  // snippet.state
  struct Job: Equatable, Identifiable, Sendable { let id: Int; var priority = 0 }

  struct Jobs: Equatable, Sendable {
    enum Event: Equatable, Sendable {
      case submitted(Job), raised(Int, to: Int), cancelled(Int)
      case paused, resumed, limited(to: Int)
      case finished(Int, String), failed(Int, String)
    }
    var waiting: [Job] = [], active: [Job] = []
    var limit = 2, isPaused = false
    var results: [Int: String] = [:], failures: [Int: String] = [:]

    mutating func reduce(_ event: Event) {
      switch event {
      case .submitted(let job): submit(job)
      case .raised(let id, let priority):
        if let index = waiting.firstIndex(where: { $0.id == id }) {
          waiting[index].priority = priority
        }
      case .cancelled(let id): remove(id)
      case .paused: isPaused = true
      case .resumed: isPaused = false
      case .limited(let limit): self.limit = limit
      case .finished(let id, let result):
        results[id] = result
        remove(id)
      case .failed(let id, let reason):
        failures[id] = reason
        remove(id)
      }
      activate()
    }

    /// A job that comes again is not carried out again, unless it has failed.
    private mutating func submit(_ job: Job) {
      if results[job.id] != nil || (waiting + active).contains(where: { $0.id == job.id }) {
        return
      }
      failures[job.id] = nil
      waiting.append(job)
    }

    private mutating func remove(_ id: Int) {
      waiting.removeAll { $0.id == id }
      active.removeAll { $0.id == id }
    }

    /// Gives the free places to the most important jobs; of equal ones, to those that came first.
    private mutating func activate() {
      while !isPaused, active.count < limit, let highest = waiting.map(\.priority).max(),
        let index = waiting.firstIndex(where: { $0.priority == highest })
      {
        active.append(waiting.remove(at: index))
      }
    }
  }
  // snippet.end

  // snippet.spin
  func jobs(_ perform: @escaping @Sendable (Job) async throws -> String) -> Spin<Jobs, Jobs.Event> {
    Spin(initialState: Jobs()) {
      Feedback(forEach: \.active) { job in
        .run {
          .finished(job.id, try await perform(job))
        } catch: {
          .failed(job.id, "\($0)")
        }
      }.named("jobs")
      Reducer { jobs, event in jobs.reduce(event) }
    }
  }
  // snippet.end

  // snippet.test
  @Test func theMostImportantJobIsNextAndAPauseEndsNothing() {
    let (time, begun) = (ManualScheduler(), Transcript<Int>())
    let spin = jobs { job in
      begun.add(job.id)
      try await time.clock.sleep(for: .seconds(job.id))
      return "done"
    }
    let test = TestSpin(spin, on: TestRuntime(time: time), exhaustivity: .off)
    for id in 1...5 { test.emit(.submitted(Job(id: id, priority: id == 4 ? 9 : 0))) }
    #expect(begun.all == [1, 2])
    test.advance(by: .seconds(1))
    #expect(begun.all == [1, 2, 4])
    test.emit(.raised(5, to: 5))
    test.emit(.paused)
    test.advance(by: .seconds(60))
    #expect(begun.all == [1, 2, 4])
    #expect(test.state.results.keys.sorted() == [1, 2, 4])
    test.emit(.limited(to: 1))
    test.emit(.resumed)
    #expect(begun.all == [1, 2, 4, 5])
    test.advance(by: .seconds(5))
    #expect(begun.all == [1, 2, 4, 5, 3])
    test.advance(by: .seconds(3))
    test.finish()
    #expect(test.state.results.count == 5)
  }
  // snippet.end

  @Test func aLowerLimitAndACancellationTakeEffectAtOnce() {
    let test = TestSpin(jobs { _ in throw Unreachable() })
    test.emit(.paused) { $0.isPaused = true }
    test.emit(.submitted(Job(id: 1))) { $0.waiting = [Job(id: 1)] }
    test.emit(.submitted(Job(id: 1, priority: 7)))  // The first one waits.
    test.emit(.cancelled(1)) { $0.waiting = [] }
    test.emit(.submitted(Job(id: 2))) { $0.waiting = [Job(id: 2)] }
    test.emit(.limited(to: 0)) { $0.limit = 0 }
    test.emit(.resumed) { $0.isPaused = false }
    test.expectRunning()
    test.emit(.limited(to: 1)) {
      $0.limit = 1
      ($0.waiting, $0.active) = ([], [Job(id: 2)])
    }
    test.expect(.failed(2, "unreachable"), from: "jobs[2]") {
      ($0.active, $0.failures) = ([], [2: "unreachable"])
    }
    test.finish()
  }

  @Test func whatIsDoneIsThereAndNoPlaceIsLostInEveryOrder() {
    explore(seeds: 300) { test in
      let world = World<Int, String>()
      let spin = jobs { job in
        try await world.put("done", as: job.id)
        return "done"
      }
      let running = test.restarting(spin) { running in
        for id in 1...3 { running.emit(.submitted(Job(id: id, priority: id))) }
        running.emit(.paused)
        running.emit(.limited(to: 1))
        await Task.yield()
        running.emit(.cancelled(2))
        running.emit(.resumed)
      }
      running.emit(.resumed)
      test.advance(by: .seconds(60))
      let jobs = running.state
      test.expect(jobs.waiting.isEmpty && jobs.active.isEmpty, "\(jobs)")
      for (id, result) in jobs.results { test.expect(world[id], equals: result) }
    }
  }
}
