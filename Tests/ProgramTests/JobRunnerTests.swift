import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct JobRunnerTests {
  typealias Job = JobRunner.Job

  private static func jobs(_ ids: ClosedRange<Int>) -> [Job] {
    ids.map { Job(id: $0, input: "\($0)") }
  }

  @Test func fourJobsRunAtOnceInTheOrderInWhichTheyWereSubmitted() {
    for _ in 1...Support.rounds {
      let (time, tally, begun) = (ManualScheduler(), Tally(), Notes())
      let test = TestSpin(
        JobRunner.spin { job in
          begun.add(job.input)
          tally.begin()
          defer { tally.end() }
          try await time.clock.sleep(for: .seconds(job.id))
          return "did \(job.input)"
        }, on: TestRuntime(time: time))
      test.emit(.submitted(Self.jobs(1...6))) { $0.open = Self.jobs(1...6) }
      #expect(begun.all == ["1", "2", "3", "4"])
      test.advance(by: .seconds(7))
      for id in 1...6 {
        test.expect(.finished(id, "did \(id)"), from: "jobs[\(id)]") {
          $0.open.removeFirst()
          $0.results[id] = "did \(id)"
        }
        if id == 2 { #expect(begun.all.count == 6) }
        if id == 4 { test.advance(by: .seconds(1)) }
      }
      test.finish()
      #expect(tally.most == 4 && tally.now == 0)
    }
  }

  @Test func aJobThatFailsIsTriedFiveTimesWithGrowingDelays() {
    for _ in 1...Support.rounds {
      let tally = Tally()
      let test = TestSpin(
        JobRunner.spin { _ in
          tally.begin()
          throw Offline()
        })
      test.emit(.submitted(Self.jobs(1...1))) { $0.open = Self.jobs(1...1) }
      for (attempt, delay) in [1, 2, 4, 8].enumerated() {
        #expect(tally.all == attempt + 1)
        #expect(test.runtime.time.nextAlarm == .seconds(delay))
        test.advance(by: .seconds(delay))
      }
      test.expect(.failed(1, "offline"), from: "jobs[1]") {
        $0.open = []
        $0.failures[1] = "offline"
      }
      test.finish()
      #expect(tally.all == 5 && test.runtime.time.alarmCount == 0)
    }
  }

  @Test func nothingOfACancelledJobOutlivesIt() {
    for _ in 1...Support.rounds {
      let (time, tally) = (ManualScheduler(), Tally())
      let test = TestSpin(
        JobRunner.spin { job in
          tally.begin()
          defer { tally.end() }
          if job.id == 1 { throw Offline() }
          try await time.clock.sleep(for: .seconds(3600))
          return ""
        }, on: TestRuntime(time: time))
      test.emit(.submitted(Self.jobs(1...5))) { $0.open = Self.jobs(1...5) }
      #expect(time.alarmCount == 4 && tally.now == 3)  // One waits for its next attempt.
      test.emit(.cancelled(5)) { $0.open = Self.jobs(1...4) }  // It has never begun.
      #expect(time.alarmCount == 4 && tally.all == 4)
      test.emit(.cancelled(1)) { $0.open = Self.jobs(2...4) }
      #expect(time.alarmCount == 3 && tally.now == 3)
      for id in 2...4 { test.emit(.cancelled(id)) { $0.open.removeFirst() } }
      #expect(time.alarmCount == 0 && tally.now == 0)
      test.expectRunning()
      test.finish()
    }
  }

  // snippet.test
  @Test func aCancelledJobMakesRoomForTheNextOne() {
    let (time, begun) = (ManualScheduler(), Notes())
    let spin = JobRunner.spin { job in
      begun.add(job.input)
      try await time.clock.sleep(for: .seconds(job.id))
      return job.input
    }
    let test = TestSpin(spin, on: TestRuntime(time: time), exhaustivity: .off)
    test.emit(.submitted((1...5).map { JobRunner.Job(id: $0, input: "\($0)") }))
    #expect(begun.all == ["1", "2", "3", "4"])
    test.emit(.cancelled(2))
    #expect(begun.all == ["1", "2", "3", "4", "5"])
    test.advance(by: .seconds(5))
    test.finish()
    #expect(test.state.results == [1: "1", 3: "3", 4: "4", 5: "5"])
  }
  // snippet.end

  @Test func eachJobIsDoneHoweverOftenItIsSubmittedAndItsAnswerIsLost() {
    explore(seeds: 300) { test in
      let world = World<Int, String>()
      let spin = JobRunner.spin { job in
        try await world.put("did \(job.input)", as: job.id)
        return "did \(job.input)"
      }
      let running = test.restarting(spin) { running in
        running.emit(.submitted(Self.jobs(1...4)))
        await Task.yield()
        running.emit(.submitted(Self.jobs(3...6)))
        running.emit(.cancelled(2))
      }
      test.expect(running.state.open, equals: [])
      test.expect(running.state.failures, equals: [:])
      for (id, result) in running.state.results { test.expect(world[id], equals: result) }
      running.emit(.submitted(Self.jobs(1...6)))
      test.advance(by: .seconds(600))
      test.expect(running.state.results.keys.sorted(), equals: Array(1...6))
    }
  }

  /// The first of them is done already, so it is not done again.
  @Test func aJobThatIsSubmittedAgainRunsOnlyIfItHasFailed() {
    let calls = Notes()
    let spin = JobRunner.spin(retrying: .never) { job in
      calls.add(job.input)
      if job.id == 2 && calls.all.count == 2 { throw Offline() }
      return job.input
    }
    let test = TestSpin(spin, exhaustivity: .off)
    for _ in 1...2 { test.emit(.submitted(Self.jobs(1...2))) }
    #expect(calls.all == ["1", "2", "2"])
    #expect(test.state == JobRunner(results: [1: "1", 2: "2"]))
    test.finish()
  }

  @Test(arguments: Host.all)
  func aThousandJobsRunFourAtOnce(_ host: Host) async throws {
    let (time, tally, failed) = (ManualScheduler(), Tally(), Notes())
    let spin = JobRunner.spin { job in
      tally.begin()
      defer { tally.end() }
      if job.id.isMultiple(of: 10), !failed.all.contains(job.input) {
        failed.add(job.input)
        throw Offline()
      }
      if job.id <= 4 { try await time.clock.sleep(for: .seconds(1)) }
      return "did \(job.input)"
    }
    try await spin.withRunning(on: host.runtime(time)) { running in
      let passing = Task {
        try await time.untilAlarms(4)  // Four run at once, and no time has passed.
        try await Self.pass(time)
      }
      defer { passing.cancel() }
      try await running.send(.submitted(Self.jobs(1...1000)))
      let state = try await running.settled()
      #expect(state.open.isEmpty && state.failures.isEmpty)
      #expect(state.results == .init(uniqueKeysWithValues: (1...1000).map { ($0, "did \($0)") }))
      #expect(tally.most == 4)
      #expect(tally.all == 1100 && time.alarmCount == 0)
    }
  }

  /// Lets time pass from alarm to alarm, until the task is cancelled.
  private static func pass(_ time: ManualScheduler) async throws {
    while true {
      try await time.untilAlarms(1)
      time.advanceToNextAlarm()
    }
  }

  @Test(arguments: Host.all)
  func aJobThatIsCancelledBeforeItsNextAttemptLeavesNoTimer(_ host: Host) async throws {
    let (time, tally) = (ManualScheduler(), Tally())
    let spin = JobRunner.spin { _ in
      tally.begin()
      throw Offline()
    }
    try await spin.withRunning(on: host.runtime(time)) { running in
      for id in 1...1000 {
        running.emit(.submitted(Self.jobs(id...id)))
        try await time.untilAlarms(1)
        try await running.send(.cancelled(id))
        #expect(time.alarmCount == 0)
      }
      let state = try await running.settled()
      #expect(state == JobRunner() && tally.all == 1000)
    }
  }
}
