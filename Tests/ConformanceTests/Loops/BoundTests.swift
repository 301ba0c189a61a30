import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import SpinTesting
import Testing

/// A mailbox with a bound.
///
/// The loop is suspended while a test fills its mailbox.
extension Conformance {
  @Test(.promises("24.7", "24.11"), arguments: RuntimeUnderTest.all)
  func theEventThatHasWaitedLongestMakesRoom(_ runtime: RuntimeUnderTest) async throws {
    let drops = Drops()
    let running = await suspended(runtime, .bounded(2, .dropOldest), drops)
    for event in ["a", "b", "c", "d", "e"] { #expect(running.emit(event) == .accepted) }
    #expect(drops.entries == ["a full outside", "b full outside", "c full outside"])
    running.resume()
    #expect(try await running.settled() == ["d", "e"])
    #expect(drops.entries.count == 3)
  }

  @Test(.promises("24.7", "24.11"), arguments: RuntimeUnderTest.all)
  func anEventThatFindsNoRoomIsRefused(_ runtime: RuntimeUnderTest) async throws {
    let drops = Drops()
    let running = await suspended(runtime, .bounded(2, .dropNewest), drops)
    for event in ["a", "b"] { #expect(running.emit(event) == .accepted) }
    for event in ["c", "d"] { #expect(running.emit(event) == .dropped(.full)) }
    #expect(drops.entries == ["c full outside", "d full outside"])
    running.resume()
    #expect(try await running.settled() == ["a", "b"])
    #expect(running.emit("e") == .accepted)
    #expect(try await running.settled() == ["a", "b", "e"])
  }

  @Test(.promises("24.10", "24.11"), arguments: RuntimeUnderTest.all)
  func aNewEventTakesThePlaceOfTheOneWithItsKey(_ runtime: RuntimeUnderTest) async throws {
    let drops = Drops()
    let running = await suspended(
      runtime, .bounded(3, .coalesce { $0.hasPrefix("-") ? nil : $0.first }), drops)
    for event in ["a1", "b1", "a2", "-", "b2", "b3"] { #expect(running.emit(event) == .accepted) }
    #expect(
      drops.entries == ["a1 coalesced outside", "b1 coalesced outside", "b2 coalesced outside"])
    #expect(running.emit("c1") == .dropped(.full))
    #expect(running.emit("-") == .dropped(.full))
    #expect(running.emit("a3") == .accepted)
    running.resume()
    #expect(try await running.settled() == ["-", "b3", "a3"])
    running.suspend()
    #expect(running.emit("b4") == .accepted)
    #expect(running.emit("a4") == .accepted)
    running.resume()
    #expect(try await running.settled() == ["-", "b3", "a3", "b4", "a4"])
  }

  /// Each event emits two others from inside its step, and there is room for one.
  @Test(.promises("24.1"), arguments: RuntimeUnderTest.all)
  func anEventNeedsRoomUntilItIsTaken(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Events, String>()
    let results = Transcript<EmitResult?>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.sideEffect { events in
        guard events == ["go"] else { return }
        results(handle.emit("first"))
        results(handle.emit("second"))
      }
      Reducer.appending
    }
    let running = spin.start(
      on: runtime, handle: handle, options: RunOptions(mailbox: .bounded(1, .dropNewest)))
    try await running.settled()
    running.emit("go")
    #expect(try await running.settled() == ["go", "first"])
    #expect(results.entries == [.accepted, .dropped(.full)])
  }

  @Test(.promises("24.2", "24.4"), arguments: RuntimeUnderTest.all)
  func whatAStateMayWaitForAlwaysHasRoom(_ runtime: RuntimeUnderTest) async throws {
    let gate = Gate()
    let scheduler = ManualScheduler()
    let returned = Gate()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: { $0.isEmpty || $0.first == "go" ? 0 : nil }) { _ in
        .merge(
          .run {
            await gate.wait()
            defer { returned.open() }
            return "returned"
          },
          .after(.seconds(1), "later"))
      }
      Feedback(filteredBy: { $0.last == "go" }) { _ in .several("at once", "and then") }
        .strategy(.continueOnNewState)
      Reducer.appending
    }
    let drops = Drops()
    var options: RunOptions<Events, String> = drops.options()
    options.mailbox = .bounded(1, .dropNewest)
    let running = spin.start(on: runtime, scheduler: scheduler, options: options)
    await running.idle()
    running.suspend()
    running.emit("go")
    scheduler.advance(by: .seconds(1))
    gate.open()
    await returned.wait()
    #expect(running.emit("no room") == .dropped(.full))
    running.resume()
    let events = try await running.settled()
    #expect(events.sorted() == ["and then", "at once", "go", "later", "returned"])
    #expect(events.first == "go")
    #expect(drops.entries == ["no room full outside"])
  }

