import Foundation
import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// Senders who wait for room in a mailbox.
extension Conformance {
  @Test(.promises("24.7", "24.8", "24.9", "24.11"), arguments: RuntimeUnderTest.all)
  @MainActor
  func whoeverSendsWaitsForRoomAndIsServedInOrder(_ runtime: RuntimeUnderTest) async throws {
    let running = await full(runtime)
    var sends: [Task<Events, any Error>] = []
    for number in 1...3 { sends.append(await begin { try await running.send("sent \(number)") }) }
    #expect(running.mailboxCounts?.senders == 3)
    #expect(running.emit("emitted") == .dropped(.full))
    running.resume()
    let whole = ["a", "b", "sent 1", "sent 2", "sent 3"]
    for (number, task) in sends.enumerated() {
      #expect(try await task.value == Array(whole.prefix(number + 3)))
    }
    #expect(running.mailboxCounts?.senders == 0)
    #expect(running.mailboxCounts?.mostWaiting == 2)
    #expect(running.mailboxCounts?.full == 1)
  }

  @Test(.promises("19.7"), arguments: RuntimeUnderTest.all)
  @MainActor
  func aSenderThatGivesUpEmitsNothing(_ runtime: RuntimeUnderTest) async throws {
    let drops = Drops()
    let running = await full(runtime, drops)
    let first = await begin { try await running.send("first") }
    let second = await begin { try await running.send("second") }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(running.mailboxCounts?.senders == 1)
    running.resume()
    #expect(try await second.value == ["a", "b", "second"])
    #expect(drops.entries == [])
  }

  /// The thread that cancels may have locks that the event's end needs.
  @Test(arguments: RuntimeUnderTest.all)
  @MainActor
  func anEventThatWaitsForRoomIsNotLetGoByTheThreadThatCancels(
    _ runtime: RuntimeUnderTest
  ) async throws {
    enum Question: Sendable { case none, asked(Counted, Reply<Int>) }
    let census = Census()
    let cancelling = Transcript<ObjectIdentifier>()
    let ending = Transcript<ObjectIdentifier>()
    let running = Spin<Int, Question>(initialState: 0) { Reducer { _, _ in } }
      .start(on: runtime(), options: RunOptions(mailbox: .bounded(1, .suspend)))
    await running.idle()
    running.suspend()
    running.emit(.none)
    let asking = await begin {
      try await running.ask { reply in
        .asked(Counted(in: census) { ending(ObjectIdentifier(Thread.current)) }, reply)
      }
    }
    #expect(running.mailboxCounts?.senders == 1)
    // It lives until all is over, so no other thread has its address.
    let isOver = Gate()
    Thread.detachNewThread {
      cancelling(ObjectIdentifier(Thread.current))
      asking.cancel()
      isOver.waitBlocking()
    }
    await #expect(throws: CancellationError.self) { try await asking.value }
    try await census.untilEmpty()
    #expect(ending.entries.count == 1 && ending.entries != cancelling.entries)
    isOver.open()
    await running.end()
  }

  @Test(.promises("8.5", "19.6"), arguments: RuntimeUnderTest.all)
  @MainActor
  func stoppingTellsWhoeverWaitsForRoom(_ runtime: RuntimeUnderTest) async throws {
    let drops = Drops()
    let running = await full(runtime, drops)
    let waiting = await begin { try await running.send("waiting") }
    running.stop()
    await #expect(throws: EventDropped(.stopped)) { try await waiting.value }
    await running.finished()
    #expect(drops.entries.sorted() == ["a", "b", "waiting"].map { "\($0) stopped outside" })
    #expect(running.mailboxCounts?.senders == 0)
  }

