import SpinAsync
import SpinCallbacks
import SpinMonitors
import SpinTestSupport
import SpinTesting
import Testing

struct CountersTests {
  @Test(arguments: Place.allCases)
  func countersCountWhatHappens(_ place: Place) async throws {
    let time = ManualScheduler()
    let runtime = place.runtime(time)
    // snippet.counters
    let counters = InMemoryCounters()
    let options = RunOptions<Draft, Draft.Event>(
      name: "draft", monitors: [.counters(into: counters)])
    let running = draft(saving: .after(.seconds(1), .saved)).start(on: runtime, options: options)
    // snippet.end
    try await running.send(.save)
    try await running.send(.edited("x"))
    try await running.send(.save)
    #expect(counters[LoopLevel(.effects, of: "draft")] == 1)
    time.advance(by: .seconds(1))
    try await running.settled()
    running.stop()
    await running.finished()
    running.emit(.save)
    // snippet.count
    #expect(counters[LoopTotal(.events, of: "draft")] == 4)
    // snippet.end
    #expect(counters[LoopTotal(.drops(.stopped), of: "draft")] == 1)
    #expect(counters[LoopTotal(.starts, of: "draft", feedback: "save")] == 2)
    #expect(counters[LoopTotal(.cancellations, of: "draft", feedback: "save")] == 1)
    #expect(counters[LoopTotal(.ends, of: "draft", feedback: "save")] == 1)
    #expect(counters[LoopLevel(.effects, of: "draft")] == 0)
    #expect(counters.highest(LoopLevel(.effects, of: "draft")) == 1)
    #expect(counters[LoopTime(.reducer, of: "draft")].count == 4)
    #expect(counters[LoopTime(.describing, of: "draft", feedback: "save")].count == 2)
    #expect(packageFile("Documentation/Guides/Pictures.md").contains("\(counters)\n"))
  }

  /// A test may move its clock as far as it goes.
  @Test func timesAtTheEndOfTheClockAreCounted() throws {
    let (counters, timeline) = (InMemoryCounters(), Recorded(Timeline()))
    for _ in 0..<2 {
      let time = ManualScheduler()
      let spin = Spin<Int, Int>(initialState: 0) {
        Reducer { state, step in
          state += step
          time.advance(by: .seconds(Int64.max))
        }
      }
      let running = spin.start(
        on: CallbackRuntime.callersThread(scheduler: time),
        options: RunOptions(
          name: "far", monitors: [.counters(into: counters), .timeline(into: timeline)]))
      for _ in 0..<20 { running.emit(1) }
      running.stop()
    }
    #expect(counters[LoopTime(.reducer, of: "far")].count == 40)
    #expect(counters[LoopTime(.reducer, of: "far")].total == Duration(attoseconds: .max))
    #expect(try TraceFormat(timeline.value.json).events("X").isEmpty == false)
  }

  @Test(arguments: Place.allCases)
  func anEffectThatEndsByItsOwnEventIsNotCancelled(_ place: Place) async throws {
    let (counters, timeline) = (InMemoryCounters(), Recorded(Timeline()))
    let options = RunOptions<Draft, Draft.Event>(
      name: "draft", monitors: [.counters(into: counters), .timeline(into: timeline)])
    let save = Effect<Draft.Event>.callback { emit in
      emit(.saved)
      return Cancellation {}
    }
    let running = draft(saving: save).start(on: place.runtime(ManualScheduler()), options: options)
    try await running.send(.save)
    #expect(try await running.settled().phase == .saved)
    #expect(counters[LoopTotal(.ends, of: "draft", feedback: "save")] == 1)
    #expect(counters[LoopTotal(.cancellations, of: "draft", feedback: "save")] == 0)
    #expect(counters[LoopLevel(.effects, of: "draft")] == 0)
    let ends = try TraceFormat(timeline.value.json).events("X").compactMap {
      $0.arguments["end"] as? String
    }
    #expect(ends == ["ended by its own event"])
    running.stop()
  }