  @Test(.promises("24.3"), arguments: RuntimeUnderTest.all)
  func theEventsOfAPartThatBeginsLateHaveRoom(_ runtime: RuntimeUnderTest) async throws {
    let (time, drops) = (ManualScheduler(), Drops())
    let running = await suspended(runtime, .bounded(1, .dropNewest), drops, scheduler: time) {
      Feedback(while: { _ in true }) {
        .several("a", "b").delayed(by: .seconds(1)).then(.several("c", "d"))
      }
    }
    running.emit("first")
    time.advance(by: .seconds(1))
    #expect(running.emit("no room") == .dropped(.full))
    running.resume()
    #expect(try await running.settled() == ["first", "a", "b", "c", "d"])
    #expect(drops.entries == ["no room full outside"])
  }

  /// Each of these effects ends with the event of its error, while the mailbox is full.
  @Test(.promises("24.4"), arguments: RuntimeUnderTest.all)
  func theEventOfAnErrorHasRoom(_ runtime: RuntimeUnderTest) async throws {
    let gate = Gate()
    let mapped = Transcript<String>()
    let event = { @Sendable (_: any Error) in
      mapped("failed")
      return "failed"
    }
    let fail = { @Sendable () async throws in
      await gate.wait()
      throw Offline()
    }
    let effects: [Effect<String>] = [
      .run(
        { () async throws -> String in
          try await fail()
          return "never"
        }, catch: event),
      .run({ (_: Emitter<String>) in try await fail() }, catch: event),
      .run({ (_: Emitter<String>, _) in try await fail() }, catch: event),
      .run(
        retrying: .constant(.zero, attempts: 1), { (_: Emitter<String>) in try await fail() },
        catch: event),
      .sequence({ Failing(fail: fail) }, catch: event),
      Effect<Int>.run({ (_: Emitter<Int>) in try await fail() }, catch: { _ in 0 }).map { _ in
        "failed"
      },
    ]
    let drops = Drops()
    let running = await suspended(runtime, .bounded(1, .dropNewest), drops) {
      for effect in effects { Feedback(while: { _ in true }) { effect } }
      Feedback.stream({ _ in Failing(fail: fail) }, catch: event)
    }
    running.emit("first")
    gate.open()
    // The last one maps its error to a number first.
    try await mapped.until(count: effects.count)
    running.resume()
    let all = try await running.first { $0.count == effects.count + 2 }
    #expect(all.sorted() == Array(repeating: "failed", count: effects.count + 1) + ["first"])
    #expect(drops.entries == [])
  }

