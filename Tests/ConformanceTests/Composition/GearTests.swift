import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// `Gear`: messages between loops that run apart.
extension Conformance {
  /// A loop that appends what it receives.
  static func listener(to gear: Gear<Int>) -> Spin<[Int], Int> {
    Spin<[Int], Int>(initialState: []) {
      Feedback.receiving(from: gear) { $0 }.named("gear")
      Reducer.appending
    }
  }

  /// A loop that sends each of its events.
  static func speaker(to gear: Gear<Int>) -> Spin<Int, Int> {
    Spin<Int, Int>(initialState: 0) {
      Feedback.sendingTransitions(to: gear) { $0.event }
      Reducer { number, new in number = new }
    }
  }

  @Test(.promises("23.1"), arguments: pairs)
  func everyReceiverHearsAllMessagesInOneOrder(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let gear = Gear<Int>()
    let first = Self.listener(to: gear).start(on: ours())
    let second = Self.listener(to: gear).start(on: theirs())
    let speakers = [ours(), theirs()].map { Self.speaker(to: gear).start(on: $0) }
    // It sends, and hears itself and the others.
    let both = Spin<[Int], Int>(initialState: []) {
      Feedback.receiving(from: gear) { $0 }
      Feedback.sendingTransitions(to: gear) { transition in
        transition.origin == .outside ? transition.event : nil
      }
      Reducer { numbers, number in if number % 10 != 9 { numbers.append(number) } }
    }
    .start(on: ours())
    try await settled(first, second, both)
    let count = inRelease(2_000, inDebug: 200)
    await onThreads(5) { thread in
      for number in 0..<count {
        let message = number * 10 + thread
        switch thread {
        case 0, 1: speakers[thread].emit(message)
        case 2: both.emit(number * 10 + 9)
        default: gear.post(message)
        }
      }
    }
    // NB: not when the loops are settled: a message that waits for its delivery keeps no loop at work.
    let all = try await first.first { $0.count == 5 * count }
    _ = try await second.first { $0.count == 5 * count }
    try await settled(first, second, both, speakers[0], speakers[1])
    #expect(all.count == 5 * count)
    #expect(second.state == all)
    #expect(both.state == all.filter { $0 % 10 != 9 })
    for sender in [0, 1, 9, 3, 4] {
      #expect(all.filter { $0 % 10 == sender } == (0..<count).map { $0 * 10 + sender })
    }
    for running in [first, second, both] { await running.end() }
    for speaker in speakers { await speaker.end() }
  }

  @Test(.promises("23.4"), arguments: RuntimeUnderTest.all)
  func aLoopHearsItselfFromTheStepOnInWhichItHasJoined(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let gear = Gear<String>()
    let spin = Spin<[String], String>(initialState: []) {
      Feedback.sendingTransitions(to: gear) { $0.number == 0 ? "before" : nil }
      Feedback.receiving(from: gear) { $0 }.named("gear")
      Feedback.sendingTransitions(to: gear) { transition in
        transition.number == 0 ? "after" : transition.origin == .outside ? "later" : nil
      }
      Reducer.appending
    }
    let origins = Transcript<String>()
    let running = spin.start(on: runtime) { origins($0.origin.summary) }
    #expect(try await running.settled() == ["after"])
    running.emit("outside")
    #expect(try await running.settled() == ["after", "outside", "later"])
    #expect(origins.entries == ["start", "gear delivered", "outside", "gear delivered"])
  }

  @Test(arguments: pairs)
  func theMessagesOfAStepAreSentInTheOrderOfTheFeedbacks(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let gear = Gear<Int>()
    let listening = Self.listener(to: gear).start(on: theirs)
    try await listening.settled()
    let sending = Spin<Int, Int>(initialState: 0) {
      Feedback.sending(on: { $0 * 10 + 1 }, to: gear)
      Feedback.sendingTransitions(to: gear) { $0.state * 10 + 2 }
      Feedback.sending(on: { $0 * 10 + 3 }, to: gear)
      Reducer { number, new in number = new }
    }
    .start(on: ours)
    for number in 1..<20 { sending.emit(number) }
    try await settled(sending, listening)
    let all = (0..<20).flatMap { number in (1...3).map { number * 10 + $0 } }
    #expect(listening.state == all)
  }