  @Test(.promises("19.5"), arguments: RuntimeUnderTest.all)
  @MainActor
  func sendThrowsWhyItsEventHasMadeRoom(_ runtime: RuntimeUnderTest) async throws {
    let oldest = await full(runtime, policy: .dropOldest)
    let pushedOut = await begin { try await oldest.send("sent") }
    for event in ["c", "d"] { oldest.emit(event) }
    await #expect(throws: EventDropped(.full)) { try await pushedOut.value }
    oldest.resume()
    #expect(try await oldest.settled() == ["c", "d"])
    await oldest.end()

    let newest = await full(runtime, policy: .dropNewest)
    await #expect(throws: EventDropped(.full)) { try await newest.send("sent") }
    await newest.end()

    let keyed = await full(runtime, policy: .coalesce { $0.first })
    let replaced = await begin { try await keyed.send("a2") }
    keyed.emit("a3")
    await #expect(throws: EventDropped(.coalesced)) { try await replaced.value }
    keyed.resume()
    #expect(try await keyed.settled() == ["b", "a3"])
  }

  /// More elements than there is room for, from one sequence; nobody drops one.
  @Test(.promises("24.7"), arguments: RuntimeUnderTest.all)
  func aSequenceWaitsForRoom(_ runtime: RuntimeUnderTest) async throws {
    let drops = Drops()
    let running = await full(runtime, drops) {
      Feedback(while: { _ in true }) {
        .sequence { AsyncStream(of: (1...100).map { "\($0)" }) }
      }
    }
    running.resume()
    let events = try await running.settled()
    #expect(events == ["a", "b"] + (1...100).map { "\($0)" })
    #expect(drops.entries == [])
    #expect(running.mailboxCounts?.mostWaiting == 2)
  }

  /// A refused element does not end the sequence.
  @Test(.promises("24.7"), arguments: RuntimeUnderTest.all)
  func aSequenceGoesOnAfterAnElementThatFoundNoRoom(_ runtime: RuntimeUnderTest) async throws {
    let drops = Drops()
    let (elements, more) = AsyncStream.makeStream(of: String.self)
    let running = await full(runtime, drops, policy: .dropNewest) {
      Feedback(while: { _ in true }) { .sequence { elements } }
    }
    more.yield("1")
    try await drops.until(count: 1)
    running.resume()
    await running.idle()
    more.yield("2")
    more.finish()
    #expect(try await running.settled() == ["a", "b", "2"])
  }

  /// Once it has begun, the body is on the main actor until it waits.
  @Test(.promises("19.5", "24.7"), arguments: RuntimeUnderTest.all)
  @MainActor
  func aBodyWaitsForRoomUntilItsEffectIsCancelled(_ runtime: RuntimeUnderTest) async throws {
    let (begun, results, drops) = (Gate(), Transcript<EmitResult>(), Drops())
    let running = await full(runtime, drops) {
      Feedback(while: { !$0.contains("a") }) {
        .run { @MainActor emit in
          begun.open()
          for event in ["1", "2", "3"] { results(await emit.send(event)) }
        }
      }
      .named("body")
    }
    await begun.waitStubbornly()
    #expect(running.mailboxCounts?.senders == 1)
    #expect(results.entries == [])
    running.resume()
    // "a" makes room for "1", and then cancels the body.
    #expect(try await running.settled() == ["a", "b"])
    try await results.until(count: 3)
    #expect(results.entries == [.dropped(.stale), .dropped(.stale), .dropped(.stale)])
    #expect(drops.entries.sorted() == ["1", "2", "3"].map { "\($0) stale body delivered" })
  }