  /// The clock of the loop passes only in its closures.
  @Test func theTimesOfClosuresAreThoseThatPassInThem() {
    let (time, counters) = (ManualScheduler(), InMemoryCounters())
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { state in
        time.advance(by: .seconds(state))
        return state
      }) { _ in
        time.advance(by: .seconds(10))
        return .none
      }
      .named("slow")
      Reducer { sum, number in
        time.advance(by: .seconds(100))
        sum += number
      }
    }
    let running = spin.start(
      on: .callersThread(scheduler: time),
      options: RunOptions(name: "sum", monitors: [.counters(into: counters)]))
    for number in 1...3 { running.emit(number) }
    let reducing = counters[LoopTime(.reducer, of: "sum")]
    #expect((reducing.count, reducing.total) == (3, .seconds(300)))
    let asking = counters[LoopTime(.asking, of: "sum", feedback: "slow")]
    #expect((asking.count, asking.total, asking.longest) == (4, .seconds(10), .seconds(6)))
    let describing = counters[LoopTime(.describing, of: "sum", feedback: "slow")]
    #expect((describing.count, describing.total) == (4, .seconds(40)))
    running.stop()
  }

  /// The time in which the loop rested was counted as that of the closure.
  @Test func anEffectClosureThatIsCalledWithoutAnEventTakesItsTimeOnly() {
    let (runtime, counters) = (TestRuntime(), InMemoryCounters())
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 }) { _ in .none }.throttled(for: .seconds(60), latest: true).named("held")
      Feedback(forEach: { $0 == 2 ? [1, 2] : [Int]() }, atMost: 1) { _ in
        Effect.sideEffect {}.delayed(by: .seconds(10))
      }
      .named("next")
      Reducer { $0 = $1 }
    }
    let running = spin.start(
      on: runtime, options: RunOptions(name: "sum", monitors: [.counters(into: counters)]))
    runtime.run()
    running.emit(2)
    runtime.advance(by: .seconds(100))
    for name in ["held", "next"] {
      let times = counters[LoopTime(.describing, of: "sum", feedback: name)]
      #expect((times.count, times.longest) == (2, .zero), "\(name)")
    }
    running.stop()
    runtime.run()
  }

  /// The length was that of the newest event for as long as an effect went on.
  @Test func aMailboxIsEmptyWhenTheLoopRestsEvenIfEffectsGoOn() {
    let (runtime, counters) = (TestRuntime(), InMemoryCounters())
    let mailbox = LoopLevel(.mailbox, of: "sum")
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(forEach: { _ in [1, 2, 3] }) { _ in Effect.sideEffect {}.delayed(by: .seconds(10)) }
      Feedback(while: { _ in true }) { .after(.seconds(1_000), 1) }
      Reducer { $0 += $1 }
    }
    let running = spin.start(
      on: runtime, options: RunOptions(name: "sum", monitors: [.counters(into: counters)]))
    runtime.run()
    running.suspend()
    running.emit(1)
    runtime.advance(by: .seconds(10))
    running.resume()
    runtime.run()
    #expect(counters[LoopLevel(.effects, of: "sum")] == 1)
    #expect((counters[mailbox], counters.highest(mailbox)) == (0, 3))
    running.stop()
    runtime.run()
  }

  @Test func aLevelIsTheSumOfTheRunsOfOneName() {
    let (counters, effects) = (InMemoryCounters(), LoopLevel(.effects, of: "draft"))
    let runs = (1...2).map { _ in
      draft(saving: .after(.seconds(1), .saved)).start(
        on: .callersThread(scheduler: ManualScheduler()),
        options: RunOptions(name: "draft", monitors: [.counters(into: counters)]))
    }
    for run in runs { run.emit(.save) }
    #expect(counters[effects] == 2)
    for (run, left) in zip(runs, [1, 0]) {
      run.stop()
      #expect(counters[effects] == left)
    }
    #expect(counters.highest(effects) == 2)
  }

  /// What waits when a run ends is no part of the sum.
  @Test func aRunThatEndsWithAFullMailboxLeavesNothing() {
    let (counters, mailbox) = (InMemoryCounters(), LoopLevel(.mailbox, of: "sum"))
    let running = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }.start(
      on: .callersThread,
      options: RunOptions(name: "sum", monitors: [.counters(into: counters)]))
    let token = running.observe { [weak running] transition in
      if transition.state == 2 { running?.stop() }
    }
    running.suspend()
    for _ in 1...5 { running.emit(1) }
    running.resume()
    #expect(counters.highest(mailbox) == 4)
    #expect(counters[mailbox] == 0)
    token.cancel()
  }

  /// The end of an effect stayed in the sum for ever.
  @Test func aRunThatStopsBeforeTheEndOfAnEffectLeavesNothing() {
    enum Event { case stop }
    let (time, counters) = (ManualScheduler(), InMemoryCounters())
    let mailbox = LoopLevel(.mailbox, of: "alarm")
    let spin = Spin<Event?, Event>(initialState: nil) {
      Feedback(while: { _ in true }) { .sideEffect {}.delayed(by: .seconds(1)) }
      Reducer { $0 = $1 }
    }
    for _ in 1...2 {
      let running = spin.start(
        on: .callersThread(scheduler: time),
        options: RunOptions(name: "alarm", monitors: [.counters(into: counters)]))
      let token = running.observe { [weak running] transition in
        if transition.state == .stop { running?.stop() }
      }
      running.suspend()
      running.emit(.stop)
      time.advance(by: .seconds(1))
      running.resume()
      #expect(running.isStopped)
      #expect((counters[mailbox], counters.highest(mailbox)) == (0, 1))
      token.cancel()
    }
  }

  @Test(arguments: [MailboxBound<Int>.unbounded, .bounded(2, .dropNewest)])
  func theLengthOfTheMailboxIsWhatWaitsBehindAnEvent(_ mailbox: MailboxBound<Int>) {
    let counters = InMemoryCounters()
    let options = RunOptions<Int, Int>(
      name: "sum", monitors: [.counters(into: counters)], mailbox: mailbox)
    let running = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }.start(
      on: .callersThread, options: options)
    running.suspend()
    for number in 1...5 { running.emit(number) }
    running.resume()
    let accepted = mailbox.capacity ?? 5
    #expect(counters.highest(LoopLevel(.mailbox, of: "sum")) == accepted - 1)
    #expect(counters[LoopLevel(.mailbox, of: "sum")] == 0)
    #expect(counters[LoopTotal(.events, of: "sum")] == accepted)
    #expect(counters[LoopTotal(.drops(.full), of: "sum")] == 5 - accepted)
    running.stop()
  }
}
