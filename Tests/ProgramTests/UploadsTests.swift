import SpinAsync
import SpinTesting
import Testing

struct UploadsTests {
  /// Every third job succeeds at its second attempt, and every seventh fails at all three.
  @Test(arguments: Host.all)
  func twoHundredJobsFourAtATimeAtTheirAttemptsOfThree(_ host: Host) async throws {
    let (time, tally) = (ManualScheduler(), Tally())
    let (seen, calls) = (Notes(), Notes())
    let spin = Uploads.spin { job, number in
      tally.begin()
      defer { tally.end() }
      calls.add("\(job.id) \(number)")
      if job.upload.number != number { seen.add("\(job.id) is not the newest") }
      if job.id < 4, number == 1 { try await time.clock.sleep(for: .seconds(1)) }
      if job.id.isMultiple(of: 7) || job.id.isMultiple(of: 3) && number < 2 { throw Offline() }
      return "\(job.id) at attempt \(number)"
    }
    try await spin.withRunning(on: host.runtime(time)) { running in
      let passing = Task {
        try await time.untilAlarms(4)  // Four run at once, and no time has passed.
        while true {
          try await time.untilAlarms(1)
          time.advanceToNextAlarm()
        }
      }
      defer { passing.cancel() }
      try await running.send(.submitted(200))
      let jobs = try await running.settled().jobs
      for job in jobs {
        let attempt = job.id.isMultiple(of: 3) ? 2 : 1
        let never = job.id.isMultiple(of: 7)
        #expect(job.upload.success == (never ? nil : "\(job.id) at attempt \(attempt)"))
        #expect(job.upload.failure == (never ? "offline" : nil))
        let count = never ? 3 : attempt
        let numbers = calls.all.filter { $0.hasPrefix("\(job.id) ") }
        #expect(numbers == (1...count).map { "\(job.id) \($0)" })
      }
      #expect(jobs.count == 200 && tally.most == 4 && seen.all == [] && time.alarmCount == 0)
    }
  }

  @Test func attemptTwoOfThreeIsShownWhileItWaitsAndWhileItRuns() {
    let test = TestSpin(
      Uploads.spin { _, number in
        if number == 1 { throw Offline() }
        return "there"
      })
    test.emit(.submitted(1)) { $0.jobs = [.started(0)] }
    test.expect(.refused(0, "offline"), from: "uploads[0]") {
      $0.jobs[0].upload.retryOrFail("offline")
    }
    #expect(test.state.jobs[0].upload.number == 2)
    test.advance(by: .seconds(1))
    test.expect(.sent(0, "there"), from: "uploads[0]") { $0.jobs[0].upload.succeed("there") }
    test.finish()
  }
}
