import SpinAsync
import SpinTestSupport
import SpinTesting
import Synchronization
import Testing

struct ExploreTests {
  /// Explores without telling the test framework, and returns the failures.
  private func failures(
    seeds: Int = 1_000, alarms: AlarmOrder = .anytime, replaying: String? = nil,
    _ body: (TestRuntime) throws -> Void
  ) -> (all: [TestFailure], exploration: Exploration) {
    let reports = Reports()
    let exploration = explore(
      seeds: seeds, alarms: alarms, replaying: replaying, report: reports.reporter, body)
    return (reports.all, exploration)
  }

  /// The text that repeats a failure.
  private func token(of failure: TestFailure) throws -> String {
    let end = try #require(failure.message.split(separator: "replaying: \"").last)
    return String(try #require(end.split(separator: "\"", omittingEmptySubsequences: false).first))
  }

  // MARK: What is found within 100 runs

  private typealias Total = Spin<Int, Int>

  private func loseUpdate(_ test: TestRuntime) {
    let stored = Mutex(0)
    let add = { @Sendable in
      let before = stored.withLock { $0 }
      await Task.yield()
      stored.withLock { $0 = before + 1 }
    }
    test.concurrently(add, add)
    test.expect(stored.withLock { $0 }, equals: 2)
  }

  @Test func aLostUpdateIsFound() {
    #expect(failures(seeds: 100, loseUpdate).all.count == 1)
  }

  private struct Search: Equatable, Sendable {
    var query = ""
    var answer = ""
  }

  private enum SearchEvent: Equatable, Sendable { case typed(String), found(String) }

  private func search(
    _ strategy: ExecutionStrategy, _ answer: @escaping @Sendable (String) async -> String
  ) -> Spin<Search, SearchEvent> {
    Spin(initialState: Search()) {
      Feedback(on: { $0.query.isEmpty ? nil : $0.query }) { query in
        .run { .found(await answer(query)) }
      }.named("search").strategy(strategy)
      Reducer { state, event in
        switch event {
        case .typed(let query): state.query = query
        case .found(let answer): state.answer = answer
        }
      }
    }
  }

  private func type(_ strategy: ExecutionStrategy, _ test: TestRuntime) {
    let running = search(strategy) { query in
      for _ in query { await Task.yield() }
      return query
    }.start(on: test)
    test.concurrently {
      running.emit(.typed("a"))
      await Task.yield()
      running.emit(.typed("b"))
    }
    test.expect(running.state.answer, equals: running.state.query)
  }

  @Test func aStaleAnswerIsFound() {
    #expect(failures(seeds: 100) { type(.continueOnNewState, $0) }.all.count == 1)
    #expect(failures(seeds: 300) { type(.cancelOnNewState, $0) }.all.isEmpty)
  }

  @Test func aCancellationThatComesTooLateIsFound() {
    let found = failures(seeds: 100) { test in
      let saved = Mutex<[String]>([])
      let running = search(.cancelOnNewState) { query in
        await Task.yield()
        saved.withLock { $0.append(query) }
        return query
      }.start(on: test)
      test.concurrently({ running.emit(.typed("a")) }, { running.emit(.typed("b")) })
      test.expect(saved.withLock { $0.count }, equals: 1)
    }
    #expect(found.all.count == 1)
  }

  @Test func aTimeoutThatRacesWithAnAnswerIsFound() {
    func spin(_ answered: @escaping @Sendable () -> Void) -> Spin<String, String> {
      Spin(initialState: "") {
        Feedback(on: { $0.isEmpty ? true : nil }) { _ in
          .run {
            await Task.yield()
            answered()
            return "answer"
          }.timeout(after: .seconds(5), "timeout")
        }
        Reducer { $0 = $1 }
      }
    }
    let check = { (test: TestRuntime) in
      let wasAnswered = Mutex(false)
      let running = spin { wasAnswered.withLock { $0 = true } }.start(on: test)
      test.advance(by: .seconds(10))
      test.expect(wasAnswered.withLock { $0 } == (running.state == "answer"))
    }
    #expect(failures(seeds: 100, check).all.count == 1)
    #expect(failures(seeds: 100, alarms: .whenIdle, check).all.isEmpty)
  }

  /// Each of four steps of a task must come right after one step of another.
  @Test func anOrderOfDepthFourIsFoundWithin5000Runs() {
    let found = failures(seeds: 5_000) { test in
      let log = Mutex("")
      let write = { @Sendable (word: String) in
        for _ in 0..<4 {
          log.withLock { $0 += word }
          await Task.yield()
        }
      }
      test.concurrently({ await write("a") }, { await write("b") })
      test.expect(!log.withLock { $0.contains("baabba") })
    }
    #expect(found.all.count == 1)
  }

  // MARK: Runs

  @Test func theFirstRunHasTheUsualOrder() {
    let orders = Mutex<[String]>([])
    let body = { (test: TestRuntime) in
      let order = Mutex("")
      test.concurrently(
        { order.withLock { $0 += "a" } }, { order.withLock { $0 += "b" } },
        { order.withLock { $0 += "c" } })
      orders.withLock { $0.append(order.withLock { $0 }) }
    }
    let exploration = failures(seeds: 200, body).exploration
    #expect(exploration.runs == 200)
    #expect(exploration.orders == 6)
    #expect(orders.withLock { $0.first } == "abc")
    #expect(orders.withLock { Set($0) } == ["abc", "acb", "bac", "bca", "cab", "cba"])
    body(TestRuntime())
    #expect(orders.withLock { $0.last } == "abc")
  }

  @Test func aTestWithoutChoicesIsRunOnce() {
    let exploration = explore { test in
      let running = Total(initialState: 0) { Reducer { $0 += $1 } }.start(on: test)
      test.run()
      test.concurrently {
        running.emit(1)
        running.emit(2)
      }
      test.expect(running.state, equals: 3)
    }
    #expect(exploration.runs == 1)
    #expect(exploration.orders == 1)
  }

  @Test func eachLaneKeepsItsOrder() {
    explore(seeds: 300) { test in
      let running = Spin<[Int], Int>(initialState: []) {
        for number in [100, 200, 300] {
          Feedback.source { .after(.milliseconds(number), number) }
        }
        Reducer { $0.append($1) }
      }.start(on: test)
      let count = { @Sendable (range: Range<Int>) in
        for number in range {
          running.emit(number)
          await Task.yield()
        }
      }
      test.concurrently({ await count(0..<4) }, { await count(10..<14) })
      test.advance(by: .seconds(1))
      for range in [0..<4, 10..<14, 100..<400] {
        let kept = running.state.filter { range.contains($0) }
        test.expect(kept, equals: kept.sorted())
      }
      test.expect(running.state.count, equals: 11)
    }
  }

  @Test func anAlarmMayRingBeforeReadyWorkIfItIsAllowedTo() {
    let spin = Spin<[String], String>(initialState: []) {
      Feedback.source { .after(.seconds(1), "alarm") }
      Feedback.source { .run { "body" } }
      Reducer { $0.append($1) }
    }
    func states(after time: Duration, _ alarms: AlarmOrder) -> Set<[String]> {
      let seen = Mutex<Set<[String]>>([])
      explore(seeds: 50, alarms: alarms) { test in
        let running = spin.start(on: test)
        test.advance(by: time)
        seen.withLock { _ = $0.insert(running.state) }
      }
      return seen.withLock { $0 }
    }
    for alarms in [AlarmOrder.anytime, .whenIdle] {
      #expect(states(after: .milliseconds(999), alarms) == [["body"]])
    }
    #expect(states(after: .seconds(1), .whenIdle) == [["body", "alarm"]])
    #expect(states(after: .seconds(1), .anytime) == [["body", "alarm"], ["alarm", "body"]])
  }

  @Test func theSameSeedsMakeTheSameChoices() throws {
    let found = [failures(loseUpdate), failures(loseUpdate)]
    #expect(found[0].all.map(\.message) == found[1].all.map(\.message))
    #expect(found[0].exploration == found[1].exploration)
    let orders = (0..<2).map { _ in
      let orders = Mutex<[String]>([])
      explore(seeds: 100) { test in
        let order = Mutex("")
        let write = { @Sendable (word: String) in
          order.withLock { $0 += word }
          await Task.yield()
          order.withLock { $0 += word }
        }
        test.concurrently({ await write("a") }, { await write("b") }, { await write("c") })
        orders.withLock { $0.append(order.withLock { $0 }) }
      }
      return orders.withLock { $0 }
    }
    #expect(orders[0] == orders[1] && Set(orders[0]).count > 20)
  }

  /// All errors of a closure are at one line.
  @Test func shrinkingKeepsTheError() throws {
    struct Early: Error {}
    struct Late: Error {}
    let body = { (test: TestRuntime) in
      let order = Mutex("")
      let write = { @Sendable (word: String) in
        for _ in 0..<3 {
          order.withLock { $0 += word }
          await Task.yield()
        }
      }
      test.concurrently({ await write("a") }, { await write("b") })
      let text = order.withLock { $0 }
      if text.hasPrefix("bbb") { throw Late() }
      if text.hasPrefix("bb"), test.seed != 1 { throw Early() }
    }
    let found = failures(body).all
    #expect(found.count == 1)
    let first = found[0].message.prefix { $0 != "\n" }
    #expect(first.hasSuffix("Early()") || first.hasSuffix("Late()"))
    let again = failures(replaying: try token(of: found[0]), body).all
    #expect(again.map { $0.message.prefix { $0 != "\n" } } == [first])
  }

  @Test func theJitterOfATestSpinIsThatOfItsSeed() {
    let delays = Mutex<[UInt64: Set<Duration>]>([:])
    let backoff = Backoff.constant(.seconds(10), attempts: 2, jitter: 0.5)
    explore(seeds: 5) { test in
      let spin = Spin<Int, Int>(initialState: 0) {
        Feedback(on: { $0 == 0 ? 0 : nil }) { _ in
          .run(retrying: backoff) {
            throw CancellationError()
          } catch: { _ in
            1
          }
        }
        Reducer { $0 += $1 }
      }
      for _ in 0..<2 {
        let runtime = test
        let spin = TestSpin(spin, on: runtime, exhaustivity: .off)
        if let delay = runtime.time.nextAlarm {
          delays.withLock { _ = $0[test.seed, default: []].insert(delay) }
        }
        runtime.advance(by: .seconds(100))
        spin.finish()
      }
      test.concurrently({}, {})
    }
    #expect(delays.withLock { $0.count == 5 && $0.values.allSatisfy { $0.count == 1 } })
    #expect(delays.withLock { Set($0.values).count == 5 })
  }

  // MARK: Failures

  @Test func aFailureTellsTheShortestOrderAndHowToRepeatIt() throws {
    let found = failures(loseUpdate).all
    #expect(
      found.map(\.message) == [
        """
        The value differs from the expected one (-: expected, +: actual).

        - 2
        + 1

        This order fails, the shortest that was found after run 1 of 1000 had failed:
        1. closure 1 at ExploreTests.swift:36 goes on
        2. closure 2 at ExploreTests.swift:36 goes on
        3. closure 1 at ExploreTests.swift:36 goes on
        4. closure 2 at ExploreTests.swift:36 goes on
        5. closure 1 at ExploreTests.swift:36 goes on
        6. closure 2 at ExploreTests.swift:36 goes on
        To repeat it, call explore(replaying: "") with the same closure.
        """
      ])
  }

