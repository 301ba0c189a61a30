import RecipeSupport
import SpinAsync
import SpinTesting
import Synchronization
import Testing

struct CollectorTests {
  /// Measurements from four senders, forty thousand in all on one host, while nothing can be taken
  /// for a moment.
  @Test(arguments: zip(Host.all, [10_000, 5_000]))
  func ofAFloodTheNewestAreCollectedAndTheOthersCounted(
    _ host: Host, _ share: Int
  ) async throws {
    let time = ManualScheduler()
    let dropped = Atomic(0)
    var options = RunOptions<Collector, Collector.Event>(mailbox: Collector.mailbox) { drop in
      if drop.reason == .full { dropped.add(1, ordering: .relaxed) }
    }
    let received = Mutex<[Int]>([])
    let spin = Collector.spin { batch in received.withLock { $0 += batch.values } }
    options.runaway = nil
    let running = spin.start(on: host.runtime(time), options: options)
    running.emit(.measured(0))
    await running.idle()
    running.suspend()
    await withTaskGroup { group in
      for sender in 0..<4 {
        group.addTask {
          for number in 1...share { running.emit(.measured(sender * share + number)) }
        }
      }
    }
    #expect(running.mailboxCounts?.waiting == 10_000)
    #expect(dropped.load(ordering: .relaxed) == 4 * share - 10_000)
    running.resume()
    let collector = try await end(of: running, 10_001, time)
    #expect(collector.uploaded == 10_001)
    #expect(collector.lost == 0)
    // Of each sender the newest were kept, in their order.
    let kept = received.withLock { $0 }
    for sender in 0..<4 {
      let last = (sender + 1) * share
      let own = kept.filter { $0 > last - share && $0 <= last }
      #expect(own == Array((last - own.count + 1)..<(last + 1)))
    }
    running.stop()
    await running.finished()
  }

  /// Whoever waits for room loses nothing, and never is more kept than there is room for.
  @Test(arguments: Host.all)
  func whoeverCanWaitLosesNothing(_ host: Host) async throws {
    let time = ManualScheduler()
    let received = Mutex(0)
    let spin = Collector.spin { batch in received.withLock { $0 += batch.values.count } }
    let running = spin.start(
      on: host.runtime(time), options: RunOptions(mailbox: .bounded(10, .suspend)))
    try await withThrowingTaskGroup { group in
      for _ in 1...4 {
        group.addTask {
          for number in 1...1_000 { try await running.send(.measured(number)) }
        }
      }
      try await group.waitForAll()
    }
    let collector = try await end(of: running, 4_000, time)
    #expect(collector.uploaded == 4_000)
    #expect(received.withLock { $0 } == 4_000)
    #expect(running.mailboxCounts.map { $0.mostWaiting <= 10 && $0.full == 0 } == true)
    running.stop()
    await running.finished()
  }

  @Test func aBatchThatEqualsTheOneBeforeIsUploadedToo() {
    for _ in 1...2 {
      let (runtime, batches) = (TestRuntime(), Notes())
      let spin = Collector.spin { [time = runtime.time] batch in
        try await time.clock.sleep(for: .seconds(1))
        batches.add("\(batch.values.count)")
      }
      let running = spin.start(on: runtime)
      for _ in 1...2_000 { running.emit(.measured(7)) }
      runtime.advance(by: .seconds(10))
      #expect(batches.all == ["1000", "1000"])
      running.stop()
      runtime.run()
    }
  }

  // snippet.test
  @Test func aBatchIsTriedFiveTimesAndLostThenAndTheNextOneIsUploaded() {
    let calls = Tally()
    let test = TestSpin(Collector.spin { batch in if calls.begin() <= 5 { throw Offline() } })
    for number in 1...2 { test.emit(.measured(number)) { $0.batch.append(number) } }
    test.advance(by: .seconds(1))
    test.expect(.due, from: "due") {
      ($0.uploading, $0.batch) = (Collector.Batch(offset: 0, values: [1, 2]), [])
    }
    test.emit(.measured(3)) { $0.batch = [3] }  // It waits for the end of the upload.
    test.advance(by: .seconds(60))
    test.expect(.failed, from: "upload") { ($0.uploading, $0.lost) = (nil, 2) }
    test.expect(.due, from: "due") {
      ($0.uploading, $0.batch) = (Collector.Batch(offset: 2, values: [3]), [])
    }
    test.expect(.uploaded, from: "upload") { ($0.uploading, $0.uploaded) = (nil, 1) }
    test.finish()
    #expect(calls.all == 6)
  }
  // snippet.end

  @Test func theServerHasEachMeasurementOnceHoweverOftenABatchComes() {
    explore(seeds: 300) { test in
      let server = World<Int, [Int]>()
      let spin = Collector.spin { batch in try await server.put(batch.values, as: batch.offset) }
      let running = test.restarting(spin) { running in
        for number in 1...6 {
          running.emit(.measured(number))
          try? await test.time.clock.sleep(for: .milliseconds(600))
        }
      }
      let values = server.keys.flatMap { server[$0] ?? [] }
      test.expect(values, equals: Array((1...6).prefix(values.count)))
      test.expect(running.state.uploaded, equals: values.count)
      for offset in server.keys {
        test.expect(Set(server.values(of: offset)).count, equals: 1)
      }
    }
  }

  /// Waits until so many measurements are uploaded, or were in vain.
  private func end(
    of running: RunningSpin<Collector, Collector.Event>, _ count: Int, _ time: ManualScheduler
  ) async throws -> Collector {
    let last = try await running.first { collector in
      collector.uploading == nil
        && collector.uploaded + collector.lost + collector.batch.count == count
    }
    if !last.batch.isEmpty {
      try await time.untilAlarms(1)
      time.advance(by: .seconds(1))
    }
    return try await running.settled()
  }
}
