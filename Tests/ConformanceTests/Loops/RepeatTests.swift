import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// `DropRepeats`: what is a repeat, when that is decided, and what becomes of it.
extension Conformance {
  /// An event of a button; `nil` is no button.
  struct Tap: Equatable, Sendable, CustomStringConvertible {
    var button: String?
    var number = 0

    init(_ button: String?, _ number: Int = 0) {
      self.button = button
      self.number = number
    }

    var description: String { "\(button ?? "-")\(number)" }
  }

  private static let byButton = DropRepeats<[Tap], Tap>(within: .milliseconds(300)) { $0.button }

  /// Runs a loop on time that passes by hand.
  private func taps(
    _ runtime: RuntimeUnderTest, _ spin: Spin<[Tap], Tap>,
    _ play: (RunningSpin<[Tap], Tap>, ManualScheduler) async throws -> Void
  ) async throws -> (reduced: [String], dropped: [String]) {
    let (time, drops) = (ManualScheduler(), Drops())
    let running = spin.start(on: runtime(scheduler: time), options: drops.options())
    try await play(running, time)
    let reduced = try await running.settled().map(\.description)
    await running.end()
    return (reduced, drops.entries)
  }

  private static let spin = Spin<[Tap], Tap>(initialState: []) {
    byButton
    Reducer.appending
  }

  @Test(.promises("20.1"), arguments: RuntimeUnderTest.all)
  func aRepeatOfAKeyWithinTheIntervalIsDroppedAndReported(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (reduced, dropped) = try await taps(runtime, Self.spin) { running, time in
      for tap in [Tap("a", 1), Tap("a", 2), Tap("b", 3), Tap("a", 4)] {
        // That it is a repeat is found when it is its turn.
        let result = running.emit(tap)
        #expect(result == .accepted)
      }
    }
    #expect(reduced == ["a1", "b3"])
    #expect(dropped == ["a2 repeated outside", "a4 repeated outside"])
  }

  @Test(.promises("20.1"), arguments: RuntimeUnderTest.all)
  func theIntervalRunsFromTheLastEventOfTheKeyThatWasReduced(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (reduced, _) = try await taps(runtime, Self.spin) { running, time in
      // At 0, 200, 400, …: every other one is a repeat.
      for number in 0..<6 {
        running.emit(Tap("a", number))
        time.advance(by: .milliseconds(200))
      }
      time.advance(by: .seconds(1))
      running.emit(Tap("a", 6))
      time.advance(by: .milliseconds(299))
      running.emit(Tap("a", 7))
      // When the interval has passed, it is over.
      time.advance(by: .milliseconds(1))
      running.emit(Tap("a", 8))
    }
    #expect(reduced == ["a0", "a2", "a4", "a6", "a8"])
  }

  @Test(.promises("20.3"), arguments: RuntimeUnderTest.all)
  func anEventIsAsOldAsItsAcceptanceHoweverLateTheLoopIs(_ runtime: RuntimeUnderTest) async throws {
    let (time, drops) = (ManualScheduler(), Drops())
    let held = HeldRuntime(runtime(scheduler: time), turns: true)
    let running = Self.spin.start(on: held, options: drops.options())
    for number in 0..<4 {
      running.emit(Tap("a", number))
      time.advance(by: .seconds(1))
    }
    running.emit(Tap("b", 4))
    running.emit(Tap("b", 5))
    time.advance(by: .seconds(1))
    held.release()
    let reduced = try await running.settled().map(\.description)
    #expect(reduced == ["a0", "a1", "a2", "a3", "b4"])
    #expect(drops.entries == ["b5 repeated outside"])
  }

  /// The first of them waits for the runtime alone in an idle mailbox.
  @Test(.promises("20.3"), arguments: RuntimeUnderTest.all)
  func theFirstEventOfATurnIsAsOldAsItsAcceptance(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let held = HeldRuntime(runtime(scheduler: time), turns: true)
    let running = Self.spin.start(on: held)
    running.emit(Tap("a", 0))
    time.advance(by: .milliseconds(200))
    held.release()
    #expect(try await running.settled() == [Tap("a", 0)])
    time.advance(by: .milliseconds(100))
    running.emit(Tap("a", 1))
    #expect(try await running.settled() == [Tap("a", 0), Tap("a", 1)])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anEventWithoutAKeyIsNeverARepeat(_ runtime: RuntimeUnderTest) async throws {
    let (reduced, dropped) = try await taps(runtime, Self.spin) { running, _ in
      for number in 0..<3 { running.emit(Tap(nil, number)) }
    }
    #expect(reduced == ["-0", "-1", "-2"])
    #expect(dropped == [])
  }

