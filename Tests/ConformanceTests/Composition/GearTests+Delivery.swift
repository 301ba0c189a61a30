import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// What becomes of a message between its sender and the mailboxes of the receivers.
extension Conformance {
  /// A gear whose messages nobody gets, until the test says so: a thread is held up while it delivers.
  private final class HeldGear: Sendable {
    let gear: Gear<Int>
    private let gate: Gate
    private let thread: Task<Void, Never>
    private let token: ObservationToken

    init() async {
      let (gear, begun, gate) = (Gear<Int>(), Gate(), Gate())
      token = gear.observe { message in
        guard message < 0 else { return }
        begun.open()
        gate.waitBlocking()
      }
      thread = Task { await onThread { gear.post(-1) } }
      (self.gear, self.gate) = (gear, gate)
      await begun.waitStubbornly()
    }

    func release() async {
      gate.open()
      await thread.value
    }
  }

  /// Neither a later state nor a strategy or an executor changes anything about it.
  @Test(.promises("23.5"), arguments: pairs)
  func aMessageThatWasDecidedIsDeliveredAndKeepsItsSenderUnsettledUntilThen(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let held = await HeldGear()
    let gear = held.gear
    let listening = Self.listener(to: gear).start(on: theirs)
    await listening.idle()
    let log = Transcript<String>()
    let sending = Spin<Int, Int>(initialState: 0) {
      Feedback.sending(on: { $0 > 0 ? $0 : nil }, to: gear).strategy(.cancelOnNewState)
      Feedback.sendingTransitions(to: gear) { $0.event.map { $0 + 100 } }
        .strategy(.ignoreNewState).executor(globalConcurrentExecutor)
      Reducer { number, new in number = new }
    }
    .start(on: ours)
    try await sending.settled()
    for number in [1, 2, 0, 2, 3] { sending.emit(number) }
    let tokens = [sending.onSettled { log("sent") }, listening.onSettled { log("joined") }]
    await sending.idle()
    await listening.idle()
    #expect(log.entries == [])
    await held.release()
    try await settled(sending, listening)
    #expect(Set(log.entries) == ["sent", "joined"])
    #expect(listening.state == [1, 101, 2, 102, 100, 2, 102, 3, 103])
    for token in tokens { token.cancel() }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aMessageIsDeliveredEvenIfItsSenderHasStopped(_ runtime: RuntimeUnderTest) async throws {
    let held = await HeldGear()
    let listening = Self.listener(to: held.gear).start(on: runtime)
    await listening.idle()
    let sending = Self.speaker(to: held.gear).start(on: runtime())
    for number in 1...3 { sending.emit(number) }
    await sending.idle()
    await sending.end()
    await held.release()
    #expect(try await listening.settled() == [1, 2, 3])
  }

  /// Posts messages that no loop wants to hear.
  private static func post(_ count: Int, to gears: Gear<Int>...) async {
    for _ in 0..<count {
      for gear in gears { gear.post(0) }
    }
  }

  /// Whoever posts something else meanwhile may have to deliver the messages of the loops.
  @Test(.promises("23.5"), arguments: pairs)
  func settledOfLoopsThatAGearConnectsIsExact(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let (there, back) = (Gear<Int>(), Gear<Int>())
    let ping = Spin<Int, Int>(initialState: 0) {
      Feedback.receiving(from: back) { $0 > 0 ? $0 : nil }
      Feedback.sendingTransitions(to: there) { $0.event }
      Reducer { number, new in number = new }
    }
    .start(on: ours)
    let pong = Spin<Int, Int>(initialState: 0) {
      Feedback.receiving(from: there) { $0 > 0 ? $0 : nil }
      Feedback.sending(on: { $0 % 5 == 0 ? nil : $0 + 1 }, to: back)
      Reducer { number, new in number = new }
    }
    .start(on: theirs)
    try await settled(ping, pong)
    for round in 1...inRelease(2_000, inDebug: 100) {
      async let noise: Void = Self.post(10, to: there, back)
      ping.emit(round * 5 + 1)
      try await settled(pong, ping)
      let end = round * 5 + 5
      guard ping.state == end && pong.state == end else {
        Issue.record("in round \(round), ping has \(ping.state), and pong \(pong.state)")
        break
      }
      await noise
    }
  }

  @Test(arguments: pairs)
  func aLateReceiverHearsTheMessagesThatAreSentLater(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let gear = Gear<Int>()
    let sending = Self.speaker(to: gear).start(on: theirs)
    sending.emit(1)
    try await sending.settled()
    let listening = Self.listener(to: gear).start(on: ours)
    #expect(try await listening.settled() == [])
    sending.emit(2)
    try await settled(sending, listening)
    #expect(listening.state == [2])
  }

  @Test(arguments: pairs)
  func aReplayingGearTellsALateReceiverTheNewestMessageAfterTransitionZero(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let gear = Gear<Int>(replayingLatest: true)
    let sending = Self.speaker(to: gear).start(on: theirs)
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback.receiving(from: gear) { $0 }
      Feedback(while: { _ in true }) { .several(-1, -2) }
      Reducer.appending
    }
    let early = spin.start(on: ours)
    #expect(try await early.settled() == [-1, -2])
    for number in 1...3 { sending.emit(number) }
    try await sending.settled()
    let late = spin.start(on: ours)
    #expect(try await late.settled() == [-1, -2, 3])
    sending.emit(4)
    try await settled(sending, early, late)
    #expect(late.state == [-1, -2, 3, 4])
    #expect(early.state == [-1, -2, 1, 2, 3, 4])
  }

