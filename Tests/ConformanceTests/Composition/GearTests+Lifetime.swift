import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// How long gears, loops and messages live.
extension Conformance {
  @Test(arguments: pairs)
  func neitherALoopNorItsGearKeepsTheOthersAlive(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let (senders, receivers, messages) = (Census(), Census(), Census())
    var gear: Gear<Counted>? = Gear(replayingLatest: true)
    func sender(_ gear: Gear<Counted>) -> RunningSpin<Int, Int> {
      let object = Counted(in: senders)
      return Spin<Int, Int>(initialState: 0) {
        Feedback.sendingTransitions(to: gear) { transition in
          withExtendedLifetime(object) { Counted(transition.state, in: messages) }
        }
        Reducer { number, new in number = new }
      }
      .start(on: theirs())
    }
    func receiver(_ gear: Gear<Counted>) -> RunningSpin<Int, Int> {
      let object = Counted(in: receivers)
      return Spin<Int, Int>(initialState: 0) {
        Feedback.receiving(from: gear) { message in
          withExtendedLifetime(object) { message.number }
        }
        Reducer { number, new in number = new }
      }
      .start(on: ours())
    }
    var sending: RunningSpin? = try sender(#require(gear))
    var receiving: RunningSpin? = try receiver(#require(gear))
    sending?.emit(1)
    try await sending?.settled()
    #expect(try await receiving?.settled() == 1)
    // The receiver goes first: gear and sender have nothing of it afterwards.
    await receiving?.end()
    receiving = nil
    try await receivers.untilEmpty()
    sending?.emit(2)
    try await sending?.settled()
    // The sender goes first; only the newest message is kept.
    receiving = try receiver(#require(gear))
    #expect(try await receiving?.settled() == 2)
    await sending?.end()
    sending = nil
    try await senders.untilEmpty()
    #expect(messages.alive == 1)
    // The gear goes last, and its receiver does not keep it.
    gear = nil
    try await messages.untilEmpty()
    receiving?.emit(3)
    #expect(try await receiving?.settled() == 3)
    await receiving?.end()
    receiving = nil
    try await receivers.untilEmpty()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aGearThatGoesAwayEndsTheFeedbacksThatReceiveFromItAndNoLoop(
    _ runtime: RuntimeUnderTest
  ) async throws {
    var gear: Gear<Int>? = Gear()
    let spin = try Self.listener(to: #require(gear))
    let ended = Gate()
    var options = RunOptions<[Int], Int>()
    options.probe = { if case .ended = $0 { ended.open() } }
    let running = spin.start(on: runtime(), options: options)
    try await running.settled()
    gear?.post(1)
    try await running.settled()
    gear = nil
    await ended.wait()
    running.emit(2)
    #expect(try await running.settled() == [1, 2])
    await running.end()

    // What is gone before is not received from.
    let late = spin.start(on: runtime)
    late.emit(3)
    #expect(try await late.settled() == [3])
  }

  /// A sender keeps its gear: it is a user of it.
  @Test(arguments: RuntimeUnderTest.all)
  func aLoopThatSendsKeepsItsGear(_ runtime: RuntimeUnderTest) async throws {
    func pair() -> (RunningSpin<Int, Int>, RunningSpin<[Int], Int>) {
      let gear = Gear<Int>()
      return (
        Self.speaker(to: gear).start(on: runtime()), Self.listener(to: gear).start(on: runtime())
      )
    }
    let (sending, receiving) = pair()
    try await settled(sending, receiving)
    sending.emit(1)
    try await settled(sending, receiving)
    #expect(receiving.state == [1])
    await sending.end()
    await receiving.end()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func receiversMayComeAndGoWhileMessagesAreDelivered(_ runtime: RuntimeUnderTest) async throws {
    let gear = Gear<Int>(replayingLatest: true)
    let first = Self.listener(to: gear).start(on: runtime())
    try await first.settled()
    let receivers = Census()
    let rounds = inRelease(2_000, inDebug: 200)
    await onThreads(4) { thread in
      for number in 0..<rounds {
        if thread < 2 {
          gear.post(number)
        } else {
          let object = Counted(in: receivers)
          let spin = Spin<[Int], Int>(initialState: []) {
            Feedback.receiving(from: gear) { message in
              withExtendedLifetime(object) { message }
            }
            Reducer.appending
          }
          spin.start(on: runtime()).stop()
        }
      }
    }
    // A receiver that leaves may deliver messages of others, on a thread that this test does not join.
    // Messages have one order, so the last of all is delivered after them.
    let last = Self.speaker(to: gear).start(on: runtime())
    last.emit(-1)
    try await settled(last, first)
    #expect(first.state.count == 2 * rounds + 1 && first.state.last == -1)
    try await receivers.untilEmpty()
    await last.end()
    await first.end()
  }

  /// A million of them, and as many messages.
  @Test
  func receiversThatHaveGoneCostNothing() async throws {
    let gear = Gear<Counted>(replayingLatest: true)
    let (receivers, messages) = (Census(), Census())
    let heard = Transcript<Int>()
    let first = gear.observe { if $0.number % 10_000 == 0 { heard($0.number) } }
    let count = inRelease(100_000, inDebug: 5_000)
    for number in 1...count {
      let object = Counted(in: receivers)
      let token = gear.observe { _ in withExtendedLifetime(object) {} }
      gear.post(Counted(number, in: messages))
      token.cancel()
    }
    #expect(receivers.alive == 0 && messages.alive == 1)
    #expect(heard.entries.count == count / 10_000)
    first.cancel()
  }

  /// A message whose end posts, and emits into a loop: both would wait for the lock.
  @Test(arguments: RuntimeUnderTest.all)
  func noMessageEndsUnderTheLockOfItsGear(_ runtime: RuntimeUnderTest) async throws {
    let census = Census()
    let handle = Handle<[Int], Int>()
    let gear = Gear<Counted>(replayingLatest: true)
    let listening = Spin<[Int], Int>(initialState: []) {
      Feedback.receiving(from: gear) { $0.number }
      Reducer.appending
    }
    .start(on: runtime(), handle: handle)
    try await listening.settled()
    let count = 50
    await onThreads(2) { thread in
      for _ in 0..<count {
        gear.post(
          Counted(1, in: census) { [weak gear] in
            gear?.post(Counted(2, in: census))
            handle.emit(3)
          })
      }
    }
    gear.post(Counted(0, in: census))
    // NB: not when the loop is settled: a message that waits for its delivery keeps no loop at work.
    let heard = try await listening.first { $0.count == 6 * count + 1 }
    #expect(heard.count { $0 == 0 } == 1)
    for number in 1...3 { #expect(heard.count { $0 == number } == 2 * count) }
    handle.set(nil)
    await listening.end()
  }
}
