import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Feedbacks that start at most once in each period.
extension Conformance {
  /// A run whose throttled feedback has effects by remote control.
  private func start(
    _ runtime: RuntimeUnderTest, _ time: ManualScheduler, latest: Bool,
    strategy: ExecutionStrategy = .cancelOnNewState, _ remote: Remote<Int?>
  ) -> RunningSpin<Int?, Int?> {
    let spin = Spin<Int?, Int?>(initialState: 0) {
      Feedback(on: \.self) { remote.effect($0) }
        .strategy(strategy).throttled(for: .seconds(1), latest: latest)
      Reducer { number, next in number = next }
    }
    return spin.start(on: runtime, scheduler: time)
  }

  @Test(.promises("16.1", "16.3", "16.4", "16.5", "16.7"), arguments: RuntimeUnderTest.all)
  func theNewestOfAPeriodStartsAtItsEnd(_ runtime: RuntimeUnderTest) async throws {
    let (time, remote) = (ManualScheduler(), Remote<Int?>())
    let running = start(runtime, time, latest: true, remote)
    await running.idle()
    time.advance(by: .milliseconds(600))
    for number in 1...3 { running.emit(number) }
    await running.idle()
    #expect(remote.log.entries == ["+0", "-0"])  // A new value still cancels at once.
    #expect(time.alarmCount == 1)
    time.advance(by: .milliseconds(399))
    await running.idle()
    #expect(remote.log.entries == ["+0", "-0"])
    time.advance(by: .milliseconds(1))
    await running.idle()
    #expect(remote.log.entries == ["+0", "-0", "+3"])
    time.advance(by: .milliseconds(999))  // The period runs from the last start.
    running.emit(4)
    await running.idle()
    time.advance(by: .milliseconds(1))
    await running.idle()
    #expect(remote.log.entries == ["+0", "-0", "+3", "-3", "+4"])
    time.advance(by: .seconds(1))
    running.emit(5)
    await running.idle()
    #expect(remote.log.entries == ["+0", "-0", "+3", "-3", "+4", "-4", "+5"])
    await running.end()
    #expect(time.alarmCount == 0)
  }

  @Test(.promises("16.1", "16.4"), .needsOpenGate, arguments: RuntimeUnderTest.all)
  func withoutLatestWhatComesTooEarlyIsNeverStarted(_ runtime: RuntimeUnderTest) async throws {
    let (time, remote) = (ManualScheduler(), Remote<Int?>())
    let running = start(runtime, time, latest: false, remote)
    running.emit(1)
    await running.idle()
    #expect(time.alarmCount == 0)
    time.advance(by: .seconds(1))
    await running.idle()
    running.emit(2)
    await running.idle()
    #expect(remote.log.entries == ["+0", "-0", "+2"])
  }

  /// The event was accepted too early, and is reduced in time.
  @Test(.promises("16.8"), arguments: RuntimeUnderTest.all)
  func whetherAStartIsTooEarlyIsDecidedInItsStep(_ runtime: RuntimeUnderTest) async throws {
    let (time, remote) = (ManualScheduler(), Remote<Int?>())
    let running = start(runtime, time, latest: false, remote)
    await running.idle()
    running.suspend()
    running.emit(1)
    time.advance(by: .seconds(1))
    running.resume()
    await running.idle()
    #expect(remote.log.entries == ["+0", "-0", "+1"])
  }

  @Test(.needsOpenGate, arguments: RuntimeUnderTest.all)
  func aHeldStartIsForgottenWhenItIsNotWantedAnyMore(_ runtime: RuntimeUnderTest) async throws {
    let (time, remote) = (ManualScheduler(), Remote<Int?>())
    let running = start(runtime, time, latest: true, remote)
    running.emit(1)
    running.emit(nil)
    #expect(try await running.settled() == nil)
    #expect(time.alarmCount == 0)
    running.emit(2)
    await running.idle()
    #expect(time.alarmCount == 1)
    time.advance(by: .seconds(1))
    await running.idle()
    #expect(remote.log.entries == ["+0", "-0", "+2"])
  }

