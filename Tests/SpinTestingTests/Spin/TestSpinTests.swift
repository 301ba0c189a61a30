import SpinAsync
import SpinConformance
import SpinTestSupport
import SpinTesting
import Synchronization
import Testing

/// The promises of ``TestSpin``, and what it says when one is not kept.
struct TestSpinTests {
  private struct Search: Equatable, Sendable {
    var query = ""
    var items: [String] = []
    var wanted: String? { query.isEmpty ? nil : query }
  }

  private enum Event: Equatable, Sendable {
    case typed(String)
    case found([String])

    var found: [String]? { if case .found(let items) = self { items } else { nil } }
  }

  private let time = ManualScheduler()
  private let reports = Reports()
  private let runtime: TestRuntime

  init() {
    runtime = TestRuntime(time: time, report: reports.reporter)
  }

  /// Searches after 300 milliseconds, and finds the query in capitals.
  private func search(_ names: String = "search") -> Spin<Search, Event> {
    let clock = time.clock
    return Spin(initialState: Search()) {
      Feedback(on: \.wanted) { query in
        .run {
          guard (try? await clock.sleep(for: .milliseconds(300))) != nil else { return nil }
          return .found([query.uppercased()])
        }
      }.named(names)
      Reducer { search, event in
        switch event {
        case .typed(let text): search.query = text
        case .found(let items): search.items += items
        }
      }
    }
  }

  private func start(exhaustivity: Exhaustivity = .on) -> TestSpin<Search, Event> {
    TestSpin(search(), on: runtime, exhaustivity: exhaustivity)
  }

  // MARK: The way it should be

  @Test func theClosureOfAnExpectationSeesNothingBehindItsMatch() {
    let test = start()
    for text in ["a", "b"] { test.running.emit(.typed(text)) }
    var seen: [Event] = []
    test.expect(where: { event in
      seen.append(event)
      return true
    }) { $0.query = "a" }
    #expect(seen == [.typed("a")])
    test.expect(.typed("b")) { $0.query = "b" }
    test.advance(by: .milliseconds(300))
    test.expect(.found(["B"])) { $0.items = ["B"] }
    test.finish()
    #expect(reports.messages == [])
  }

  @Test func whatIsExpectedIsNoFailure() {
    let test = start()
    test.emit(.typed("a")) { $0.query = "a" }
    test.advance(by: .milliseconds(300))
    test.expect(.found(["A"]), from: "search") { $0.items = ["A"] }
    test.emit(.typed("b")) { $0.query = "b" }
    test.advance(by: .milliseconds(300))
    test.expect(\.found, from: "search") { $0.items += $1 }
    test.emit(.typed("c")) { $0.query = "c" }
    test.advance(by: .milliseconds(300))
    test.expect(where: { $0 == .found(["C"]) }) { $0.items = ["A", "B", "C"] }
    test.expectRunning()
    #expect(test.state == Search(query: "c", items: ["A", "B", "C"]))
    test.finish()
    #expect(reports.messages == [])
    #expect(test.running.isStopped)
  }

