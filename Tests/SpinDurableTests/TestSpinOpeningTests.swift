import SpinAsync
import SpinCallbacks
import SpinCore
import SpinDurable
import SpinTestSupport
import SpinTesting
import Synchronization
import Testing

/// Durable spins in a test that decides when the store keeps what, and when the process dies.
@Suite struct TestSpinOpeningTests {
  private let reporter = Reports()

  // MARK: Commits and crashes

  @Test func aJobOutlivesACrash() throws {
    let (store, remote) = (MemoryStore(commits: .manual), Remote<Jobs.Event>())
    let before = try TestSpin(opening: Jobs.spin(remote), in: store)
    before.emit(.submitted("a")) { $0.waiting = ["a"] }
    before.emit(.submitted("b")) { $0.waiting = ["a", "b"] }
    #expect(remote.log.entries == [])
    before.commit()
    #expect(remote.log.entries == ["+a"])
    before.emit(.submitted("c")) { $0.waiting = ["a", "b", "c"] }
    before.crash()
    let after = try TestSpin(opening: Jobs.spin(remote), in: store)
    #expect(after.state.waiting == ["a", "b"])
    #expect(remote.log.entries == ["+a", "-a", "+a"])
    remote.emit(.done("a"), from: "a")
    after.run()
    after.expect(.done("a")) {
      $0.waiting = ["b"]
      $0.done = ["a"]
    }
    after.commit()
    after.crash()
    #expect(store.events("test").count == 3)
  }

  @Test func withoutCommitsByHandTheStoreKeepsAsWorkOfTheTest() throws {
    let (store, remote) = (MemoryStore(), Remote<Jobs.Event>())
    let test = try TestSpin(opening: Jobs.spin(remote), in: store)
    test.emit(.submitted("a")) { $0.waiting = ["a"] }
    #expect(remote.log.entries == ["+a"])
    #expect(store.events("test").count == 1)
    remote.emit(.done("a"), from: "a")
    test.run()
    test.expect(.done("a")) {
      $0.waiting = []
      $0.done = ["a"]
    }
    test.finish()
  }

  @Test func aStepThatIsKeptWhileTheProcessDiesStartsItsWorkAfterwards() throws {
    let (store, remote) = (MemoryStore(commits: .manual), Remote<Jobs.Event>())
    let before = try TestSpin(opening: Jobs.spin(remote), in: store)
    before.emit(.submitted("a")) { $0.waiting = ["a"] }
    before.crash(keeping: true)
    #expect(remote.log.entries == [])
    let after = try TestSpin(opening: Jobs.spin(remote), in: store)
    #expect(remote.log.entries == ["+a"])
    after.crash()
  }

