import SpinAsync
import SpinTestSupport
import SpinTesting
import Synchronization
import Testing

struct TestRuntimeTests {
  @TaskLocal private static var greeting = "nothing"

  private typealias Texts = Spin<[String], String>

  /// A spin whose one effect is a body, and whose state is a transcript.
  private func spin(
    _ name: String = "work",
    _ body: @escaping @Sendable (Emitter<String>) async -> Void
  ) -> Texts {
    Texts(initialState: []) {
      Feedback.source { .run { await body($0) } }.named(name)
      Reducer.appending
    }
  }

  // MARK: Recordings

  private struct Page: Sendable {
    var isLoading = false
    var views = 0
    var text = ""
  }

  private static let page = Spin<Page, String>(initialState: Page()) {
    Feedback(while: \.isLoading) { .after(.seconds(2), "loaded") }
    Reducer { page, event in
      page.isLoading = event == "load"
      page.views += 1
      if event == "loaded" { page.text = event }
    }
  }

  @Test func aRecordingHasTheDifferentValuesOfAPart() {
    let runtime = TestRuntime()
    let running = Self.page.start(on: runtime)
    let isLoading = runtime.record(running, \.isLoading)
    #expect(isLoading.values == [])
    for event in ["view", "load", "load"] { running.emit(event) }
    runtime.run()
    #expect(isLoading.values == [false, true])
    let (late, text) = (runtime.record(running, \.isLoading), runtime.record(running, { $0.text }))
    runtime.advance(by: .seconds(2))
    #expect(isLoading.values == [false, true, false])
    #expect(late.values == [true, false] && text.values == ["", "loaded"])
    running.stop()
    runtime.run()
    #expect(isLoading.values == [false, true, false])
  }

  @Test func aRecordingKeepsNoLoopAlive() {
    let runtime = TestRuntime()
    var running: RunningSpin? = Self.page.start(on: runtime)
    weak let handle = running
    let views = running.map { runtime.record($0, \.views) }
    runtime.run()
    running = nil
    #expect(handle == nil)
    runtime.run()
    #expect(views?.values == [0])
  }

  @Test func aRecordingOfALoopOfAnotherRuntimeFails() {
    let reports = Reports()
    let (runtime, other) = (TestRuntime(report: reports.reporter), TestRuntime())
    let elsewhere = Self.page.start(on: other)
    let views = runtime.record(elsewhere, \.views)
    other.run()
    #expect(views.values == [])
    #expect(reports.headlines.count == 1)
    #expect(reports.messages[0].contains("start the loop on it"))
    elsewhere.stop()
    other.run()
  }

  // MARK: Where and in what order

  @Test func nothingHappensUntilTheTestSaysSo() {
    let runtime = TestRuntime()
    let running = spin { $0("done") }.start(on: runtime)
    running.emit("outside")
    #expect(running.state == [])
    runtime.run()
    #expect(running.state == ["outside", "done"])
  }

  @Test func turnsAndBodiesRunOnTheThreadOfTheTest() {
    let threads = Mutex<[String: Int]>([:])
    let note = { @Sendable (place: String) in
      threads.withLock { $0[place] = threadID() }
    }
    let spin = Texts(initialState: []) {
      Feedback(on: \.first) { _ in
        note("effect closure")
        return .run {
          note("body")
          await Task.yield()
          note("body after a suspension")
          return nil
        }
      }
      Reducer { state, event in
        note("reducer")
        state.append(event)
      }
    }
    let runtime = TestRuntime()
    let running = spin.start(on: runtime) { _ in note("observer") }
    running.emit("go")
    runtime.run()
    #expect(threads.withLock { $0.count } == 5)
    #expect(threads.withLock { Set($0.values) } == [threadID()])
  }