  /// A receiver on the caller's thread has no other thread than the sender's.
  @Test(.promises("23.3"), .needsOpenGate, arguments: RuntimeUnderTest.all)
  func aMessageIsDeliveredWhenTheStepOfItsSenderIsComplete(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let gear = Gear<Int>()
    let log = Transcript<String>()
    let listening = Spin<Int, Int>(initialState: 0) {
      Feedback.receiving(from: gear) { message in
        log("received \(message)")
        return message
      }
      Reducer { number, new in
        log("heard \(new)")
        number = new
      }
    }
    .start(on: .callersThread)
    let sending = Spin<Int, Int>(initialState: 0) {
      Feedback.sending(on: { $0 > 0 ? $0 : nil }, to: gear)
      Feedback(filteredBy: { $0 > 0 }) { number in
        log("described \(number)")
        return .callback { _ in
          log("started \(number)")
          return .none
        }
      }
      Reducer { number, new in
        log("reduced \(new)")
        number = new
      }
    }
    .start(on: runtime) { log("published \($0.state)") }
    await sending.idle()
    sending.emit(1)
    sending.emit(2)
    try await settled(sending, listening)
    let words = ["reduced", "published", "described", "started", "received", "heard"]
    for number in ["1", "2"] {
      #expect(log.entries.filter { $0.hasSuffix(number) } == words.map { "\($0) \(number)" })
    }
    await listening.end()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func twoLoopsOnAGearPlayPingPongInConstantStack(_ runtime: RuntimeUnderTest) async throws {
    let rounds = inRelease(20_000, inDebug: 2_000)
    let gear = Gear<Int>()
    let runtime = runtime()
    @Sendable func player(_ parity: Int) -> Spin<Int, Int> {
      Spin<Int, Int>(initialState: 0) {
        Feedback.receiving(from: gear) { $0 % 2 == parity ? $0 : nil }
        Feedback.sendingTransitions(to: gear) { transition in
          transition.event.flatMap { $0 < rounds ? $0 + 1 : nil }
        }
        Reducer { number, new in number = new }
      }
    }
    let (ping, pong) = await onThread(stackSize: smallStack) {
      (player(0).start(on: runtime), player(1).start(on: runtime))
    }
    try await settled(ping, pong)
    await onThread(stackSize: smallStack) { gear.post(1) }
    try await settled(ping, pong)
    #expect(ping.state == rounds && pong.state == rounds - 1)
    await ping.end()
    await pong.end()
  }

  // MARK: By edge, by transition

  @Test(arguments: RuntimeUnderTest.all)
  func sendingByEdgeLeavesOutEqualAnswersAndForgetsWithNil(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let gear = Gear<Int>()
    let listening = Self.listener(to: gear).start(on: runtime)
    try await listening.settled()
    let sending = Spin<Int?, Int?>(initialState: 0) {
      Feedback.sending(on: { $0 }, to: gear)
      Reducer { number, new in number = new }
    }
    .start(on: runtime)
    for number in [0, 1, 1, 2, nil, 2, 2, nil, nil, 3, 1] { sending.emit(number) }
    try await settled(sending, listening)
    #expect(listening.state == [0, 1, 2, 2, 3, 1])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func sendingTransitionsSendsEachAnswerAndKnowsTheStateBefore(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let gear = Gear<String>()
    let listening = Spin<[String], String>(initialState: []) {
      Feedback.receiving(from: gear) { $0 }
      Reducer.appending
    }
    .start(on: runtime)
    try await listening.settled()
    let sending = Spin<Int, Int>(initialState: 0) {
      Feedback.sendingTransitions(to: gear, keepingPrevious: true) { transition in
        transition.event == 0
          ? nil : "\(transition.previous.map(String.init) ?? "start") → \(transition.state)"
      }
      Reducer { sum, step in sum += step }
    }
    .start(on: runtime)
    for step in [1, 0, 1, -1, 1] { sending.emit(step) }
    try await settled(sending, listening)
    #expect(listening.state == ["start → 0", "0 → 1", "1 → 2", "2 → 1", "1 → 2"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aThrottledFeedbackSendsTheNewestAnswerOfAPeriodUnlessItWasForgotten(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (gear, time) = (Gear<Int>(), ManualScheduler())
    let listening = Self.listener(to: gear).start(on: runtime)
    try await listening.settled()
    let sending = Spin<Int?, Int?>(initialState: nil) {
      Feedback.sending(on: { $0 }, to: gear).throttled(for: .seconds(1), latest: true)
      Reducer { number, new in number = new }
    }
    .start(on: runtime, scheduler: time)
    for number in [1, 2, 3] { sending.emit(number) }
    await sending.idle()
    time.advance(by: .seconds(1))
    await sending.idle()
    for number in [4, nil] { sending.emit(number) }
    try await settled(sending, listening)
    #expect(listening.state == [1, 3])
  }
}