  @Test func aRunWithoutAStoreHasNoCommit() {
    let test = TestSpin(Jobs.spin(), on: TestRuntime(report: reporter.reporter))
    test.commit()
    test.crash()
    test.finish()
    #expect(
      reporter.messages == [
        "commit(): this run has no store: make it by TestSpin(opening:in:).",
        "crash(): this run has no store: make it by TestSpin(opening:in:).",
      ])
  }

  @Test(
    arguments: [
      (false, ["true [\"a\"]", "false []"]),
      (true, ["true [\"a\"]", "false [\"a\"]", "false []"]),
    ] as [(Bool, Set<String>)])
  func exploringTriesEachPlaceOfACrash(keeping: Bool, _ expected: Set<String>) {
    let ends = Guarded(Set<String>())
    explore(seeds: 200) { test in
      let store = MemoryStore(commits: .manual)
      let before = try TestSpin(opening: Jobs.spin(), in: store, on: test)
      let running = before.running
      let told = Told()
      test.concurrently(
        {
          if (try? await running.send(.submitted("a"))) != nil { told.raise() }
        }, { store.commit() }, { store.crash(keeping: keeping) })
      before.crash()
      let after = try TestSpin(opening: Jobs.spin(), in: store, on: test)
      test.expect(!told.isRaised || after.state.waiting == ["a"], "A job was lost.")
      ends.withLock { _ = $0.insert("\(told.isRaised) \(after.state.waiting)") }
      after.crash()
    }
    #expect(ends.withLock { $0 } == expected)
  }

  // MARK: Rehearsals

  @Test func aJobThatIsReplacedBeforeItIsKeptIsRehearsed() throws {
    let (store, remote) = (MemoryStore(commits: .manual), Remote<Jobs.Event>())
    let test = try TestSpin(opening: Jobs.spin(remote), in: store)
    test.emit(.submitted("a")) { $0.waiting = ["a"] }
    test.emit(.done("a")) {
      $0.waiting = []
      $0.done = ["a"]
    }
    test.emit(.submitted("b")) { $0.waiting = ["b"] }
    test.commit()
    #expect(remote.log.entries == ["+b"])
    remote.emit(.done("b"), from: "b")
    test.run()
    test.expect(.done("b")) {
      $0.waiting = []
      $0.done = ["a", "b"]
    }
    test.commit()
    test.finish()
  }

  @Test func aJobWithATimeoutIsRehearsed() throws {
    let (store, remote) = (MemoryStore(commits: .manual), Remote<Jobs.Event>())
    let spin = Spin<Jobs, Jobs.Event>(initialState: Jobs()) {
      Feedback(on: \.waiting.first) { job in
        remote.effect(job).timeout(after: .seconds(2), .done("late"))
      }
      Reducer { $0.apply($1) }
    }
    let test = try TestSpin(opening: spin, in: store)
    test.emit(.submitted("a")) { $0.waiting = ["a"] }
    #expect(test.running.loop.liveEffects.map(\.waiting) == [.durability])
    test.commit()
    #expect(remote.log.entries == ["+a"])
    remote.emit(.done("a"), from: "a")
    test.run()
    test.expect(.done("a")) {
      $0.waiting = []
      $0.done = ["a"]
    }
    test.commit()
    test.finish()
  }

  /// A rehearsal took the events of a subscription first, which had waited for the store in the run.
  @Test(arguments: [ExecutionStrategy.cancelOnNewState, .continueOnNewState, .queueNewState])
  func aSubscriptionThatBeginsBehindOtherStepsIsRehearsed(_ strategy: ExecutionStrategy) throws {
    let store = MemoryStore(commits: .manual)
    let spin = Spin<[String], String>(initialState: []) {
      Feedback(on: { $0.first }) { first in
        .subscription { emit in
          emit("1 of \(first)")
          emit("2 of \(first)")
          emit.finish()
          return .none
        }
      }
      .strategy(strategy)
      Feedback(on: { $0.last }) { last in last == "b" ? .just("after b") : .none }
      Reducer { $0.append($1) }
    }
    let test = try TestSpin(opening: spin, in: store)
    test.emit("a") { $0 = ["a"] }
    test.emit("b") { $0.append("b") }
    test.expect("after b") { $0.append("after b") }
    test.commit()
    test.expect("1 of a") { $0.append("1 of a") }
    test.expect("2 of a") { $0.append("2 of a") }
    test.commit()
    test.finish()
  }

  // MARK: The replay law

  @Test func aReducerThatIsNoFunctionIsFoundAtACommit() throws {
    let clock = Guarded(0)
    let spin = Spin<[Int], String>(initialState: []) {
      Reducer { times, _ in
        times.append(
          clock.withLock {
            $0 += 1
            return $0
          })
      }
    }
    let test = try TestSpin(
      opening: spin, in: MemoryStore(), on: TestRuntime(report: reporter.reporter))
    test.emit("now") { $0 = [1] }
    test.crash()
    #expect(reporter.messages.count == 1)
    #expect(
      reporter.messages.first?.hasPrefix(
        "The events up to 1 make another state when they are replayed, as after a crash.") == true)
  }

  @Test func aValueThatLosesSomethingInItsRecordIsFound() throws {
    struct Note: Codable, Equatable, Sendable {
      var text: String
      var isDraft = true
      enum CodingKeys: CodingKey { case text }
    }
    let spin = Spin<Note, Note>(initialState: Note(text: "")) { Reducer { $0 = $1 } }
    let test = try TestSpin(
      opening: spin, in: MemoryStore(), on: TestRuntime(report: reporter.reporter))
    test.emit(Note(text: "a", isDraft: false)) { $0 = Note(text: "a", isDraft: false) }
    let reason = test.running.stopReason?.description ?? ""
    #if DEBUG
      #expect(
        reason.contains(
          "A value of Note is another one after it was encoded and decoded: let both keep"))
      test.crash()
    #else
      test.crash()
      #expect(reason == "" && reporter.messages.count == 1)
    #endif
  }

  // MARK: Mistakes, and what is right

  /// An effect for a transition is lost in a crash after the commit; one for a state is not.
  @Test func workForATransitionIsLostWhereWorkForAStateIsNot() throws {
    let remote = Remote<Jobs.Event>()
    let reacting = Spin<Jobs, Jobs.Event>(initialState: Jobs()) {
      Feedback.transitions { transition in
        if case .submitted(let job) = transition.event { remote.effect(job) } else { .none }
      }
      Reducer { $0.apply($1) }
    }
    for (spin, expected) in [(reacting, []), (Jobs.spin(remote), ["+a"])] {
      let store = MemoryStore(commits: .manual)
      let before = try TestSpin(opening: spin, in: store)
      before.emit(.submitted("a")) { $0.waiting = ["a"] }
      before.crash(keeping: true)
      let started = remote.log.entries.count
      let after = try TestSpin(opening: spin, in: store)
      #expect(remote.log.entries.dropFirst(started) == expected[...])
      after.crash()
    }
  }

  /// An observer sees what a crash takes back.
  @Test func anObserverSeesWhatACrashTakesBack() async throws {
    let store = MemoryStore(commits: .manual)
    let seen = Transcript<String>()
    let jobs = try await Jobs.spin().open("jobs", in: store, on: .callbacks)
    let token = jobs.observe { seen("\($0.state.waiting.count)") }
    jobs.emit(.submitted("a"))
    try await seen.until("1")
    store.crash()
    #expect(store.events("jobs") == [])
    token.cancel()
    await jobs.end()
  }

  /// A delay begins again; a deadline that an event has brought does not.
  @Test func aDelayBeginsAgainAfterACrash() throws {
    let spin = Spin<[String], String>(initialState: []) {
      Feedback(while: { $0 == ["begin"] }) { .after(.seconds(10), "late") }
      Reducer { $0.append($1) }
    }
    let store = MemoryStore(commits: .manual)
    let before = try TestSpin(opening: spin, in: store)
    before.emit("begin") { $0 = ["begin"] }
    before.commit()
    before.advance(by: .seconds(9))
    before.crash()
    let after = try TestSpin(opening: spin, in: store)
    after.advance(by: .seconds(9))
    #expect(after.state == ["begin"])
    after.advance(by: .seconds(1))
    after.expect("late") { $0.append("late") }
    after.crash()
  }

  /// A reply that stands in the state answers nobody after a crash.
  @Test func aReplyInTheStateIsOverAfterACrash() throws {
    struct Desk: Codable, Equatable, Sendable { var open: Reply<String>? }
    enum Event: Codable, Sendable { case ask(Reply<String>), answer }
    let spin = Spin<Desk, Event>(initialState: Desk()) {
      Reducer { desk, event in
        switch event {
        case .ask(let reply): desk.open = reply
        case .answer:
          desk.open?.answer("late")
          desk.open = nil
        }
      }
    }
    let store = MemoryStore()
    let before = try TestSpin(opening: spin, in: store)
    before.emit(.ask(Reply())) { $0.open = Reply() }
    before.crash()
    let after = try TestSpin(opening: spin, in: store)
    #expect(after.state.open != nil)
    after.emit(.answer) { $0.open = nil }
    after.finish()
  }

  /// A request that is repeated after `NotDurable` is there twice, unless it has an identity.
  @Test func aRequestThatIsRepeatedWithItsIdentityIsThereOnce() async throws {
    struct Lost: Error {}
    let once = Spin<Jobs, Jobs.Event>(initialState: Jobs()) {
      Reducer { jobs, event in
        if case .submitted(let job) = event, (jobs.waiting + jobs.done).contains(job) { return }
        jobs.apply(event)
      }
    }
    for (spin, expected) in [(Jobs.spin(), ["a", "a"]), (once, ["a"])] {
      let store = MemoryStore()
      let first = try await spin.open("jobs", in: store, on: .callbacks)
      store.failNext(with: Lost(), keeping: true)
      await #expect(throws: NotDurable.self) { try await first.send(.submitted("a")) }
      let second = try await spin.open("jobs", in: store, on: .callbacks)
      #expect(try await second.send(.submitted("a")).waiting == expected)
      await second.end()
    }
  }
}

/// Collects failures.
private final class Reports: Sendable {
  private let failures = Guarded<[String]>([])
  var reporter: FailureReporter {
    FailureReporter { failure in self.failures.withLock { $0.append(failure.message) } }
  }
  var messages: [String] { failures.withLock { $0 } }
}

private final class Told: Sendable {
  private let flag = Guarded(false)
  func raise() { flag.withLock { $0 = true } }
  var isRaised: Bool { flag.withLock { $0 } }
}