  // MARK: Posting

  @Test(.promises("23.4"), arguments: RuntimeUnderTest.all)
  func aReducerMayPostAndTheMessageWaitsForTheStep(_ runtime: RuntimeUnderTest) async throws {
    let gear = Gear<Int>()
    let log = Transcript<String>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.receiving(from: gear) { message in
        log("received \(message)")
        return message
      }
      Reducer { number, new in
        log("reducing \(new)")
        if new < 3 { gear.post(new + 1) }
        log("reduced \(new)")
        number = new
      }
    }
    let running = spin.start(on: runtime) { log("published \($0.state)") }
    try await running.settled()
    running.emit(1)
    try await log.until("published 3")
    let words = ["reducing", "reduced", "published"]
    let all = (1...3).flatMap { number in
      (number > 1 ? ["received \(number)"] : []) + words.map { "\($0) \(number)" }
    }
    #expect(log.entries == ["published 0"] + all)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aMessageThatACancelledTaskPostsIsDelivered(_ runtime: RuntimeUnderTest) async throws {
    let gear = Gear<Int>()
    let listening = Self.listener(to: gear).start(on: runtime)
    try await listening.settled()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      gear.post(1)
    }
    await task.value
    #expect(try await listening.settled() == [1])
    // An effect that is cancelled, and posts nevertheless.
    let posting = Spin<Bool, Bool>(initialState: true) {
      Feedback(while: \.self) {
        .run { () -> Bool? in
          await Gate().wait()
          gear.post(2)
          return nil
        }
      }
      Reducer { isOn, new in isOn = new }
    }
    .start(on: runtime())
    posting.emit(false)
    await posting.end()
    let heard = try await listening.settled()
    #expect(heard == [1] || heard == [1, 2])  // One that was cancelled before has never begun.
  }

  /// The whole delivery is over when `post` returns, unless somebody else delivers.
  @Test
  func aReceiverOnTheCallersThreadHasReducedAMessageThatWasPosted() async {
    let gear = Gear<Int>()
    let (first, second) = (
      Self.listener(to: gear).start(on: .callersThread),
      Self.listener(to: gear).start(on: .callersThread)
    )
    for number in 1...3 {
      gear.post(number)
      #expect(first.state == Array(1...number) && second.state == first.state)
    }
    await first.end()
    await second.end()
  }

  /// It has been told to stop in the middle of a step, and has not left the gear.
  @Test(.promises("8.5"), arguments: RuntimeUnderTest.all)
  func aMailboxThatHasStoppedReportsTheMessageAndTheOthersHearIt(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let gear = Gear<Int>()
    let (drops, begun, gate) = (Drops(), Gate(), Gate())
    let stopping = Spin<Int, Int>(initialState: 0) {
      Feedback.receiving(from: gear) { $0 }.named("gear")
      Reducer { _, _ in
        begun.open()
        gate.waitBlocking()
      }
    }
    .start(on: runtime(), options: drops.options())
    let listening = Self.listener(to: gear).start(on: .async)
    try await settled(stopping, listening)
    async let posting: Void = onThread { gear.post(1) }
    await begun.waitStubbornly()
    // A thread that still delivers the first message would deliver the second one as well, later. On the
    // caller's thread the step, which waits, follows the delivery.
    if !runtime.isCallersThread { await posting }
    stopping.stop()
    await onThread { gear.post(2) }
    #expect(drops.entries == ["2 stopped gear delivered"])
    gate.open()
    await posting
    await stopping.finished()
    gear.post(3)
    #expect(try await listening.settled() == [1, 2, 3])
    #expect(drops.entries == ["2 stopped gear delivered"])
    await listening.end()
  }

  @Test(.promises("23.2"), arguments: RuntimeUnderTest.all)
  func aFullMailboxRefusesAMessageLikeAnyEvent(_ runtime: RuntimeUnderTest) async throws {
    let (gear, drops) = (Gear<Int>(), Drops())
    var options: RunOptions<[Int], Int> = drops.options()
    options.mailbox = .bounded(1, .dropNewest)
    let listening = Self.listener(to: gear).start(on: runtime, options: options)
    try await listening.settled()
    listening.suspend()
    for number in 1...2 { gear.post(number) }
    #expect(drops.entries == ["2 full gear delivered"])
    listening.resume()
    #expect(try await listening.settled() == [1])
  }

  // MARK: Those who are no loop

  @Test(arguments: RuntimeUnderTest.all)
  func messagesAreASequenceThatEndsWithItsGear(_ runtime: RuntimeUnderTest) async throws {
    var gear: Gear<Int>? = Gear(replayingLatest: true)
    gear?.post(0)
    var running: RunningSpin? = try Self.speaker(to: #require(gear)).start(on: runtime())
    var all = try #require(gear).messages.makeAsyncIterator()
    var newest = try #require(gear).messages(buffering: .newest).makeAsyncIterator()
    for number in 1...3 { running?.emit(number) }
    try await running?.settled()
    let sequence = try #require(gear).messages
    gear?.post(4)
    await running?.end()
    running = nil
    gear = nil
    for number in 0...4 { #expect(await all.next() == number) }
    #expect(await newest.next() == 4)
    #expect(await all.next() == nil)
    #expect(await newest.next() == nil)
    for await _ in sequence { Issue.record("The gear is gone.") }
  }

  @Test
  func anObserverHearsMessagesUntilItsTokenIsCancelled() {
    let gear = Gear<Int>(replayingLatest: true)
    let log = Transcript<String>()
    gear.post(0)
    let first = gear.observe { log("first \($0)") }
    gear.post(1)
    do {
      let token = gear.observe { log("second \($0)") }
      gear.post(2)
      token.cancel()
    }
    gear.post(3)
    first.cancel()
    gear.post(4)
    #expect(
      log.entries == ["first 0", "first 1", "second 1", "first 2", "second 2", "first 3"])
  }

  @Test
  func anObserverMayPost() {
    let gear = Gear<Int>()
    let heard = Transcript<Int>()
    let tokens = [
      gear.observe { if $0 < 1_000_000 { heard($0) } },
      gear.observe { if $0 < 3 { gear.post($0 + 1) } },
      gear.observe { if $0 < 3 { heard($0 + 10) } },
    ]
    gear.post(1)
    #expect(heard.entries == [1, 11, 2, 12, 3])
    for token in tokens { token.cancel() }
  }
}