  @Test func aSourceIsAFeedbackOrOneOfItsElements() {
    let spin = Spin<[Int], Int>(initialState: [1, 2, 3]) {
      Feedback(forEach: \.self) { .after(.seconds($0), $0) }.named("jobs")
      Reducer { numbers, number in numbers.removeAll { $0 == number } }
    }
    let test = TestSpin(spin, on: runtime)
    test.advance(by: .seconds(3))
    test.expect(1, from: "jobs[1]") { $0 = [2, 3] }
    test.expect(2, from: "jobs") { $0 = [3] }
    #expect(reports.messages == [])
    test.expect(3, from: "jobs[1]")
    test.finish()
    #expect(
      reports.headlines == [
        "expect(3, from: \"jobs[1]\"): the oldest transition is the expected one, but from jobs[3]:"
      ])
  }

  private struct Ticker: Identifiable, Equatable, Sendable {
    let id: Int
    var jobs: [Int] = []
    var isTicking = false
  }

  private enum TickerChange: Equatable, Sendable { case counter(Int, Int) }

  @Test func aSourceIsNamedAsItIsPrintedAndEmptyBracketsAreAnyElement() {
    let spin = Spin<[Ticker], TickerChange>(initialState: [3, 5].map { Ticker(id: $0) }) {
      Scope(
        forEach: \.self, event: TickerChange.counter,
        from: { change in
          if case .counter(let id, let number) = change { (id, number) } else { nil }
        }
      ) {
        Feedback(while: \.isTicking) { .after(.seconds(1), 0) }.named("tick")
        Feedback(forEach: \.jobs, atMost: 1) { .after(.seconds(10), -$0) }.named("jobs")
        Reducer { counter, number in
          if number > 0 { counter.jobs.append(number) }
          if number < 0 { counter.jobs.removeAll { $0 == -number } }
          counter.isTicking = number > 0
        }
      }
    }
    let test = TestSpin(spin, on: runtime, exhaustivity: .off)
    for id in [3, 5] { test.emit(.counter(id, 7)) }
    test.expectRunning("self[].tick", "self[].jobs[]")
    test.expectRunning("self[].tick", "self[].jobs")
    test.advance(by: .seconds(10))
    test.expect(.counter(3, 0), from: "self[3].tick")
    test.expect(.counter(5, 0), from: "self[].tick")
    test.expect(.counter(3, -7), from: "self[3].jobs[7]")
    test.expect(.counter(5, -7), from: "self[5].jobs")
    test.expectRunning()
    #expect(reports.messages == [])
    test.emit(.counter(5, 8))
    test.expectRunning("self[5].jobs", "self[].tick")
    test.advance(by: .seconds(10))
    test.expect(.counter(5, 0), from: "self[5].tick[]")
    test.expect(.counter(5, -8), from: "self[3].jobs[]")
    test.expect(.counter(5, -8), from: "self[].jobs[7]")
    test.expect(.counter(5, -8), from: "self[].jobs[]")
    test.finish()
    #expect(
      reports.headlines == [
        #"expectRunning("self[5].jobs", "self[].tick"): self[5].jobs is not alive; "#
          + "self[].jobs is alive, and not expected.",
        "expect(.counter(5, -8), from: \"self[3].jobs[]\"): the expected transition is from self[5].jobs[8]:",
        "expect(.counter(5, -8), from: \"self[].jobs[7]\"): the expected transition is from self[5].jobs[8]:",
      ])
  }

  /// The name of a feedback of parts has brackets.
  @Test func aSourceWithoutItsBracketsIsToldAllNames() {
    let spin = Spin<[Ticker], TickerChange>(initialState: [Ticker(id: 3, isTicking: true)]) {
      Scope(
        forEach: \.self, event: TickerChange.counter,
        from: { change in
          if case .counter(let id, let number) = change { (id, number) } else { nil }
        }
      ) {
        Feedback(while: \.isTicking) { .after(.seconds(1), 0) }.named("tick")
        Reducer { counter, _ in counter.isTicking = false }
      }
    }
    let test = TestSpin(spin, on: runtime)
    test.advance(by: .seconds(1))
    test.expect(.counter(3, 0), from: "self.tick") { $0[0].isTicking = false }
    test.finish()
    #expect(
      reports.messages == [
        """
        expect(.counter(3, 0), from: "self.tick"): the oldest transition is the expected one, but from \
        self[3].tick:
        - #1 .counter(3, 0) from self[3].tick
        No feedback is named self.tick. The feedbacks are: self[].tick.
        """
      ])
  }

  @Test func itStartsInTheStateThatIsGiven() {
    let test = TestSpin(search(), initialState: Search(query: "x"), on: runtime)
    #expect(test.state == Search(query: "x") && test.running.state == test.state)
    test.expectRunning("search")
    test.advance(by: .milliseconds(300))
    test.expect(.found(["X"])) { $0.items = ["X"] }
    test.finish()
    #expect(reports.messages == [])
  }

  @Test func aChangeIsMadeOfTheStateBeforeThatTransition() {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 == 1 ? 1 : nil }) { _ in .several(10, 100) }.named("answer")
      Reducer { $0 += $1 }
    }
    let test = TestSpin(spin, on: runtime)
    test.emit(1) { $0 = 1 }
    #expect(test.running.state == 111 && test.state == 111)
    // The other transitions of the burst wait until they are asserted.
    test.emit(1_000) { $0 += 1_000 }
    test.expect(10, from: "answer") { $0 = 11 }
    test.expect(100, from: "answer") { $0 = 111 }
    test.finish()
    #expect(reports.messages == [])
  }

  @Test func nothingButAdvanceLetsTimePass() {
    let test = start()
    test.emit(.typed("a")) { $0.query = "a" }
    test.run()
    test.expectRunning("search")
    test.expect(\.found)
    test.expect(where: { _ in true })
    test.expectDrop(.found([]), reason: .stale)
    #expect(time.now == .zero)
    #expect(reports.messages.count == 3)
    test.emit(.typed("")) { $0.query = "" }
    test.finish()
    #expect(time.now == .zero && reports.messages.count == 3)
  }

  @Test func anExpectationDoesWhatIsReady() {
    let gate = Gate()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 == 0 ? 0 : nil }) { _ in .run { await gate.wait() ? 7 : 8 } }
      Reducer { $0 = $1 }
    }
    let test = TestSpin(spin, on: runtime)
    gate.open()
    test.expect(7, from: "feedback 0") { $0 = 7 }
    test.finish()
    #expect(reports.messages == [])
  }

  @Test func twoTestsMayShareARuntime() {
    let tests = [start(), start()]
    for test in tests { test.emit(.typed("a")) { $0.query = "a" } }
    tests[0].advance(by: .milliseconds(300))
    for test in tests {
      test.expect(.found(["A"]), from: "search") { $0.items = ["A"] }
      test.finish()
    }
    #expect(reports.messages == [])
  }

  @Test func aDropIsAssertedLikeATransition() {
    let spin = Spin<Search, Event>(initialState: Search()) {
      Feedback(on: \.wanted) { query in
        .run { emit in
          // It ignores that it is cancelled, so what it finds is stale.
          while !Task.isCancelled { await Task.yield() }
          emit(.found([query]))
        }
      }.named("search")
      Reducer { search, event in
        if case .typed(let text) = event { search.query = text }
      }
    }
    let few = TestRuntime(report: reports.reporter, limit: 100)
    let test = TestSpin(spin, initialState: Search(), on: few)
    test.emit(.typed("a")) { $0.query = "a" }
    test.emit(.typed("")) { $0.query = "" }
    test.expectDrop(.found(["a"]), reason: .stale, from: "search")
    test.emit(.typed("b")) { $0.query = "b" }
    test.emit(.typed("")) { $0.query = "" }
    test.expectDrop(where: { $0.found != nil }, reason: .stale)
    // The bodies had no end until they were cancelled.
    let before = reports.messages.count
    test.running.stop()
    test.emit(.typed("late"))
    test.expectDrop(.typed("late"), reason: .stopped, from: "outside")
    test.finish()
    #expect(reports.messages.count == before)
    #expect(reports.headlines.allSatisfy { $0.hasPrefix("There is endless work") })
  }

  @Test func sourcesDoNotCountAsAlive() {
    let clock = time.clock
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source {
        .run {
          try? await clock.sleep(for: .seconds(1_000))
          return nil
        }
      }
      Feedback.source { .every(.seconds(1), 1) }
      Reducer { $0 += $1 }
    }
    let test = TestSpin(spin, on: runtime)
    test.expectRunning()
    test.finish()
    #expect(reports.messages == [])
    #expect(time.alarmCount == 0)
  }

  @Test func aFinishedTestLeavesNothingBehind() {
    let census = Census()
    do {
      let object = Counted(in: census)
      let clock = time.clock
      let spin = Spin<Int, Int>(initialState: 0) {
        Feedback.source {
          .run {
            try? await clock.sleep(for: .seconds(1_000))
            withExtendedLifetime(object) {}
            return nil
          }
        }
        Reducer { $0 += $1 }
      }
      let test = TestSpin(spin, on: TestRuntime(time: time))
      test.emit(1) { $0 = 1 }
      test.finish()
    }
    #expect(census.alive == 0)
  }

  // MARK: What it says

  @Test func anotherStateIsShownAsADiffAtTheLineOfTheCall() {
    let test = start()
    let line: UInt = #line + 1
    test.emit(.typed("a")) { $0.items = ["b"] }
    #expect(
      reports.messages == [
        """
        emit(.typed("a")): the state differs from the expected one (-: expected, +: actual).

          Search(
        -   query: "",
        -   items: [
        -     "b",
        -   ],
        +   query: "a",
        +   items: [],
          )
        """
      ])
    #expect(reports.all[0].line == line)
    #expect("\(reports.all[0].fileID)" == #fileID && "\(reports.all[0].filePath)" == #filePath)
    #expect(reports.all[0].column > 0)
    test.emit(.typed("")) { $0.query = "" }
    test.finish()
    #expect(reports.messages.count == 1)
  }

  @Test func withoutAClosureTheStateMustStayEqual() {
    let test = start()
    test.emit(.typed(""))
    #expect(reports.messages == [])
    test.emit(.typed("a"))
    #expect(
      reports.headlines == [
        #"emit(.typed("a")): the state differs from the expected one (-: expected, +: actual)."#
      ])
    test.advance(by: .milliseconds(300))
    test.expect(.found(["A"]))
    #expect(reports.headlines.count == 2)
    test.finish()
    #expect(reports.headlines.count == 2)
  }

  @Test func statesThatPrintAlikeAreSaidTo() {
    struct Odd: Equatable { static func == (left: Odd, right: Odd) -> Bool { false } }
    let test = TestSpin(
      Spin<Odd, Int>(initialState: Odd(), feedbacks: [], reducer: Reducer { _, _ in }), on: runtime)
    test.emit(1)
    #expect(
      reports.messages == [
        """
        emit(1): the state differs from the expected one (-: expected, +: actual).

        Both print the same, but == says that they differ.
        """
      ])
    test.finish()
  }

  @Test func anExpectationThatFindsNothingTellsWhatIsAlive() {
    let test = start()
    test.emit(.typed("a")) { $0.query = "a" }
    test.advance(by: .milliseconds(100))
    test.expect(.found(["A"]), from: "search") { $0.items = ["A"] }
    #expect(
      reports.messages == [
        """
        expect(.found(["A"]), from: "search"): no transition is left to assert.
        - search sleeps for another 0.2 seconds
        The next alarm rings in 0.2 seconds: call advance(by:) to let time pass.
        What search did last:
        0 search wants nothing: the value is nil
        1 search starts #1 for "a"
        """
      ])
    test.emit(.typed("")) { $0.query = "" }
    test.expect(\.found)
    #expect(
      reports.messages.last == """
        expect(an event with Array<String>): no transition is left to assert.
        No effect is alive.
        No alarm is set.
        """)
    test.finish()
    #expect(reports.messages.count == 2)
  }

  /// Whichever clock it is made into, the time is the test's.
  @Test func aBodyThatHasSetAnAlarmIsSaidToSleep() {
    let spin = Spin<Int, Int>(initialState: 1) { [time] in
      Feedback(on: { $0 }) { _ in
        .run {
          let isOver = Gate()
          let alarm = time.after(.seconds(2)) { isOver.open() }
          time.after(.seconds(9)) {}.cancel()
          if await !isOver.wait() { alarm.cancel() }
          let isOpen = Gate()
          await isOpen.wait()
          return nil
        }
      }.named("body")
      Reducer { $0 = $1 }
    }
    let test = TestSpin(spin, on: runtime)
    test.expectRunning()
    test.advance(by: .seconds(2))
    test.expectRunning()
    #expect(
      reports.messages == [
        """
        expectRunning(): body is alive, and not expected.
        - body sleeps for another 2.0 seconds
        The next alarm rings in 2.0 seconds: call advance(by:) to let time pass.
        """,
        """
        expectRunning(): body is alive, and not expected.
        - body waits for something outside the test, such as the main actor or Task.sleep
        No alarm is set.
        """,
      ])
    test.running.stop()
    test.finish()
  }

  @Test func anotherEventOrSourceThanExpectedIsShownAndTaken() {
    let test = start()
    test.emit(.typed("a")) { $0.query = "a" }
    test.advance(by: .milliseconds(300))
    test.expect(.found(["B"]), from: "search") { $0.items = ["B"] }
    test.emit(.typed("b")) { $0.query = "b" }
    test.advance(by: .milliseconds(300))
    test.expect(.found(["B"]), from: "outside") { $0.items = ["A", "B"] }
    #expect(
      reports.messages == [
        """
        expect(.found(["B"]), from: "search"): the oldest transition is a different one:
        - #2 .found(["A"]) from search
        """,
        """
        expect(.found(["B"]), from: "outside"): the oldest transition is the expected one, but from search:
        - #4 .found(["B"]) from search
        """,
      ])
    test.finish()
    #expect(reports.messages.count == 2)
  }

  /// The event and the state are right, and a mistyped name is hard to see.
  @Test func aMistypedSourceIsNamed() {
    let test = start()
    test.emit(.typed("a")) { $0.query = "a" }
    test.advance(by: .milliseconds(300))
    test.expect(.found(["A"]), from: "serch") { $0.items = ["A"] }
    #expect(
      reports.messages == [
        """
        expect(.found(["A"]), from: "serch"): the oldest transition is the expected one, but from search:
        - #2 .found(["A"]) from search
        No feedback is named serch. The feedbacks are: search.
        """
      ])
    test.finish()
    #expect(reports.messages.count == 1)
  }

  @Test func aMistypedSourceIsNamedIfOnlySomeTransitionsAreAsserted() {
    let test = start(exhaustivity: .off)
    test.emit(.typed("a"))
    test.advance(by: .milliseconds(300))
    test.emit(.typed("b"))
    test.advance(by: .milliseconds(300))
    test.expect(.found(["B"]), from: "serch")
    test.expect(.found(["C"]), from: "search")
    #expect(
      reports.messages == [
        """
        expect(.found(["B"]), from: "serch"): the expected transition is from search:
        - #2 .found(["A"]) from search
        - #4 .found(["B"]) from search
        No feedback is named serch. The feedbacks are: search.
        """,
        """
        expect(.found(["C"]), from: "search"): no transition matches:
        - #2 .found(["A"]) from search
        - #4 .found(["B"]) from search
        """,
      ])
    test.finish()
  }

  @Test func effectsOfElementsAreNamedByTheirIDs() async {
    let hold = Gate()
    let test = TestSpin(Rows.spin(hold: hold), on: runtime)
    test.emit(.row(3, .typed("a"))) { $0[0].text = "a" }
    test.emit(.row(5, .typed("b"))) { $0[1].text = "b" }
    test.emit(.row(5, .typed("c"))) { $0[1].text = "c" }
    let outside = "waits for something outside the test, such as the main actor or Task.sleep"
    #expect(test.description.contains("\n- self[3].save \(outside)\n- self[5].save \(outside)\n"))
    hold.open()
    await test.run(until: { test.state.map(\.saved) == ["a", "c"] })
    test.finish()
    let messages = reports.messages.joined()
    for id in [3, 5] { #expect(messages.contains("from self[\(id)].save\n"), "\(messages)") }
    #expect(!messages.contains("self[].save"), "\(messages)")
  }

  @Test func aFeedbackThatIsNotAliveSaysWhy() {
    let test = start()
    test.expectRunning("search")
    test.emit(.typed("a")) { $0.query = "a" }
    #expect(
      test.description == """
        Search(query: "a", items: [])
        Nothing is left to assert.
        - search sleeps for another 0.3 seconds
        The next alarm rings in 0.3 seconds: call advance(by:) to let time pass.
        """)
    test.emit(.typed("a"))
    test.advance(by: .milliseconds(300))
    test.expect(.found(["A"])) { $0.items = ["A"] }
    test.expectRunning("search")
    #expect(test.explain("nothing") == "No feedback is named nothing. The feedbacks are: search.")
    #expect(
      test.explain("search") == """
        0 search wants nothing: the value is nil
        1 search starts #1 for "a"
        2 search keeps #1: the value has not changed
        2 search #1 ends
        3 search starts nothing: the value has not changed since #1, which has ended
        """)
    #expect(
      reports.messages == [
        """
        expectRunning("search"): search is not alive.
        No effect is alive.
        No alarm is set.
        What search did last:
        0 search wants nothing: the value is nil
        """,
        """
        expectRunning("search"): search is not alive.
        No effect is alive.
        No alarm is set.
        What search did last:
        2 search keeps #1: the value has not changed
        2 search #1 ends
        3 search starts nothing: the value has not changed since #1, which has ended
        """,
      ])
    test.finish()
  }

  /// It was said that there is no such feedback, and the lines of one element took the place of those of others.
  @Test func anElementHasLinesOfItsOwn() {
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback(forEach: { $0.map { $0 } }) { .after(.seconds(1), -$0) }.named("jobs")
      Reducer { if $1 > 0 { $0.append($1) } }
    }
    let test = TestSpin(spin, on: runtime)
    for job in 1...30 { test.emit(job) { $0.append(job) } }
    #expect(test.explain("jobs[1]").hasPrefix("1 jobs[1] starts #1\n"))
    #expect(test.explain("jobs").split(separator: "\n").count == 20)
    #expect(test.explain("jobs[31]") == "jobs[31] has done nothing yet.")
    #expect(test.explain("job[1]") == "No feedback is named job[1]. The feedbacks are: jobs.")
    test.running.stop()
    test.finish()
  }

  /// It asserted nothing, and the test passed.
  @Test func whatIsAssertedBehindTheEndIsAFailure() {
    let test = start()
    test.finish()
    test.emit(.typed("a"))
    test.emit(.typed("a")) { $0.query = "a" }
    test.expectRunning()
    let calls = [#"emit(.typed("a"))"#, #"emit(.typed("a"))"#, "expectRunning()"]
    #expect(reports.messages == calls.map { "\($0): the run is over, and nothing is asserted." })
  }

  @Test func anExpectationThatNamesNoFeedbackNamesAll() {
    let test = start()
    test.emit(.typed("a")) { $0.query = "a" }
    test.emit(.typed("")) { $0.query = "" }
    test.expect(.found(["A"]), from: "serch") { $0.items = ["A"] }
    test.expect(.found(["A"]), from: "search") { $0.items = ["A"] }
    #expect(
      reports.messages == [
        """
        expect(.found(["A"]), from: "serch"): no transition is left to assert.
        No effect is alive.
        No alarm is set.
        No feedback is named serch. The feedbacks are: search.
        """,
        """
        expect(.found(["A"]), from: "search"): no transition is left to assert.
        No effect is alive.
        No alarm is set.
        What search did last:
        1 search starts #1 for "a"
        2 search wants nothing: the value is nil
        2 search #1 is cancelled: the value is nil
        """,
      ])
    test.finish()
  }

  @Test func eventsArePrintedAsTheyAreWritten() {
    enum Step: Sendable, Equatable { case next, jump(to: Int?) }
    enum Event: Sendable, Equatable { case moved(Step), many([Step]), named(String?) }
    let spin = Spin<Int, Event>(initialState: 0) { Reducer { _, _ in } }
    let test = TestSpin(spin, on: runtime)
    for event: Event in [.moved(.jump(to: 1)), .moved(.jump(to: nil)), .many([.next]), .named("a")]
    {
      test.running.emit(event)
    }
    test.finish()
    #expect(
      reports.messages == [
        """
        finish(): not asserted:
        - #1 .moved(.jump(to: 1)) from outside
        - #2 .moved(.jump(to: nil)) from outside
        - #3 .many([.next]) from outside
        - #4 .named("a") from outside
        Assert each with expect(_:from:), in this order.
        """
      ])
  }

  @Test func eventsOfAnyLengthAreCutBeforeTheirOrigin() {
    let spin = Spin<Int, [Int]>(initialState: 0) { Reducer { $0 = $1.count } }
    let test = TestSpin(spin, on: runtime)
    let event = Array(0..<50_000)
    test.running.emit(event)
    test.expect([1])
    test.running.emit(event)
    test.expect(event) { $0 = 1 }
    test.running.emit(event)
    test.finish()
    test.emit(event)
    let start = String("\(event)".prefix(300)) + "…"
    #expect(
      reports.messages == [
        "expect([1]): the oldest transition is a different one:\n- #1 \(start) from outside",
        """
        expect(\(start)): the state differs from the expected one (-: expected, +: actual).

        - 1
        + 50000
        """,
        """
        finish(): not asserted:
        - #3 \(start) from outside
        Assert each with expect(_:from:), in this order.
        """,
        "emit(\(start)): the run is over, and nothing is asserted.",
      ])
  }

  @Test func droppedEventsOfAnyLengthAreCutBeforeTheReason() {
    let test = TestSpin(Spin<Int, String>(initialState: 0) { Reducer { _, _ in } }, on: runtime)
    test.running.stop()
    test.running.emit(String(repeating: "a", count: 3_000))
    test.finish()
    #expect(
      reports.messages == [
        """
        finish(): dropped, and not asserted:
        - "\(String(repeating: "a", count: 299))… dropped(stopped)
        Assert each with expectDrop(_:reason:), in this order.
        """
      ])
  }

  @Test func anAlarmThatIsDueRingsOnlyWhenTimeIsAdvanced() {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source { .after(.zero, 1) }
      Reducer { $0 += $1 }
    }
    let test = TestSpin(spin, on: runtime)
    test.run()
    test.expect(1)
    #expect(
      reports.messages == [
        """
        expect(1): no transition is left to assert.
        No effect is alive.
        An alarm is due now: advance(by: .zero) lets it ring.
        """
      ])
    test.advance(by: .zero)
    test.expect(1) { $0 = 1 }
    test.finish()
    #expect(reports.messages.count == 1)
  }

  @Test func finishTellsWhatWasNotAssertedAndWhatIsAlive() {
    let gate = Gate()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 > 0 ? 1 : nil }) { _ in .just(2) }.named("answer")
      Feedback(on: { $0 > 0 ? 1 : nil }) { _ in
        .run {
          await gate.wait()
          return nil
        }
      }.named("waiting")
      Feedback(on: { $0 > 0 ? 1 : nil }) { _ in .after(.seconds(2), 3) }.named("timer")
      Reducer { $0 = $1 }
    }
    let test = TestSpin(spin, on: runtime)
    test.emit(1) { $0 = 1 }
    test.expectRunning("waiting", "timer")
    test.finish()
    #expect(
      reports.messages == [
        """
        finish(): not asserted:
        - #2 2 from answer
        Assert each with expect(_:from:), in this order.
        """,
        """
        finish(): effects are alive.
        - waiting waits for something outside the test, such as the main actor or Task.sleep
        - timer #2, since 1: waits for its delay at 2.0 seconds
        The next alarm rings in 2.0 seconds: call advance(by:) to let time pass.
        End each before finish(), such as by an event.
        """,
      ])
    #expect(test.running.isStopped && time.alarmCount == 0)
  }

  @Test func aBodyThatIgnoresItsCancellationIsNotAliveAndYieldsTooLateToBeAsserted() {
    let gates = [Gate(), Gate()]
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { gates.indices.contains($0 - 1) ? $0 - 1 : nil }) { number in
        .run {
          await gates[number].waitStubbornly()
          return 10 + number
        }
      }.named("stubborn")
      Reducer { $0 = $1 }
    }
    let test = TestSpin(spin, on: runtime)
    test.emit(1) { $0 = 1 }
    test.emit(2) { $0 = 2 }
    test.emit(0) { $0 = 0 }
    test.expectRunning()
    gates[0].open()
    test.run()
    test.expectDrop(10, reason: .stale, from: "stubborn")
    test.finish()
    gates[1].open()
    test.run()
    #expect(reports.messages == [])
  }

  @Test func everyBodyOfAnEffectIsListed() {
    let gate = Gate()
    let clock = time.clock
    let spin = Spin<Int, Int>(initialState: 1) {
      Feedback(on: { $0 > 0 ? 1 : nil }) { _ in
        .race(
          .run { await gate.wait() ? nil : nil },
          .run { (try? await clock.sleep(for: .seconds(1))) == nil ? nil : 7 })
      }.named("race")
      Reducer { $0 = $1 }
    }
    let test = TestSpin(spin, on: runtime)
    test.finish()
    #expect(
      reports.messages == [
        """
        finish(): effects are alive.
        - race waits for something outside the test, such as the main actor or Task.sleep
        - race sleeps for another 1.0 seconds
        The next alarm rings in 1.0 seconds: call advance(by:) to let time pass.
        End each before finish(), such as by an event.
        """
      ])
    #expect(time.alarmCount == 0)
  }

  @Test func aDropThatNobodyExpectsFailsTheTest() {
    let test = start()
    test.running.stop()
    test.emit(.typed("a")) { $0.query = "a" }
    test.emit(.typed("b"))
    test.expectDrop(.typed("b"), reason: .stale)
    test.emit(.typed("c"))
    test.finish()
    #expect(
      reports.messages == [
        #"emit(.typed("a")): the event made no transition, because it was dropped as stopped."#,
        """
        expectDrop(.typed("b"), reason: .stale): the oldest drop is a different one:
        - typed("b") dropped(stopped)
        """,
        """
        finish(): dropped, and not asserted:
        - typed("c") dropped(stopped)
        Assert each with expectDrop(_:reason:), in this order.
        """,
      ])
  }

  @Test func otherFeedbacksThanExpectedAreNamed() {
    let test = start()
    test.expectRunning("search")
    test.emit(.typed("a")) { $0.query = "a" }
    test.expectRunning("search", "other")
    test.expectRunning()
    #expect(
      reports.headlines == [
        #"expectRunning("search"): search is not alive."#,
        #"expectRunning("search", "other"): other is not alive."#,
        "expectRunning(): search is alive, and not expected.",
      ])
    test.emit(.typed("")) { $0.query = "" }
    test.finish()
    #expect(reports.messages.count == 3)
  }

  @Test func aTestThatDoesNotFinishFailsWhereItBegan() {
    let census = Census()
    let line: Int
    do {
      let object = Counted(in: census)
      let spin = Spin<Int, Int>(initialState: 0) {
        Feedback(on: { $0 }) { _ in
          .after(.seconds(1_000), withExtendedLifetime(object) { 1 })
        }
        Reducer { $0 += $1 }
      }
      line = #line + 1
      let test = TestSpin(spin, on: runtime)
      #expect(reports.messages == [] && test.state == 0)
    }
    #expect(
      reports.messages == [
        "The test did not finish its TestSpin: call finish() once everything is asserted."
      ])
    #expect(Int(reports.all[0].line) == line)
    #expect(census.alive == 0 && time.alarmCount == 0)
  }

  @Test func failuresOfTheRuntimeAreReportedBeforeTheCallReturns() {
    let few = TestRuntime(report: reports.reporter, limit: 100)
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 > 0 }) { .just($0 + 1) }.named("climb")
      Reducer { $0 = $1 }
    }
    let test = TestSpin(spin, on: few, exhaustivity: .off)
    let line: UInt = #line + 1
    test.emit(1) { $0 = 1 }
    #expect(reports.headlines.count == 1 && reports.all[0].line == line)
    test.running.stop()
    test.finish()
  }

  // MARK: Exhaustivity

  @Test func withoutExhaustivityTransitionsAreSkippedWithAWarning() {
    let test = start(exhaustivity: .off)
    test.emit(.typed("a"))  // No closure, no assertion.
    test.advance(by: .milliseconds(300))
    test.running.emit(.typed("b"))
    test.running.emit(.typed("c"))
    test.expect(.typed("c"), from: "outside") { $0.query = "c" }
    #expect(test.state == Search(query: "c", items: ["A"]))
    #expect(
      reports.messages == [
        """
        expect(.typed("c"), from: "outside"): skipped 2 transitions:
        - #2 .found(["A"]) from search
        - #3 .typed("b") from outside
        """
      ])
    #expect(reports.all[0].isWarning)
    test.running.emit(.typed("d"))
    test.finish()  // What is left, or alive, is no failure.
    #expect(reports.messages.count == 1)
  }

  @Test func withoutExhaustivityWhatIsNotThereStillFails() {
    let test = start(exhaustivity: .off)
    test.running.emit(.typed("b"))
    test.expect(.typed("c")) { $0.query = "c" }
    test.expect(.typed("b")) { $0.query = "x" }
    #expect(
      reports.headlines == [
        #"expect(.typed("c")): no transition matches:"#,
        #"expect(.typed("b")): the state differs from the expected one (-: expected, +: actual)."#,
      ])
    #expect(reports.all.allSatisfy { !$0.isWarning })
    test.finish()
  }

  // MARK: Frameworks

  @Test func failuresAreIssuesOfSwiftTesting() {
    let line = #line + 3
    withKnownIssue {
      let test = TestSpin(search())
      test.emit(.typed("a")) { $0.query = "b" }
      test.emit(.typed("")) { $0.query = "" }
      test.finish()
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue.contains(#"+   query: "a","#) == true
    }
  }

  // MARK: Repetition

  @Test func aThousandRepetitionsAreAllTheSame() {
    for _ in 0..<1_000 {
      let time = ManualScheduler()
      let clock = time.clock
      let counter = Counter()
      let spin = Spin<[Int], Int>(initialState: []) {
        Feedback(on: \.count) { count in
          .run { emit in
            try? await clock.sleep(for: .milliseconds(100))
            await withTaskGroup(of: Void.self) { group in
              for number in 1...2 {
                group.addTask {
                  try? await clock.sleep(for: .milliseconds(number))
                  await counter.add(number)
                }
              }
            }
            let sum = await counter.sum
            if count < 3 { emit(sum) }
          }
        }.named("add")
        Reducer { $0.append($1) }
      }
      let test = TestSpin(spin, on: TestRuntime(time: time))
      test.advance(by: .milliseconds(50))
      test.emit(-1) { $0 = [-1] }  // Cancels the first body, which still adds 3, too late.
      test.expectDrop(3, reason: .stale, from: "add")
      test.advance(by: .milliseconds(101))
      test.expectRunning("add")
      test.advance(by: .milliseconds(1))
      test.expect(6, from: "add") { $0 = [-1, 6] }
      test.advance(by: .milliseconds(102))
      test.expect(9, from: "add") { $0 = [-1, 6, 9] }
      test.advance(by: .milliseconds(102))
      test.finish()
    }
  }

  private actor Counter {
    var sum = 0

    func add(_ number: Int) { sum += number }
  }
}