  @Test(.promises("19.6"), arguments: RuntimeUnderTest.all)
  @MainActor
  func aBodyThatWaitsForRoomIsToldOfTheStop(_ runtime: RuntimeUnderTest) async throws {
    let (begun, results, drops) = (Gate(), Transcript<EmitResult>(), Drops())
    let running = await full(runtime, drops) {
      Feedback(while: { _ in true }) {
        .run { @MainActor emit in
          begun.open()
          results(await emit.send("1"))
          results(await emit.map { (number: Int) in "\(number)" }.send(2))
        }
      }
      .named("body")
    }
    await begun.waitStubbornly()
    await running.end()
    #expect(results.entries == [.dropped(.stopped), .dropped(.stopped)])
    #expect(
      drops.entries.sorted() == [
        "1 stopped body delivered", "2 stopped body delivered", "a stopped outside",
        "b stopped outside",
      ])
  }

  @Test(.promises("19.7"), .needsOpenGate, arguments: RuntimeUnderTest.all)
  @MainActor
  func aTaskThatIsCancelledWhileItWaitsForRoomGivesUp(_ runtime: RuntimeUnderTest) async throws {
    let (remote, drops) = (Remote<String>(), Drops())
    let running = await full(runtime, drops) {
      Feedback(while: { _ in true }) { remote.effect("effect") }.named("remote")
    }
    let emitter = try #require(remote.emitter("effect"))
    let waiting = await begin { await emitter.send("given up") }
    let patient = await begin { await emitter.send("patient") }
    #expect(running.mailboxCounts?.senders == 2)
    waiting.cancel()
    #expect(try await waiting.value == .dropped(.full))
    let late = await begin {
      withUnsafeCurrentTask { $0?.cancel() }
      return await emitter.send("late")
    }
    #expect(try await late.value == .dropped(.full))
    running.resume()
    #expect(try await patient.value == .accepted)
    remote.finish("effect")
    await running.idle()
    #expect(running.state == ["a", "b", "patient"])
    #expect(
      drops.entries == ["given up full remote delivered", "late full remote delivered"])
  }

  @Test(.promises("19.5"), arguments: RuntimeUnderTest.all)
  func anEmitterThatIsFinishedSendsNothing(_ runtime: RuntimeUnderTest) async throws {
    let results = Transcript<EmitResult>()
    let drops = Drops()
    _ = await full(runtime, drops) {
      Feedback(while: { _ in true }) {
        .run { emit in
          emit.finish()
          results(await emit.send("late"))
        }
      }
      .named("body")
    }
    try await results.until(.dropped(.finished))
    #expect(drops.entries == ["late finished body delivered"])
  }

  /// The senders emit, and the loop makes its steps, at the same time.
  @Test(.promises("24.1", "24.7"), arguments: RuntimeUnderTest.all)
  func manySendersLoseNothing(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback(while: { _ in true }) {
        .run { emit in
          for number in 0..<200 { await emit.send(number) }
        }
      }
      Reducer.appending
    }
    let running = spin.start(
      on: runtime, options: RunOptions(mailbox: .bounded(3, .suspend)))
    try await withThrowingTaskGroup { group in
      for sender in 1...3 {
        group.addTask {
          for number in 0..<200 { try await running.send(sender * 200 + number) }
        }
      }
      try await group.waitForAll()
    }
    let taken = try await running.settled()
    #expect(taken.sorted() == Array(0..<800))
    for sender in 0...3 {
      let own = taken.filter { $0 / 200 == sender }
      #expect(own == own.sorted())
    }
    #expect(running.mailboxCounts.map { $0.mostWaiting <= 3 } == true)
  }
}

/// Starts a loop with room for two events, suspends it, and fills its mailbox.
private nonisolated(nonsending) func full(
  _ runtime: RuntimeUnderTest, _ drops: Drops = Drops(), policy: OverflowPolicy<String> = .suspend,
  @FeedbackBuilder<[String], String> parts: () -> Feedbacks<[String], String> = { Feedbacks([]) }
) async -> RunningSpin<[String], String> {
  let spin = Spin<[String], String>(initialState: [], reducer: .appending, feedbacks: parts)
  var options: RunOptions<[String], String> = drops.options()
  options.mailbox = .bounded(2, policy)
  // The bodies begin when the mailbox is full.
  let held = HeldRuntime(runtime(), turns: true)
  let running = spin.start(on: held, options: options)
  running.emit("a")
  running.emit("b")
  running.suspend()
  held.release()
  await running.tempt()
  return running
}