  @Test(.promises("20.1"), arguments: RuntimeUnderTest.all)
  func aConditionSaysWhichEventsRepeatEachOther(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<[Tap], Tap>(initialState: []) {
      DropRepeats(within: .milliseconds(300)) { $0.number > 0 }
      Reducer.appending
    }
    let (reduced, dropped) = try await taps(runtime, spin) { running, time in
      for tap in [Tap("a", 0), Tap("a", 0), Tap("a", 1), Tap("b", 2), Tap("a", 0)] {
        running.emit(tap)
      }
    }
    #expect(reduced == ["a0", "a0", "a1", "a0"])
    #expect(dropped == ["b2 repeated outside"])
  }

  @Test(.promises("20.1"), arguments: RuntimeUnderTest.all, [.zero, .seconds(-1)] as [Duration])
  func withinNoTimeThereAreNoRepeats(
    _ runtime: RuntimeUnderTest, _ interval: Duration
  ) async throws {
    let spin = Spin<[Tap], Tap>(initialState: []) {
      DropRepeats(within: interval) { $0.button }
      Reducer.appending
    }
    let (reduced, dropped) = try await taps(runtime, spin) { running, _ in
      for number in 0..<3 { running.emit(Tap("a", number)) }
    }
    #expect(reduced == ["a0", "a1", "a2"])
    #expect(dropped == [])
  }

  @Test(.promises("20.1"), arguments: RuntimeUnderTest.all)
  func theFirstThatFindsARepeatDropsItAndForTheOthersItHasNotBeen(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let spin = Spin<[Tap], Tap>(initialState: []) {
      Self.byButton
      DropRepeats(within: .seconds(1)) { $0.number > 0 ? $0.number : nil }
      Reducer.appending
    }
    let (reduced, dropped) = try await taps(runtime, spin) { running, _ in
      for tap in [
        Tap("a", 1),
        Tap("a", 2),  // By the first; so the second has not seen it,
        Tap("b", 2),  // and this is no repeat of it.
        Tap("c", 2),  // By the second; so the first has not seen it,
        Tap("c", 0),  // and this is no repeat of it.
      ] {
        running.emit(tap)
      }
    }
    #expect(reduced == ["a1", "b2", "c0"])
    #expect(dropped == ["a2 repeated outside", "c2 repeated outside"])
  }

  @Test(.promises("20.4"), arguments: RuntimeUnderTest.all)
  func immediateEventsAreNoRepeatsButCount(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<[Tap], Tap>(initialState: []) {
      Self.byButton
      Feedback(on: { $0.last?.button == "go" ? true : nil }) { _ in
        .several(Tap("a", 1), Tap("a", 2))
      }
      Reducer.appending
    }
    let (reduced, dropped) = try await taps(runtime, spin) { running, time in
      running.emit(Tap("a", 0))
      time.advance(by: .milliseconds(200))
      running.emit(Tap("go"))
      _ = try await running.settled()
      time.advance(by: .milliseconds(200))
      running.emit(Tap("a", 3))
      time.advance(by: .milliseconds(100))
      running.emit(Tap("a", 4))
    }
    #expect(reduced == ["a0", "go0", "a1", "a2", "a4"])
    #expect(dropped == ["a3 repeated outside"])
  }

  @Test(.promises("20.5"), arguments: RuntimeUnderTest.all, [false, true])
  func aLastEventThatIsDroppedEndsItsEffectAllTheSame(
    _ runtime: RuntimeUnderTest, _ hasBody: Bool
  ) async throws {
    let gates = [Gate(), Gate(), Gate()]
    let described = Transcript<Int>()
    let feedback = Feedback<[Tap], Tap>(on: \.count) { count in
      if count > 2 { return .none }
      described(count)
      if !hasBody { return .after(.milliseconds(10), Tap("a", 10 + count)) }
      return .run {
        await gates[count].wait()
        return Tap("a", 10 + count)
      }
    }
    let spin = Spin<[Tap], Tap>(initialState: []) {
      Self.byButton
      feedback.strategy(.queueNewState)
      Reducer.appending
    }
    let (reduced, dropped) = try await taps(runtime, spin) { running, time in
      try await described.until(0)
      running.emit(Tap("a", 0))
      try await described.until(1)
      running.emit(Tap("b", 0))
      try await described.until(2)
      // The three effects end one after another, each with an event that is dropped.
      for gate in gates { gate.open() }
      if !hasBody {
        for _ in 0..<3 {
          try await time.untilAlarms(1)
          time.advance(by: .milliseconds(10))
          await running.idle()
        }
      }
      _ = try await running.settled()
    }
    #expect(reduced == ["a0", "b0"])
    #expect(dropped == [10, 11, 12].map { "a\($0) repeated 0 delivered" })
  }