  @Test func bodiesInheritTheTaskLocalValuesOfTheTest() {
    let runtime = TestRuntime()
    let spin = spin { emit in
      emit(Self.greeting)
      await withTaskGroup { group in
        group.addTask { emit(Self.greeting) }
      }
      // So that their failures are those of the test.
      emit(Test.current?.name ?? "no test")
    }
    let running = Self.$greeting.withValue("hello") {
      let running = spin.start(on: runtime)
      runtime.run()
      return running
    }
    #expect(
      running.state == ["hello", "hello", "bodiesInheritTheTaskLocalValuesOfTheTest()"])
  }

  @Test func twoLoopsOnOneRuntimeTakeTurnsAfterEachEntry() {
    let order = Mutex<[String]>([])
    func counter(_ name: String) -> Spin<Int, Int> {
      Spin(initialState: 0) {
        Feedback(filteredBy: { $0 < 3 }) { .just($0 + 1) }
        Reducer { state, event in
          order.withLock { $0.append("\(name)\(event)") }
          state = event
        }
      }
    }
    let runtime = TestRuntime()
    let loops = [counter("a").start(on: runtime), counter("b").start(on: runtime)]
    runtime.run()
    #expect(order.withLock { $0 } == ["a1", "b1", "a2", "b2", "a3", "b3"])
    #expect(loops.map(\.state) == [3, 3])
  }

  // MARK: Time

  @Test func theEndOfAnAdvanceIsIncluded() {
    let runtime = TestRuntime()
    let spin = Texts(initialState: []) {
      Feedback.source { .after(.seconds(1), "rang") }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    runtime.advance(by: .milliseconds(999))
    #expect(running.state == [])
    runtime.advance(by: .milliseconds(1))
    #expect(running.state == ["rang"])
    #expect(runtime.time.now == .seconds(1))
  }

  @Test func alarmsOfOneInstantRingOneByOneInOrderOfRegistration() {
    let runtime = TestRuntime()
    let spin = Texts(initialState: []) {
      for name in ["a", "b"] {
        Feedback.source { .after(.seconds(1), name) }
        // Everything that an alarm brings about happens before the next one rings.
        Feedback(on: { $0.last == name ? name : nil }) { name in
          .run {
            await Task.yield()
            return "\(name) answered"
          }
        }
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    runtime.advance(by: .seconds(5))
    #expect(running.state == ["a", "a answered", "b", "b answered"])
  }

  @Test func everythingRunsBetweenTwoAlarmsAtItsOwnInstant() {
    let runtime = TestRuntime()
    let clock = runtime.time.clock
    let spin = spin { emit in
      for _ in 1...3 {
        try? await clock.sleep(for: .seconds(1))
        emit("\(clock.now.offset)")
      }
    }
    let running = spin.start(on: runtime)
    runtime.advance(by: .seconds(10))
    #expect(running.state == ["1.0 seconds", "2.0 seconds", "3.0 seconds"])
    #expect(runtime.time.now == .seconds(10))
  }

  @Test func fakesMayHaveTheTimeBefore() {
    let time = ManualScheduler()
    let runtime = TestRuntime(time: time)
    #expect(runtime.time === time)
    runtime.advance(by: .seconds(2))
    #expect(time.now == .seconds(2) && time.clock.now.offset == .seconds(2))
  }

  // MARK: What keeps to the test

  private actor Counter {
    private var count = 0

    func next() async -> Int {
      count += 1
      await Task.yield()
      return count
    }
  }

  @Test func awaitsChildTasksStreamsActorsAndSleepsKeepToTheTest() {
    let runtime = TestRuntime()
    let clock = runtime.time.clock
    let thread = threadID()
    let counter = Counter()
    let spin = spin { emit in
      for _ in 0..<5 { await Task.yield() }
      emit("yielded")
      await withTaskGroup(of: Int.self) { group in
        for number in 1...3 {
          group.addTask {
            try? await clock.sleep(for: .seconds(4 - number))
            return number
          }
        }
        for await number in group { emit("child \(number)") }
      }
      async let one = counter.next()
      async let two = counter.next()
      emit("actor \(await one + two)")
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      async let produced: Void = {
        for number in 1...2 {
          try? await clock.sleep(for: .seconds(1))
          continuation.yield(number)
        }
        continuation.finish()
      }()
      for await number in stream { emit("stream \(number)") }
      await produced
      emit(threadID() == thread ? "at home" : "elsewhere")
    }
    let running = spin.start(on: runtime)
    runtime.advance(by: .seconds(60))
    #expect(running.state.first == "yielded")
    #expect(running.state.dropFirst(1).prefix(3) == ["child 3", "child 2", "child 1"])
    #expect(running.state.dropFirst(5) == ["stream 1", "stream 2", "at home"])
    #expect(running.state[4] == "actor 4" || running.state[4] == "actor 3")
  }

  @Test func sequencesAndStreamsOfStatesKeepToTheTest() {
    let runtime = TestRuntime()
    let clock = runtime.time.clock
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source {
        .sequence {
          AsyncStream {
            try? await clock.sleep(for: .seconds(1))
            return Task.isCancelled ? nil : 1
          }
        }
      }
      Feedback.stream { states in
        states.compactMap { $0 % 10 == 1 && $0 < 50 ? 9 : nil }
      }
      Reducer { $0 += $1 }
    }
    let running = spin.start(on: runtime)
    runtime.advance(by: .seconds(3))
    #expect(running.state == 21 + 9)
    running.stop()
    runtime.run()
    #expect(runtime.time.alarmCount == 0)
  }

  @Test func theExecutorOfAFeedbackIsIgnored() {
    let runtime = TestRuntime()
    let thread = threadID()
    let spin = Texts(initialState: []) {
      Feedback.source { .run { threadID() == thread ? "at home" : "elsewhere" } }
        .executor(globalConcurrentExecutor)
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    runtime.run()
    #expect(running.state == ["at home"])
  }

  @Test func cancelledBodiesEndInTheSameCall() {
    let runtime = TestRuntime()
    let clock = runtime.time.clock
    let ended = Mutex<[String]>([])
    let spin = Spin<String?, String>(initialState: "a") {
      Feedback(on: \.self) { name in
        .run {
          do { try await clock.sleep(for: .seconds(1)) } catch {
            ended.withLock { $0.append(name) }
          }
          return nil
        }
      }
      Reducer { $0 = $1 }
    }
    let running = spin.start(on: runtime)
    runtime.run()
    #expect(runtime.time.nextAlarm == .seconds(1))
    running.emit("b")
    runtime.run()
    #expect(ended.withLock { $0 } == ["a"])
    running.stop()
    runtime.run()
    #expect(ended.withLock { $0 } == ["a", "b"])
    #expect(runtime.time.alarmCount == 0)
  }

  // MARK: Work without end

  @Test func workWithoutEndFailsTheTestAndNamesTheFeedback() {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter, limit: 1_000)
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback { .just($0 + 1) }.named("climb")
      Reducer { $0 = $1 }
    }
    let running = spin.start(on: runtime)
    let line: UInt = #line + 1
    runtime.run()
    #expect(
      reports.messages == [
        """
        There is endless work at 0.0 seconds: the test gave up after 1000 jobs, mailbox entries \
        and alarms at this instant. The last of them came from climb.
        """
      ])
    #expect(reports.all.first?.line == line)
    running.stop()
    runtime.run()
    #expect(reports.messages.count == 1)
  }

  @Test func aBodyWithoutEndIsNamed() {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter, limit: 1_000)
    let spin = spin("spinning") { _ in
      while !Task.isCancelled { await Task.yield() }
    }
    let running = spin.start(on: runtime)
    runtime.run()
    #expect(reports.messages.count == 1)
    #expect(reports.messages.first?.hasSuffix("came from spinning.") == true)
    running.stop()
    runtime.run()
    #expect(reports.messages.count == 1)
  }

  @Test func anInstantWithoutEndFailsTheTestAndALongTimeDoesNot() {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter, limit: 1_000)
    let time = runtime.time
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source { .every(.seconds(1), 1) }.named("clock")
      Feedback(filteredBy: { $0 >= 5_000 }) { _ in .after(.zero, 1) }.named("storm")
      Reducer { $0 += $1 }
    }
    let running = spin.start(on: runtime)
    runtime.advance(by: .seconds(4_999))
    #expect(running.state == 4_999 && reports.messages == [])
    runtime.advance(by: .seconds(2))
    #expect(time.now == .seconds(5_000))
    #expect(reports.messages.count == 1)
    #expect(reports.messages.first?.hasSuffix("came from storm.") == true)
    running.stop()
    runtime.run()
  }

  @Test func muchWorkThatEndsIsNoFailure() {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter)
    #expect(runtime.limit == 1_000_000)
    let last = inRelease(999_999, inDebug: 50_000)
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 < last }) { .just($0 + 1) }
      Reducer { $0 = $1 }
    }
    let running = spin.start(on: runtime)
    runtime.run()
    #expect(running.state == last && reports.messages == [])
  }

  // MARK: Misuse

  private func misuse(by caller: String, _ remedy: String = "only the test itself may do that")
    -> String
  {
    """
    \(caller) called run or advance on its TestRuntime, which is at work for it, so this call does nothing: \
    \(remedy). To emit, a closure calls emit of the RunningSpin. To wait, it sleeps on time.clock of the runtime.
    """
  }

  @Test func aClosureOfALoopThatRunsTheRuntimeFailsTheTest() {
    let (reports, line) = (Reports(), #line + 3)
    let runtime = TestRuntime(report: reports.reporter)
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.sideEffect(on: { $0 == 1 ? true : nil }) { _ in runtime.run() }
      Feedback(while: { $0 == 1 }) {
        .run {
          runtime.run(); return 2
        }
      }.named("work")
      Reducer { $0 = $1 }
    }
    let running = spin.start(on: runtime)
    running.emit(1)
    runtime.run()
    #expect(running.state == 2)
    #expect(
      reports.messages == [misuse(by: "A closure of a loop"), misuse(by: "The effect of work")])
    #expect(reports.all.map { Int($0.line) } == [line, line + 3])
    running.stop()
    runtime.run()
  }

  /// Such a call used to end the process, and all tests with it.
  @Test func anAdvanceWithinConcurrentlyFailsTheTest() async {
    let (reports, line) = (Reports(), #line + 4)
    let (time, log) = (ManualScheduler(), Transcript<String>())
    let runtime = TestRuntime(time: time, report: reports.reporter)
    runtime.concurrently {
      runtime.advance(by: .seconds(1))
      log("\(time.now)")
      try? await time.clock.sleep(for: .seconds(1))
      log("\(time.now)")
    }
    let remedy = "call run and advance(by:) after concurrently, whose closures then go on"
    let message = misuse(by: "The closure 1 at TestRuntimeTests.swift:\(line - 1)", remedy)
    #expect(reports.messages == [message])
    #expect(reports.all.map { Int($0.line) } == [line])
    #expect(log.entries == ["0.0 seconds"])
    runtime.advance(by: .seconds(1))
    #expect(log.entries == ["0.0 seconds", "1.0 seconds"])
    #expect(reports.all.count == 1)
  }

  @Test func whateverDoesWorkWithinConcurrentlyIsReportedOnce() async {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter)
    let test = TestSpin(Spin<Int, Int>(initialState: 0) { Reducer { $0 = $1 } }, on: runtime)
    let calls: [@Sendable (TestSpin<Int, Int>) async -> Void] = [
      { $0.emit(1) { $0 = 1 } }, { $0.expect(1) { $0 = 1 } }, { $0.expectRunning("a") },
      { $0.run() }, { $0.advance(by: .zero) }, { await $0.run(until: { false }) },
      { _ in runtime.concurrently({}) },
    ]
    for (index, call) in calls.enumerated() {
      nonisolated(unsafe) let test = test
      runtime.concurrently { await call(test) }
      #expect(reports.all.count == index + 1, "call \(index)")
    }
    test.finish()
    #expect(reports.all.count == calls.count)
  }

  @Test func aRuntimeThatTwoTasksUseFailsTheTest() {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter)
    runtime.concurrently {
      let isDone = Gate()
      spawn {
        runtime.run()
        isDone.open()
      }
      isDone.waitBlocking()
    }
    #expect(
      reports.messages == [
        """
        A TestRuntime is used from two tasks at once, so this call does nothing. A runtime belongs to one \
        test: let only the task of the test run it, emit and pass time.
        """
      ])
  }

  @Test func theIsolationIsInWords() {
    let running = spin { _ in }.start(on: TestRuntime())
    #expect(running.isolation == .custom("the thread of the test"))
  }
}
