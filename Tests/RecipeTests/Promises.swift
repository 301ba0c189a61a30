import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

/// The examples of the loop contract.
struct Promises {
  /// A loop that lists its events.
  private func list(
    @FeedbackBuilder<[String], String> _ feedbacks: () -> Feedbacks<[String], String>
  ) -> Spin<[String], String> {
    Spin(initialState: []) {
      feedbacks()
      Reducer { events, event in events.append(event) }
    }
  }

  @Test func theEventOfAnEffectComesBehindThoseThatWait() {
    // snippet.mailbox
    let spin = list {
      Feedback.transitions { $0.event == "ask" ? .run { "answer" } : .none }
    }
    let runtime = TestRuntime()
    let running = spin.start(on: runtime)
    for event in ["ask", "first", "second"] { running.emit(event) }
    runtime.run()
    #expect(running.state == ["ask", "first", "second", "answer"])
    // snippet.end
  }

  @Test func emittingInsideAnObserverEnqueues() {
    // snippet.completion
    let (log, handle) = (Transcript<String>(), Handle())
    let running = list {}.start(on: .callersThread) { transition in
      log.add("sees \(transition.event ?? "the start")")
      if transition.event == "first" { handle.emit("second") }
      log.add("is done")
    }
    handle.set(running)
    running.emit("first")
    #expect(
      log.all == ["sees the start", "is done", "sees first", "is done", "sees second", "is done"])
    // snippet.end
  }

  @Test func anObserverMissesNothingFromItsFirstTransitionOn() {
    // snippet.start
    let (early, late) = (Transcript<Int>(), Transcript<Int>())
    let running = list {}.start(on: .callersThread) { early.add($0.number) }
    for event in ["a", "b"] { running.emit(event) }
    let token = running.observe { late.add($0.number) }
    running.emit("c")
    #expect(early.all == [0, 1, 2, 3])
    #expect(late.all == [2, 3])
    // snippet.end
    token.cancel()
  }

  @Test func aStepHasOneOrder() {
    // snippet.step
    let log = Transcript<String>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { (number: Int) -> Int? in
        log.add("ask \(number)"); return number
      }) { number in
        log.add("describe \(number)")
        return .run { nil }
      }
      Reducer { number, event in
        log.add("reduce \(event)")
        number = event
      }
    }
    let running = spin.start(on: .callersThread) { log.add("publish \($0.state)") }
    running.emit(1)
    #expect(
      log.all == [
        "ask 0", "publish 0", "describe 0", "reduce 1", "ask 1", "publish 1", "describe 1",
      ])
    // snippet.end
  }

  @Test func anImmediateEventIsAFact() {
    // snippet.immediate
    let spin = list {
      Feedback.transitions { transition in
        transition.event == "save" ? .merge(.just("noted"), .run { "saved" }) : .none
      }.strategy(.cancelOnNewState).named("save")
    }
    let test = TestSpin(spin)
    test.emit("save") { $0.append("save") }
    // A value in the description: no state takes it back. Its step cancels the rest of the effect.
    test.expect("noted", from: "save") { $0.append("noted") }
    test.expectDrop("saved", reason: .stale, from: "save")
    test.finish()
    // snippet.end
  }

  @Test func anEventThatChangesNothingMakesATransition() {
    // snippet.transition
    let flag = Spin<Bool, Bool>(initialState: false) { Reducer { $0 = $1 } }
    let numbers = Transcript<Int>()
    let running = flag.start(on: .callersThread) { numbers.add($0.number) }
    running.emit(false)
    #expect(numbers.all == [0, 1])
    // snippet.end
  }

  @Test func aStopDropsWhatWaitsAndWhatComesLater() {
    // snippet.stop
    let dropped = Transcript<String>()
    let options = RunOptions<[String], String>(onDrop: { dropped.add("\($0.event) \($0.reason)") })
    let running = list {}.start(on: .callersThread, options: options)
    running.suspend()
    running.emit("waits")
    running.stop()
    running.emit("late")
    #expect(running.state == [])
    #expect(dropped.all == ["waits stopped", "late stopped"])
    // snippet.end
  }

  @Test func aDelayIsAliveAndASourceDoesNotCount() {
    // snippet.settled
    let light = Spin<Bool, Bool>(initialState: true) {
      Feedback(while: { $0 }) { .after(.seconds(5), false) }
      Feedback.source { .every(.seconds(60), true) }
      Reducer { $0 = $1 }
    }
    let (runtime, settled) = (TestRuntime(), Transcript<Bool>())
    let running = light.start(on: runtime)
    let token = running.onSettled { settled.add(true) }
    runtime.advance(by: .seconds(4))
    #expect(settled.all.isEmpty)
    runtime.advance(by: .seconds(1))
    #expect(settled.all == [true])
    // snippet.end
    token.cancel()
  }

  @Test func aFailureIsAnEventAndTouchesNoOtherEffect() {
    // snippet.failure
    let spin = list {
      Feedback.source { .run({ throw Unreachable() }, catch: { "\($0)" }) }.named("first")
      Feedback.source { .after(.seconds(1), "done") }.named("second")
    }
    let test = TestSpin(spin)
    test.expect("unreachable", from: "first") { $0 = ["unreachable"] }
    test.advance(by: .seconds(1))
    test.expect("done", from: "second") { $0 = ["unreachable", "done"] }
    test.finish()
    // snippet.end
  }

  @Test @MainActor func theRuntimeDecidesWhereStepsAreMade() async throws {
    // snippet.isolation
    let here = list {}.start(on: .callersThread)
    here.emit("a")
    #expect(here.state == ["a"])  // `emit` has made the step.

    let there = list {}.start(on: .mainActor) { _ in MainActor.assertIsolated() }
    there.emit("a")
    #expect(there.state == ["a"])  // So has this one: the test is on the main actor, too.
    #expect(try await there.send("b") == ["a", "b"])
    // snippet.end
  }

  @Test func aLargeStateIsChangedInPlace() {
    // snippet.place
    let moves = Transcript<Int>()
    let spin = Spin<[Int], Int>(initialState: []) {
      Reducer { numbers, number in
        if numbers.isEmpty { numbers.reserveCapacity(1_000) }
        let address = numbers.withUnsafeBufferPointer(\.baseAddress)
        numbers.append(number)  // A copy would have another address.
        if numbers.withUnsafeBufferPointer(\.baseAddress) != address { moves.add(number) }
      }
    }
    let running = spin.start(on: .callersThread) { _ in }
    for number in 1...1_000 { running.emit(number) }
    #expect(running.state.count == 1_000 && moves.all.isEmpty)
    // snippet.end
  }

  @Test func twoLoopsOfOneSpinShareNothing() {
    // snippet.identity
    let spin = list { Feedback(on: \.first) { first in .run { "\(first)!" } } }
    let runtime = TestRuntime()
    let (first, second) = (spin.start(on: runtime), spin.start(on: runtime))
    first.emit("a")
    second.emit("b")
    runtime.run()
    first.stop()
    second.emit("c")
    runtime.run()
    #expect(first.state == ["a", "a!"])
    #expect(second.state == ["b", "b!", "c"])
    // snippet.end
  }

  @Test func anElementWaitsForItsPlace() {
    // snippet.elements
    let spin = Spin<[String], String>(initialState: ["a", "b", "c"]) {
      Feedback(forEach: { $0 }, atMost: 1) { name in .after(.seconds(1), name) }.named("work")
      Reducer { names, name in names.removeAll { $0 == name } }
    }
    let test = TestSpin(spin)
    test.advance(by: .seconds(1))
    test.expect("a", from: "work[a]") { $0 = ["b", "c"] }  // Only now b starts.
    test.emit("b") { $0 = ["c"] }  // It leaves, and its place is free at once.
    test.advance(by: .seconds(1))
    test.expect("c", from: "work[c]") { $0 = [] }
    test.finish()
    // snippet.end
  }

  @Test func theFirstEventWinsARaceAndTheRestFollows() {
    // snippet.composite
    let spin = list {
      Feedback.source {
        .race(.after(.seconds(1), "cache"), .after(.seconds(2), "server")).then(.just("done"))
      }.named("find")
    }
    let test = TestSpin(spin)
    test.advance(by: .seconds(5))
    test.expect("cache", from: "find") { $0 = ["cache"] }
    test.expect("done", from: "find") { $0 = ["cache", "done"] }
    test.finish()
    // snippet.end
  }

  // snippet.pulse
  struct Form: Sendable {
    @Pulse var alert: String?
  }

  @Test func eachAssignmentOfAPulseIsAnsweredOnce() {
    let shown = Transcript<String>()
    let form = Spin<Form, String>(initialState: Form(alert: "old")) {
      Feedback.sideEffect(pulse: \.$alert) { shown.add($0) }
      Reducer { form, event in if event != "typed" { form.alert = event } }
    }
    let running = form.start(on: .callersThread)
    for event in ["lost", "typed", "lost"] { running.emit(event) }
    #expect(shown.all == ["lost", "lost"])
  }
  // snippet.end

  @Test func aRepeatIsDropped() {
    // snippet.repeats
    let spin = list { DropRepeats(within: .milliseconds(300)) { $0 } }
    let test = TestSpin(spin)
    test.emit("tap") { $0 = ["tap"] }
    test.advance(by: .milliseconds(299))
    test.running.emit("tap")
    test.run()
    test.expectDrop("tap", reason: .repeated)
    test.advance(by: .milliseconds(1))
    test.emit("tap") { $0 = ["tap", "tap"] }
    test.finish()
    // snippet.end
  }

  @Test func aSuspendedLoopAcceptsAndTakesNothing() {
    // snippet.suspension
    let running = list {}.start(on: .callersThread)
    running.suspend()
    let result = running.emit("later")
    #expect(result == .accepted && running.state == [])
    running.resume()
    #expect(running.state == ["later"])
    // snippet.end
  }

  @Test func allReceiversGetMessagesInOneOrder() {
    // snippet.gear
    explore(seeds: 50) { test in
      let gear = Gear<String>()
      let sender = list { Feedback.sendingTransitions(to: gear) { $0.event } }
      let receiver = list { Feedback.receiving(from: gear) { $0 } }
      let (from, to) = (
        [sender.start(on: test), sender.start(on: test)],
        [receiver.start(on: test), receiver.start(on: test)]
      )
      test.run()
      test.concurrently({ from[0].emit("a") }, { from[1].emit("b") })
      test.run()
      test.expect(to[0].state.count, equals: 2)
      test.expect(to[0].state, equals: to[1].state)
    }
    // snippet.end
  }

  @Test func theOldestEventMakesRoom() {
    // snippet.bound
    let dropped = Transcript<String>()
    let options = RunOptions<[String], String>(
      mailbox: .bounded(2, .dropOldest), onDrop: { dropped.add($0.event) })
    let running = list {}.start(on: .callersThread, options: options)
    running.suspend()
    for event in ["a", "b", "c"] { running.emit(event) }
    running.resume()
    #expect(running.state == ["b", "c"] && dropped.all == ["a"])
    // snippet.end
  }

  @Test @MainActor func aBusyLoopLetsAnotherOneWork() async throws {
    // snippet.slice
    let busy = Spin<Int, Void>(initialState: 0) { Reducer { count, _ in count += 1 } }
      .start(on: .mainActor)
    busy.suspend()  // Its events wait.
    for _ in 1...20_000 { busy.emit(()) }
    busy.resume()
    let counts = Transcript<Int>()
    let other = list {}.start(on: .mainActor) { _ in counts.add(busy.state) }
    try await other.settled()
    #expect(counts.all.count == 1 && counts.all[0] < 5_000)
    // snippet.end
    busy.stop()
  }

  @Test func aMonitorIsToldWhatEachFeedbackDecides() {
    // snippet.monitor
    let lines = Transcript<String>()
    let spin = list { Feedback(while: { $0 == ["ask"] }) { .run { "answer" } }.named("find") }
    let log = Monitor<[String], String>.log { if $0.contains("find") { lines.add($0) } }
    let runtime = TestRuntime()
    let running = spin.start(on: runtime, options: RunOptions(monitors: [log]))
    runtime.run()
    running.emit("ask")
    runtime.run()
    #expect(
      lines.all == [
        "0 find wants nothing: the condition is false",
        "1 find starts #1",
        "2 \"answer\" from find #1",
        "2 find #1 ends",
        "2 find wants nothing: the condition is false",
      ])
    // snippet.end
  }

  // snippet.part
  struct Page: Equatable, Sendable {
    enum Event: Equatable, Sendable { case note(String), close }
    var note: String?

    static let noteSpin = Spin<String, String>(initialState: "") {
      Feedback(while: { !$0.isEmpty }) { .after(.seconds(1), "saved") }.named("save")
      Reducer { note, event in note = event }
    }
    static let spin = Spin<Page, Event>(initialState: Page(note: "draft")) {
      Scope(
        state: \.note, event: Event.note,
        from: { if case .note(let text) = $0 { text } else { nil } }
      ) { noteSpin }
      Reducer { page, event in if event == .close { page.note = nil } }
    }
  }

  @Test func theEffectsOfAPartEndWithIt() {
    let test = TestSpin(Page.spin)
    test.expectRunning("note.save")
    test.emit(.close) { $0.note = nil }
    test.expectRunning()
    test.finish()
  }
  // snippet.end

  /// A handle that an observer uses.
  private final class Handle: Sendable {
    private let running = Transcript<RunningSpin<[String], String>>()

    func set(_ handle: RunningSpin<[String], String>) { running.add(handle) }

    func emit(_ event: String) { running.all.last?.emit(event) }
  }
}