  @Test(.promises("16.6"), arguments: RuntimeUnderTest.all)
  func aHeldStartKeepsTheLoopFromBeingSettled(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback(on: \.count) { count in count < 4 ? .just(count) : .none }
        .throttled(for: .seconds(1), latest: true)
      Reducer { numbers, number in numbers.append(number) }
    }
    let running = spin.start(on: runtime, scheduler: time)
    async let settled = running.settled()
    for _ in 1...4 {
      try await time.untilAlarms(1)
      time.advanceToNextAlarm()
      await running.idle()
    }
    #expect(try await settled == [0, 1, 2, 3])
    #expect(time.now == .seconds(4))
  }

  @Test(arguments: RuntimeUnderTest.all)
  func eachStrategyCanBeThrottled(_ runtime: RuntimeUnderTest) async throws {
    let expected: [(ExecutionStrategy, [String])] = [
      (.continueOnNewState, ["+0", "+2"]), (.ignoreNewState, ["+0"]), (.queueNewState, ["+0"]),
    ]
    for (strategy, entries) in expected {
      let (time, remote) = (ManualScheduler(), Remote<Int?>())
      let running = start(runtime, time, latest: true, strategy: strategy, remote)
      running.emit(1)
      running.emit(2)
      await running.idle()
      time.advance(by: .seconds(1))
      await running.idle()
      #expect(remote.log.entries == entries, "\(strategy)")
      remote.finish("0")
      await running.idle()
      #expect(
        remote.log.entries.contains("+2") == (strategy != .ignoreNewState), "\(strategy)")
      await running.end()
    }
  }

  @Test(.promises("16.5"), arguments: RuntimeUnderTest.all)
  func everyStateIsThrottledWithTheNewest(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let saved = Transcript<String>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.sideEffect { saved("\($0)") }.throttled(for: .seconds(1), latest: true)
      Feedback(lensingOn: { $0 * 10 }, filteredBy: { $0 != 30 }) { part in
        saved("part \(part)")
        return .none
      }
      .throttled(for: .seconds(1), latest: true)
      Reducer { number, next in number = next }
    }
    let running = spin.start(on: runtime, scheduler: time)
    running.emit(1)
    running.emit(2)
    await running.idle()
    time.advance(by: .seconds(1))
    await running.idle()
    running.emit(2)
    running.emit(3)  // Does not pass the filter.
    await running.idle()
    time.advance(by: .seconds(1))
    await running.idle()
    #expect(saved.entries == ["0", "part 0", "2", "part 20", "3"])
  }

  private enum Order: Sendable {
    case plain(Int)
    case ask(Int, Reply<Int>)

    var number: Int {
      switch self {
      case .plain(let number), .ask(let number, _): number
      }
    }
  }

  /// The loop keeps no copy of it.
  @Test(.promises("16.5", "19.8"), arguments: RuntimeUnderTest.all)
  func anEventWithAReplyIsNotHeld(_ runtime: RuntimeUnderTest) async throws {
    for asks in [false, true] {
      let (time, log) = (ManualScheduler(), Transcript<Int>())
      let spin = Spin<Int, Order>(initialState: 0) {
        Feedback<Int, Order>.events({ $0.number }) { number in
          log(number)
          return .none
        }
        .throttled(for: .seconds(1), latest: true)
        Reducer { number, order in
          number = order.number
          if case .ask(_, let reply) = order { reply.answer(number) }
        }
      }
      let running = spin.start(on: runtime, scheduler: time)
      running.emit(.plain(1))
      if asks {
        #expect(try await running.ask { .ask(2, $0) } == 2)
      } else {
        running.emit(.plain(2))
      }
      await running.idle()
      #expect(time.alarmCount == 1)
      time.advance(by: .seconds(1))
      await running.idle()
      #expect(log.entries == (asks ? [] : [2]))
      await running.end()
    }
  }

  @Test(.promises("16.2"), arguments: RuntimeUnderTest.all)
  func eachElementHasAPeriodOfItsOwn(_ runtime: RuntimeUnderTest) async throws {
    let (time, remote) = (ManualScheduler(), Remote<[Job]>())
    let spin = Spin<[Job], [Job]>(initialState: ["a"]) {
      Feedback(forEach: \.self, atMost: 2) { remote.effect($0) }
        .throttled(for: .seconds(1), latest: true)
      Reducer { jobs, next in jobs = next }
    }
    let running = spin.start(on: runtime(scheduler: time))
    await running.idle()
    time.advance(by: .milliseconds(500))
    running.emit(["a1", "b"])
    await running.idle()
    #expect(remote.log.entries == ["+a", "-a", "+b"])
    running.emit(["a2", "b", "c"])  // The held one has given its place up.
    await running.idle()
    #expect(remote.log.entries == ["+a", "-a", "+b", "+c"])
    time.advance(by: .milliseconds(500))
    await running.idle()
    #expect(remote.log.entries == ["+a", "-a", "+b", "+c"])
    remote.finish("b")
    try await remote.log.until("+a2")
    running.emit(["c"])
    running.emit(["a", "c"])  // An element that comes back begins a period of its own.
    await running.idle()
    #expect(remote.log.entries == ["+a", "-a", "+b", "+c", "-b", "+a2", "-a2", "+a"])
    await running.end()
    #expect(time.alarmCount == 0)
  }
}