  @Test func aStepThatOvertakesAnotherOneIsTold() throws {
    let found = failures { type(.continueOnNewState, $0) }.all
    let message = try #require(found.first).message
    let step = "search (body 3) goes on, before search (body 2) goes on"
    #expect(message.contains(step), "\(message)")
    let token = try token(of: found[0])
    let again = failures(replaying: token) { type(.continueOnNewState, $0) }
    #expect(again.exploration.runs == 1)
    #expect(again.all.map(\.line) == found.map(\.line))
    #expect(
      again.all[0].message
        == message.replacing(
          /This order fails, the shortest[^:]*:/, with: "This order fails:"))
  }

  @Test func theElementsOfBodiesAndEventsAreNamed() throws {
    let found = failures { test in
      let running = Rows.spin().start(on: test)
      test.concurrently(
        { running.emit(.row(3, .typed("a"))) },
        {
          running.emit(.row(5, .typed("b")))
          await Task.yield()
          running.emit(.row(5, .typed("c")))
        })
      test.expect(false, "It is to be told.")
    }.all
    let message = try #require(found.first).message
    for words in [
      "self[3].save (body 3) goes on", #"loop 1 takes row(3, saved("a")) from self[3].save"#,
      "self[5].save (body 4) goes on", #"loop 1 takes row(5, saved("b")) from self[5].save"#,
      #"loop 1 takes row(5, saved("c")) from self[5].save"#,
    ] { #expect(message.contains(words), "\(message)") }
    #expect(!message.contains("self[].save"), "\(message)")
  }

  /// With a warning, a test whose argument was forgotten explored nothing and passed.
  @Test func anOrderThatDoesNotFailAnyMoreIsAFailure() {
    let found = failures(replaying: "0,1,1") { type(.cancelOnNewState, $0) }.all
    #expect(found.map(\.isWarning) == [false])
    #expect(
      found.map(\.message) == [
        """
        The order "0,1,1" does not fail any more. To explore all orders again, remove replaying:.
        """
      ])
  }

  @Test(arguments: ["x", "1,,2", "-1", "1/2/3", "/1", "a/1", "1, 2"])
  func aTextThatIsNoOrderIsRefused(_ text: String) {
    var runs = 0
    let found = failures(replaying: text) { _ in runs += 1 }.all
    #expect(runs == 0)
    #expect(
      found.map(\.message) == [
        """
        explore(replaying:) takes the text that a failure has printed, such as "17/0,2,1", and not \
        \(text.debugDescription).
        """
      ])
  }

  private struct NoAnswer: Error {}

  @Test func anAdvanceWithinConcurrentlyFailsTheRun() {
    let found = failures { test in
      test.concurrently({ test.advance(by: .seconds(1)) })
    }.all
    #expect(found.count == 1)
    #expect(
      found.first?.message.hasPrefix("The closure 1 at ExploreTests.swift:") == true,
      "\(found.map(\.message))")
  }

  @Test func anErrorThatTheTestThrowsIsAFailure() {
    let found = failures { _ in throw NoAnswer() }
    #expect(found.all.count == 1)
    #expect(found.all[0].message.hasPrefix("The closure left the test by an error: NoAnswer()"))
    #expect(found.exploration.runs == 1)
  }

  /// A `TestSpin` that is left before its end fails too, but the error says why.
  @Test func anErrorIsReportedAndNotWhatItHasLeftUndone() {
    let found = failures { test in
      let spin = TestSpin(Total(initialState: 0) { Reducer { $0 += $1 } }, on: test)
      spin.emit(1) { $0 = 1 }
      throw NoAnswer()
    }.all
    #expect(found.count == 1)
    #expect(found[0].message.hasPrefix("The closure left the test by an error: NoAnswer()"))
  }

  @Test func aBodyThatLeavesTheTestIsNamedBeforeTheOrder() {
    let gate = Gate()
    let found = failures { test in
      let running = Total(initialState: 0) {
        Feedback(while: { $0 == 1 }) {
          .run {
            await Task.detached { _ = await gate.wait() }.value
            return 1
          }
        }.named("wanderer")
        Feedback(while: { $0 == 1 }) { .after(.seconds(1), 1) }.named("timer")
        Reducer { $0 += $1 }
      }.start(on: test)
      running.emit(1)
      test.run()
      test.expect(running.state, equals: 2)
    }.all
    gate.open()
    #expect(found.count == 1)
    #expect(
      found[0].message.contains(
        """

        It fails in the usual order, and these bodies have left the test:
        - wanderer waits for something outside the test, such as the main actor or Task.sleep
        Give the loop fakes that stay in the test, or wait with run(until:).

        This order fails, the shortest that was found after run 1 of 1000 had failed:
        1. loop 1 takes 1 from outside
        """))
  }

  @Test func workThatTheTestHasNotDoneIsNamedBeforeTheOrder() {
    let found = failures { test in
      let running = Total(initialState: 0) { Reducer { $0 += $1 } }.start(on: test)
      running.emit(1)
      test.expect(running.state == 1, "It is not 1.")
    }.all
    #expect(
      found.map(\.message) == [
        """
        It is not 1.

        It fails in the usual order, and the test has not done all work that was ready: call run() \
        or advance(by:) first.

        This order fails, the shortest that was found after run 1 of 1000 had failed:
        (nothing was done)
        To repeat it, call explore(replaying: "") with the same closure.
        """
      ])
  }

  #if DEBUG
    /// A run ends in the middle of its work on purpose, so nobody is told to keep handles.
    @Test func nothingIsToldOfHandlesThatAnExploredRunHasDropped() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        explore(seeds: 5, report: FailureReporter { _ in }) { test in
          let running = Spin<Int, Int>(initialState: 0) {
            Feedback(while: { _ in true }) { .every(.seconds(1), 1) }
            Reducer { $0 += $1 }
          }.start(on: test)
          test.concurrently({ running.emit(1) }, { running.emit(2) })
          running.emit(3)
          throw CancellationError()
        }
      }
      #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
    }
  #endif

  @Test func aTestThatDoesNotRepeatIsToldSo() {
    var count = 0
    let found = failures { test in
      count += 1
      test.concurrently({}, {})
      test.expect(count != 3, "It was the third time.")
    }.all
    #expect(count == 4)
    #expect(
      found.map(\.message) == [
        """
        It was the third time.

        It failed in run 3 of 1000, but not when the same choices were repeated. So something else \
        decides, such as the order of a Set or Dictionary, a random number, another thread, or an \
        object that the runs share.
        """
      ])
  }

  @Test func aFailureThatDependsOnTheSeedIsRepeatedWithIt() throws {
    let check = { (test: TestRuntime) in
      test.concurrently({}, {})
      test.expect(test.seed < 7, "The seed is large.")
    }
    let found = failures(check).all
    #expect(try token(of: #require(found.first)) == "7/")
    #expect(failures(replaying: "7/", check).all.map(\.isWarning) == [false])
  }

  @Test func aTestSpinFailsInAnExploredRunAsItDoesAlone() {
    let found = failures { test in
      let spin = TestSpin(Total(initialState: 0) { Reducer { $0 += $1 } }, on: test)
      spin.emit(1) { $0 = 2 }
      spin.finish()
    }.all
    #expect(found.count == 1)
    #expect(found[0].message.hasPrefix("emit(1): the state differs from the expected one"))
  }

  @Test func endlessWorkIsAFailureAndItsOrderIsCut() throws {
    let found = failures { test in
      let running = Total(initialState: 0) {
        Feedback(on: { $0 }) { _ in .just(1) }
        Reducer { $0 += $1 }
      }.start(on: test)
      test.run()
      running.stop()
    }.all
    #expect(found.count == 1)
    #expect(found[0].message.hasPrefix("There is endless work at 0.0 seconds"))
    #expect(found[0].message.contains("\n40. loop 1 takes 1 from feedback 0\n… and "))
  }

  @Test func severalLoopsAreToldApart() {
    let found = failures { test in
      let spin = Total(initialState: 0) { Reducer { $0 += $1 } }
      let (one, two) = (spin.start(on: test), spin.start(on: test))
      two.emit(1)
      test.run()
      test.expect(one.state + two.state == 0)
    }.all
    #expect(found.count == 1)
    #expect(
      found[0].message.contains(
        """
        1. loop 1 goes on
        2. loop 2 takes 1 from outside
        """))
  }

  @Test func onlyTheFirstFailureOfARunIsReported() {
    let found = failures { test in
      test.expect(false, "first")
      test.expect(false, "second")
    }.all
    #expect(found.count == 1)
    #expect(found[0].message.hasPrefix("first\n"))
  }

  // MARK: What is left

  /// A body that was cancelled there failed the run.
  @Test func whatFailsAtTheEndIsNoFailure() {
    let found = failures(seeds: 20) { test in
      let running = Total(initialState: 0) {
        Feedback.source {
          .run { emit, clock in
            try? await clock.sleep(for: .seconds(1))
            test.expect(false, "It was cancelled.")
          }
        }
        Reducer { $0 += $1 }
      }.start(on: test)
      test.concurrently({ running.emit(1) }, {})
    }
    #expect(found.all.map(\.message) == [] && found.exploration.runs == 20)
  }

  @Test func whatIsAliveAtTheEndIsCancelledAndFreed() {
    let ended = Mutex(0)
    final class Witness: Sendable {}
    nonisolated(unsafe) weak var witness: Witness?
    explore(seeds: 20) { test in
      let kept = Witness()
      witness = kept
      let running = Total(initialState: 0) {
        Feedback.source {
          .run { emit, clock in
            try? await clock.sleep(for: .seconds(1))
            ended.withLock { $0 += 1 }
            withExtendedLifetime(kept) {}
          }
        }
        Reducer { $0 += $1 }
      }.start(on: test)
      test.concurrently(
        {
          try? await test.time.clock.sleep(for: .seconds(1))
          ended.withLock { $0 += 1 }
          withExtendedLifetime(kept) {}
        }, { running.emit(1) })
    }
    #expect(ended.withLock { $0 } == 40)
    #expect(witness == nil)
  }
}