  @Test(.promises("24.1", "24.5", "24.11"), arguments: RuntimeUnderTest.all)
  func theEventsOfEffectsNeedRoom(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let drops = Drops()
    let running = await suspended(runtime, .bounded(2, .dropOldest), drops) {
      Feedback(while: { _ in true }) { remote.effect("effect") }.named("remote")
    }
    running.emit("a")
    #expect(remote.emit("b", from: "effect") == .accepted)
    running.emit("c")
    #expect(remote.emit("d", from: "effect") == .accepted)
    #expect(running.emit("e") == .accepted)
    #expect(
      drops.entries == ["a full outside", "b full remote delivered", "c full outside"])
    // The end of an effect is no event.
    remote.finish("effect")
    running.resume()
    #expect(try await running.settled() == ["d", "e"])
  }

  @Test(.promises("3.4", "24.2"), arguments: RuntimeUnderTest.all)
  func immediateEventsComeBehindWhatABoundedMailboxHas(_ runtime: RuntimeUnderTest) async throws {
    let held = HeldRuntime(runtime(), turns: true)
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: { $0 == [] }) { _ in .several("i", "j") }
        .strategy(.continueOnNewState)
      Feedback(filteredBy: { $0.last == "a" || $0.last == "i" }) { events in
        .several("\(events.last ?? "")1", "\(events.last ?? "")2")
      }
      .strategy(.continueOnNewState)
      Reducer.appending
    }
    let running = spin.start(on: held, options: RunOptions(mailbox: .bounded(3, .dropNewest)))
    for event in ["a", "b", "c", "d"] { running.emit(event) }
    held.release()
    #expect(
      try await running.settled() == ["i", "j", "a", "b", "c", "i1", "i2", "a1", "a2"])
  }

  /// On the caller's thread an event waits only if the caller is inside a closure of a loop.
  @Test(.promises("24.1", "24.7")) func anEventThatIsTakenAtOnceNeedsNoRoom() {
    let spin = Spin<Events, String>(initialState: []) { Reducer.appending }
    let bounded = spin.start(
      on: .callersThread, options: RunOptions(mailbox: .bounded(1, .dropNewest)))
    for event in ["a", "b"] { #expect(bounded.emit(event) == .accepted) }
    #expect(bounded.mailboxCounts?.mostWaiting == 0)

    let results = Transcript<EmitResult>()
    let other = spin.start(
      on: .callersThread,
      options: RunOptions(
        observers: [
          Observer { transition in
            if transition.number > 0 { for event in ["c", "d"] { results(bounded.emit(event)) } }
          }
        ]))
    other.emit("go")
    #expect(results.entries == [.accepted, .dropped(.full)])
    #expect(bounded.state == ["a", "b", "c"])
    #expect(bounded.mailboxCounts?.mostWaiting == 1)
  }

  @Test(.promises("24.11"), arguments: RuntimeUnderTest.all)
  func aBoundedMailboxCountsWhatBecomesOfEvents(_ runtime: RuntimeUnderTest) async throws {
    let oldest = await suspended(runtime, .bounded(2, .dropOldest), Drops())
    for event in ["a", "b", "c", "d"] { oldest.emit(event) }
    let counts = try #require(oldest.mailboxCounts)
    #expect(counts.capacity == 2)
    #expect(counts.waiting == 2)
    #expect(counts.mostWaiting == 2)
    #expect(counts.full == 2)
    #expect(counts.coalesced == 0)
    oldest.resume()
    try await oldest.settled()
    #expect(oldest.mailboxCounts?.waiting == 0)
    #expect(oldest.mailboxCounts?.mostWaiting == 2)
    await oldest.end()

    let newest = await suspended(runtime, .bounded(9, .coalesce { $0 }), Drops())
    for event in ["a", "b", "a", "a"] { newest.emit(event) }
    #expect(newest.mailboxCounts?.waiting == 2)
    #expect(newest.mailboxCounts?.coalesced == 2)
    await newest.end()

    let unbounded = await suspended(runtime, .unbounded, Drops())
    unbounded.emit("a")
    #expect(unbounded.mailboxCounts == nil)
  }

  /// An event is known by the time at which it was accepted, even if another was dropped before it.
  @Test(.promises("20.3"), arguments: RuntimeUnderTest.all)
  func repeatsAreFoundInABoundedMailbox(_ runtime: RuntimeUnderTest) async throws {
    let scheduler = ManualScheduler()
    let drops = Drops()
    let running = await suspended(
      runtime, .bounded(3, .dropOldest), drops, scheduler: scheduler
    ) {
      DropRepeats(within: .seconds(1)) { $0 }
    }
    for event in ["a", "a", "b", "a"] { running.emit(event) }
    scheduler.advance(by: .seconds(2))
    running.emit("a")
    running.resume()
    #expect(try await running.settled() == ["b", "a", "a"])
    #expect(drops.entries == ["a full outside", "a full outside"])
    running.emit("a")
    #expect(try await running.settled() == ["b", "a", "a"])
    #expect(drops.entries.last == "a repeated outside")
  }

  /// The keys and the reports look at the mailbox itself.
  @Test(.promises("24.12"), arguments: RuntimeUnderTest.all)
  func keysAndReportsAreAskedUnderNoLock(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Events, String>()
    let seen = Transcript<String>()
    let spin = Spin<Events, String>(initialState: []) { Reducer.appending }
    var options = RunOptions<Events, String> { drop in
      seen("\(drop.event) \(handle.value?.mailboxCounts?.waiting ?? -1)")
      handle.emit("again")
    }
    options.mailbox = .bounded(
      2,
      .coalesce { event in
        seen("key of \(event) \(handle.value?.mailboxCounts?.waiting ?? -1)")
        return event.first
      })
    let running = spin.start(on: runtime, handle: handle, options: options)
    try await running.settled()
    running.suspend()
    for event in ["a1", "b1", "a2"] { running.emit(event) }
    running.resume()
    #expect(try await running.settled() == ["b1", "again"])
    #expect(
      seen.entries == [
        "key of a1 0", "key of b1 1", "key of a2 2", "a1 2", "key of again 2",
      ])
  }

  @Test(.promises("24.1", "24.11"), arguments: RuntimeUnderTest.all)
  func aFloodFromManyThreadsKeepsTheBound(_ runtime: RuntimeUnderTest) async throws {
    let drops = Transcript<Int>()
    let spin = Spin<[Int], Int>(initialState: []) { Reducer.appending }
    var options = RunOptions<[Int], Int> { drops($0.event) }
    options.mailbox = .bounded(10, .dropOldest)
    let running = spin.start(on: runtime, options: options)
    let perThread = 500
    await onThreads(4) { thread in
      for number in 0..<perThread { running.emit(thread * perThread + number) }
    }
    let taken = try await running.settled()
    let counts = try #require(running.mailboxCounts)
    #expect(counts.mostWaiting <= 10)
    #expect(counts.waiting == 0)
    #expect(counts.full == drops.entries.count)
    #expect((taken + drops.entries).sorted() == Array(0..<4 * perThread))
    for thread in 0..<4 {
      let own = taken.filter { $0 / perThread == thread }
      #expect(own == own.sorted())
    }
  }

  /// A reducer has the lock of the state, which the end of an event may need.
  @Test(arguments: RuntimeUnderTest.all)
  func anEventThatAReducerPushesOutIsLetGoAfterItsStep(_ runtime: RuntimeUnderTest) async throws {
    enum Item: Sendable { case go, object(Counted) }
    let (census, states) = (Census(), Transcript<Int>())
    let handle = Handle<Int, Item>()
    let spin = Spin<Int, Item>(initialState: 0) {
      Reducer { count, item in
        count += 1
        guard case .go = item else { return }
        for number in 0..<3 {
          let object = Counted(number, in: census) {
            if number < 2 { states(handle.value?.state ?? 0) }
          }
          handle.emit(.object(object))
        }
      }
    }
    let running = spin.start(
      on: runtime(), handle: handle, options: RunOptions(mailbox: .bounded(1, .dropOldest)))
    running.emit(.go)
    await running.idle()
    #expect(running.state == 2)
    #expect(states.entries.count == 2 && states.entries.allSatisfy { $0 > 0 })
    await running.end()
  }
}

/// Starts a loop with a bounded mailbox, and suspends it.
private func suspended(
  _ runtime: RuntimeUnderTest, _ mailbox: MailboxBound<String>, _ drops: Drops,
  scheduler: ManualScheduler? = nil,
  @FeedbackBuilder<[String], String> parts: () -> Feedbacks<[String], String> = { Feedbacks([]) }
) async -> RunningSpin<[String], String> {
  let spin = Spin<[String], String>(initialState: [], reducer: .appending, feedbacks: parts)
  var options: RunOptions<[String], String> = drops.options()
  options.mailbox = mailbox
  let running = spin.start(
    on: runtime, scheduler: scheduler, options: options)
  await running.idle()
  running.suspend()
  return running
}

private struct Offline: Error {}

/// A sequence that fails at once.
private struct Failing: AsyncSequence, AsyncIteratorProtocol, Sendable {
  let fail: @Sendable () async throws -> Void

  func makeAsyncIterator() -> Failing { self }

  mutating func next() async throws -> String? {
    try await fail()
    return nil
  }
}