  @Test(.promises("20.6"), arguments: RuntimeUnderTest.all)
  func aRepeatWinsNoRace(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Tap>()
    let spin = Spin<[Tap], Tap>(initialState: []) {
      Self.byButton
      Feedback(while: { _ in true }) { .race(remote.effect("one"), remote.effect("two")) }
      Reducer.appending
    }
    let (reduced, dropped) = try await taps(runtime, spin) { running, _ in
      try await remote.log.until("+two")
      running.emit(Tap("a", 0))
      remote.emit(Tap("a", 1), from: "one")
      remote.emit(Tap("b", 2), from: "two")
      remote.emit(Tap("c", 3), from: "one")
      remote.finishAll()
    }
    #expect(reduced == ["a0", "b2"])
    #expect(dropped == ["a1 repeated 0 delivered", "c3 stale 0 delivered"])
  }

  @Test(.promises("20.2"), arguments: RuntimeUnderTest.all)
  func whatIsStaleIsNoRepeatAndDoesNotCount(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Tap>()
    let spin = Spin<[Tap], Tap>(initialState: []) {
      Self.byButton
      Feedback(on: \.last?.number) { remote.effect($0) }
      Reducer.appending
    }
    let drops = Drops()
    let running = spin.start(
      on: runtime, scheduler: ManualScheduler(), options: drops.options())
    running.emit(Tap("x", 1))
    try await remote.log.until("+1")
    let emitter = try #require(remote.emitter("1"))
    // The first event of "a" comes from an effect that is dead by the time it is taken.
    running.emit(Tap("y", 2))
    emitter(Tap("a", 3))
    try await remote.log.until("+2")
    running.emit(Tap("a", 4))
    running.emit(Tap("a", 5))
    await running.idle()
    #expect(running.state.map(\.description) == ["x1", "y2", "a4"])
    #expect(
      drops.entries == ["a3 stale 0 delivered", "a5 repeated outside"])
  }

  @Test(.promises("8.5"), arguments: RuntimeUnderTest.all)
  func afterAStopARepeatIsDroppedAsStopped(_ runtime: RuntimeUnderTest) async throws {
    let drops = Drops()
    let held = HeldRuntime(runtime(scheduler: ManualScheduler()), turns: true)
    let running = Self.spin.start(on: held, options: drops.options())
    running.emit(Tap("a", 0))
    running.emit(Tap("a", 1))
    running.stop()
    held.release()
    await running.finished()
    running.emit(Tap("a", 2))
    #expect(drops.entries == (0..<3).map { "a\($0) stopped outside" })
    #expect(running.state == [])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aSpinMayHaveItWhereverAFeedbackMayStand(_ runtime: RuntimeUnderTest) async throws {
    let parts = [Self.byButton]
    let group = Feedbacks<[Tap], Tap> {
      Feedback.sideEffect { _ in }
      Self.byButton
    }
    let isOn = true
    let spins = [
      Spin<[Tap], Tap>(initialState: []) {
        Reducer.appending
        Self.byButton
      },
      Spin<[Tap], Tap>(initialState: []) {
        Reducer.appending
        group.strategy(.queueNewState)
      },
      Spin<[Tap], Tap>(initialState: []) {
        if isOn { Self.byButton }
        Reducer.appending
      },
      Spin<[Tap], Tap>(initialState: []) {
        for part in parts { part }
        Reducer.appending
      },
      Spin<[Tap], Tap>(initialState: []) {
        parts
        Reducer.appending
      },
      Spin<[Tap], Tap>(initialState: [], reducer: .appending) { group },
      Spinner.initialState([]).part(Self.byButton).reducer(.appending),
      Spinner.initialState([]).feedback(.sideEffect { _ in }).part(Self.byButton)
        .reducer(.appending),
      Spinner.initialState([]).feedbacks(group).reducer(.appending),
    ]
    for (number, spin) in spins.enumerated() {
      let (reduced, dropped) = try await taps(runtime, spin) { running, _ in
        running.emit(Tap("a", 0))
        running.emit(Tap("a", 1))
      }
      #expect(reduced == ["a0"], "\(number)")
      #expect(dropped == ["a1 repeated outside"], "\(number)")
    }
  }

  /// They precede the events from outside, which were accepted before transition 0 was made.
  @Test(.promises("20.3", "20.4"), arguments: RuntimeUnderTest.all)
  func theImmediateEventsOfTheStartAreAsOldAsTheRun(_ runtime: RuntimeUnderTest) async throws {
    let (time, drops) = (ManualScheduler(), Drops())
    let held = HeldRuntime(runtime(scheduler: time), turns: true)
    let spin = Spin<[Tap], Tap>(initialState: []) {
      Self.byButton
      Feedback.source { .several(Tap("a", 1), Tap("b", 2)) }
      Reducer.appending
    }
    let running = spin.start(on: held, options: drops.options())
    time.advance(by: .milliseconds(200))
    running.emit(Tap("a", 3))
    time.advance(by: .milliseconds(200))
    running.emit(Tap("a", 4))
    held.release()
    let reduced = try await running.settled().map(\.description)
    #expect(reduced == ["a1", "b2", "a4"])
    #expect(drops.entries == ["a3 repeated outside"])
  }

  /// However the threads come in each other's way, one event of each key is reduced.
  @Test(.promises("20.1"), arguments: RuntimeUnderTest.all)
  func ofManyThreadsThatEmitAtOnceOneEventOfEachKeyIsReduced(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (keys, threads) = (inRelease(2_000, inDebug: 200), 4)
    let dropped = Transcript<String>()
    let spin = Spin<[Tap], Tap>(initialState: []) {
      Self.byButton
      Feedback.transitions { transition in
        transition.event?.number == 0 ? .just(Tap(nil, 9)) : .none
      }
      Reducer.appending
    }
    let options = RunOptions<[Tap], Tap> { dropped("\($0.reason)") }
    let running = spin.start(on: runtime, scheduler: ManualScheduler(), options: options)
    await onThreads(threads) { thread in
      for key in 0..<keys { running.emit(Tap("\(key)", thread)) }
    }
    let state = try await running.settled()
    let buttons = state.compactMap(\.button)
    #expect(Set(buttons).count == keys && buttons.count == keys)
    #expect(dropped.entries == Array(repeating: "repeated", count: keys * (threads - 1)))
    #expect(state.count { $0.number == 9 } == state.count { $0.number == 0 })
  }

  /// A loop asks its clock for the time of an event only if it is to find repeats.
  @Test(arguments: RuntimeUnderTest.all)
  func onlyALoopThatDropsRepeatsAsksForTheTimeOfAnEvent(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let clock = AskedClock()
    let plain = Spin<[Tap], Tap>(initialState: [], reducer: .appending) {}
    // Once for the start, and once for each event.
    for (spin, times) in [(plain, 0), (Self.spin, 11)] {
      let running = spin.start(on: runtime(scheduler: clock))
      for number in 0..<10 { running.emit(Tap("a", number)) }
      try await running.settled()
      #expect(clock.asked.entries.count == times)
      await running.end()
    }
  }

  @Test(.promises("20.4"), arguments: RuntimeUnderTest.all)
  func eachFilterOfAPartCountsAnImmediateEvent(_ runtime: RuntimeUnderTest) async {
    struct Part: Equatable, Sendable {
      var pings = 0
      var echoes = 0
    }
    struct Whole: Sendable { var part = Part() }
    enum Word: Sendable { case ping, echo }
    let alone = Spin<Part, Word>(initialState: Part()) {
      DropRepeats(within: .seconds(1)) { (word: Word) -> Int? in word == .ping ? 1 : nil }
      DropRepeats(within: .seconds(10)) { (word: Word) -> Int? in word == .ping ? 1 : nil }
      Feedback(on: { $0.echoes > 0 ? $0.echoes : nil }) { _ in .just(.ping) }
      Reducer { part, word in
        switch word {
        case .ping: part.pings += 1
        case .echo: part.echoes += 1
        }
      }
    }
    let whole = Spin<Whole, Word>(initialState: Whole()) {
      Scope(state: \.part, event: { $0 }, from: { $0 }) { alone }
    }
    let time = ManualScheduler()
    let first = alone.start(on: runtime, scheduler: time)
    let second = whole.start(on: runtime, scheduler: time)
    for (word, pause) in [(Word.ping, 500), (.echo, 9_700), (.ping, 0)] {
      first.emit(word)
      second.emit(word)
      await first.idle()
      await second.idle()
      time.advance(by: .milliseconds(pause))
    }
    // The last one repeats the echo's, which the first filter alone would have dropped.
    #expect(first.state == Part(pings: 2, echoes: 1))
    #expect(second.state.part == first.state)
  }
}

/// A scheduler that writes down how often it is asked for the time.
private struct AskedClock: SpinScheduler {
  let asked = Transcript<Bool>()

  var now: Duration {
    asked(true)
    return .seconds(asked.entries.count)
  }

  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation { .none }
}
