import Dispatch
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// A gear into which somebody sends without pause until the test has seen enough.
extension Conformance {
  /// The messages that a loop has received.
  private struct Heard: Equatable, Sendable {
    var newest = -1
    /// How many messages did not follow the one before.
    var gaps = 0

    mutating func hear(_ message: Int) {
      if newest >= 0 && message != newest + 1 { gaps += 1 }
      newest = message
    }
  }

  /// A loop that receives from a gear; a negative event is a mark.
  private static func hearer(of gear: Gear<Int>) -> Spin<Heard, Int> {
    Spin<Heard, Int>(initialState: Heard()) {
      Feedback.receiving(from: gear) { $0 }
      Reducer { heard, message in if message >= 0 { heard.hear(message) } }
    }
  }

  /// Floods a gear, whose messages take everybody else longer to deliver than to post.
  private static func flood(
    _ gear: Gear<Int>, _ act: (@Sendable (Int) -> Void)? = nil
  ) async -> (Flood, ObservationToken) {
    let flood = Flood()
    let token = gear.observe { message in if message >= 0 { flood.outpace() } }
    await flood.begin(act ?? { gear.post($0) })
    return (flood, token)
  }

  /// Starts a loop on a thread of its own, where it may make its steps, and emits into it.
  ///
  /// Returns when both calls have come back, and the loop has reduced the event.
  private static func startAndMark<State>(
    _ spin: Spin<State, Int>, on runtime: RuntimeUnderTest,
    mailbox: MailboxBound<Int> = .unbounded
  ) async -> RunningSpin<State, Int> {
    let marked = Gate()
    let observer = Observer<State, Int> { if $0.event == -1 { marked.open() } }
    let options = RunOptions(observers: [observer], mailbox: mailbox)
    let running = await onThread { spin.start(on: runtime(), options: options) }
    await onThread { while !running.emit(-1).isAccepted {} }
    await marked.waitStubbornly()
    return running
  }

  @Test(.promises("23.1", "23.14"), arguments: RuntimeUnderTest.all)
  func aLoopStartsAndGoesOnWhileAThreadPostsWithoutPause(_ runtime: RuntimeUnderTest) async throws {
    let gear = Gear<Int>()
    let (flood, token) = await Self.flood(gear)
    let running = await Self.startAndMark(Self.hearer(of: gear), on: runtime)
    #expect(await flood.end())
    token.cancel()
    await running.end()  // What still waits is dropped.
    #expect(running.state.gaps == 0)
  }

  /// What the loop takes too late is dropped, and no more waits than there is room for.
  @Test(.promises("23.2", "23.14"), arguments: RuntimeUnderTest.all)
  func aBoundedMailboxLimitsWhatAFloodOfPostsLeavesInMemory(_ runtime: RuntimeUnderTest)
    async throws
  {
    let gear = Gear<Int>()
    let (flood, token) = await Self.flood(gear)
    let running = await Self.startAndMark(
      Self.hearer(of: gear), on: runtime, mailbox: .bounded(8, .dropNewest))
    #expect(await flood.end())
    token.cancel()
    await running.end()
    #expect(try #require(running.mailboxCounts).mostWaiting <= 8)
  }

  @Test(.promises("23.14"))
  func aPostComesBackWhileOtherThreadsPostWithoutPause() async throws {
    let gear = Gear<Int>()
    let marks = Transcript<Int>()
    let token = gear.observe { if $0 < 0 { marks($0) } }
    let (flood, slow) = await Self.flood(gear)
    let other = Flood()
    await other.begin { gear.post($0) }
    for mark in [-1, -2, -3] { await onThread { gear.post(mark) } }
    #expect(await flood.end())
    #expect(await other.end())
    await onThread { gear.post(-4) }
    try await marks.until(-4)  // The thread may have left it to a task.
    #expect(marks.entries == [-1, -2, -3, -4])
    token.cancel()
    slow.cancel()
  }

  /// The other thread finds another one delivering each time, so it takes nothing over.
  @Test(.promises("23.14"))
  func aPostComesBackThoughAnotherThreadPostsDuringEachDelivery() async {
    let gear = Gear<Int>()
    let (other, flood) = (DispatchQueue(label: "other"), Flood())
    let heard = Transcript<Int>()
    let token = gear.observe { [weak gear] number in
      heard(number)
      guard flood.goesOn, let gear else { return }
      let posted = DispatchSemaphore(value: 0)
      other.async {
        gear.post(number + 1)
        posted.signal()
      }
      posted.wait()
    }
    await onThread { gear.post(0) }
    #expect(await flood.end())
    await onThread { gear.post(-1) }
    token.cancel()
    let all = heard.entries.filter { $0 >= 0 }
    #expect(all == Array(0..<all.count))
  }

  /// The thread of that step delivers nothing before its end.
  ///
  /// Not on the few threads of Swift's tasks, and not on the main thread: the tests need them.
  @Test(
    .promises("23.14"),
    arguments: RuntimeUnderTest.all.filter { ![.tasks, .mainActor].contains($0().isolation) })
  func aPostComesBackWhileAStepPostsWithoutPause(_ runtime: RuntimeUnderTest) async throws {
    let gear = Gear<Int>()
    let (marks, flood, begun) = (Transcript<Int>(), Flood(), Gate())
    let token = gear.observe { if $0 < 0 { marks($0) } }
    let spin = Spin<Int, Int>(initialState: 0) { Reducer { number, new in number = new } }
    let running = spin.start(on: runtime) { transition in
      guard transition.event == 1 else { return }
      repeat {
        gear.post(0)
        begun.open()
      } while flood.goesOn
    }
    async let emitted = onThread { running.emit(1) }
    await begun.waitStubbornly()
    await onThread { gear.post(-1) }
    #expect(await flood.end())
    try await marks.until(-1)
    #expect(marks.entries == [-1])
    #expect(await emitted == .accepted)
    _ = try await running.settled()
    token.cancel()
  }

  @Test(.promises("23.14"), arguments: pairs)
  func aLoopStartsAndGoesOnWhileAnotherSendsWithoutPause(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let gear = Gear<Int>()
    let (flood, begun) = (Flood(), Gate())
    let sending = Spin<Int, Int>(initialState: 0) {
      Feedback.transitions { transition in
        if transition.state == 1 { begun.open() }
        return transition.state > 0 && flood.goesOn ? .just(1) : .none
      }
      Feedback.sending(on: { $0 }, to: gear)
      Reducer { count, step in count += step }
    }.start(on: theirs)
    async let emitted = onThread { sending.emit(1) }
    await begun.waitStubbornly()
    let running = await Self.startAndMark(Self.hearer(of: gear), on: ours)
    #expect(await flood.end())
    #expect(await emitted == .accepted)
    await running.end()
    #expect(running.state.gaps == 0)
  }

  /// Each message goes through both loops twice.
  ///
  /// At the end, the flood's thread makes the steps that wait.
  @Test(.promises("23.14"), .serialized, arguments: pairs)
  func twoLoopsInARingGoOnWhileAThreadPostsWithoutPause(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let (there, back) = (Gear<Int>(), Gear<Int>())
    func spin(_ from: Gear<Int>, _ to: Gear<Int>) -> Spin<Int, Int> {
      Spin<Int, Int>(initialState: 0) {
        Feedback.receiving(from: from) { $0 }
        Feedback.sendingTransitions(to: to) { step in
          step.event.flatMap { $0 > 0 ? $0 - 1 : nil }
        }
        Reducer { count, number in if number == 0 { count += 1 } }
      }
    }
    let other = spin(back, there).start(on: theirs)
    try await other.settled()
    let (flood, token) = await Self.flood(there) { _ in there.post(3) }
    let running = await Self.startAndMark(spin(there, back), on: ours)
    await onThread { back.post(0) }
    #expect(await flood.end())
    token.cancel()
    await other.end()
    await running.end()
  }

  @Test(.promises("23.14"), arguments: RuntimeUnderTest.all)
  func aLoopGoesOnWhileADeliveryPostsIntoItsGearWithoutPause(_ runtime: RuntimeUnderTest)
    async throws
  {
    let (first, second) = (Gear<Int>(), Gear<Int>())
    let token = first.observe { number in if number >= 0 { second.post(number) } }
    let (flood, slow) = await Self.flood(second) { first.post($0) }
    let running = await Self.startAndMark(Self.hearer(of: second), on: runtime)
    await onThread { first.post(-1) }
    #expect(await flood.end())
    token.cancel()
    slow.cancel()
    await running.end()
    #expect(running.state.gaps == 0)
  }

  @Test(.promises("23.14"), arguments: RuntimeUnderTest.all)
  func aLoopGoesOnWhileReceiversJoinAndLeaveWithoutPause(_ runtime: RuntimeUnderTest) async throws {
    let gear = Gear<Int>(replayingLatest: true)
    gear.post(0)
    let (flood, tokens) = (Flood(), Tokens())
    await flood.begin { _ in tokens.replace(by: gear.observe { _ in flood.outpace() }) }
    let running = await Self.startAndMark(Self.hearer(of: gear), on: runtime)
    for number in 1..<3 { await onThread { gear.post(number) } }
    #expect(await flood.end())
    tokens.drop()
    #expect(try await running.first { $0.newest == 2 } == Heard(newest: 2))
    await running.end()
  }

  // MARK: Following and forwarding

  /// A loop that counts forever, once it is told to.
  private static func counting(_ flood: Flood, _ begun: Gate) -> Spin<Int, Int> {
    Spin<Int, Int>(initialState: 0) {
      Feedback.transitions { transition in
        if transition.state == 1 { begun.open() }
        return transition.state > 0 && flood.goesOn ? .just(1) : .none
      }
      Reducer { count, step in count += step }
    }
  }

  @Test(.promises("11.9"), arguments: pairs)
  func aLoopThatFollowsGoesOnWhileTheOtherMakesStepsWithoutPause(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let (flood, begun) = (Flood(), Gate())
    let other = Self.counting(flood, begun).start(on: theirs)
    async let emitted = onThread { other.emit(1) }
    await begun.waitStubbornly()
    let running = await Self.startAndMark(
      Spin<Heard, Int>(initialState: Heard()) {
        Feedback.following(other, { $0 }) { $0 }
        Reducer { heard, number in if number >= 0 { heard.hear(number) } }
      }, on: ours)
    #expect(await flood.end())
    #expect(await emitted == .accepted)
    await running.end()
    #expect(running.state.gaps == 0)
  }

  @Test(.promises("11.9"), arguments: pairs)
  func aLoopGoesOnIntoWhichAnotherForwardsWithoutPause(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let (flood, begun) = (Flood(), Gate())
    let running = Spin<Int, Int>(initialState: 0) { Reducer { count, step in count += step } }
      .start(on: ours)
    let other = Spin<Int, Int>(initialState: 0) {
      Feedback.transitions { transition in
        if transition.state == 1 { begun.open() }
        return transition.state > 0 && flood.goesOn ? .just(1) : .none
      }
      Feedback.forwarding(to: running) { $0 }
      Reducer { count, step in count += step }
    }.start(on: theirs)
    async let emitted = onThread { other.emit(1) }
    await begun.waitStubbornly()
    for _ in 0..<3 { await onThread { _ = running.emit(0) } }
    #expect(await flood.end())
    #expect(await emitted == .accepted)
    try await settled(other, running)
    #expect(running.state == other.state)
  }
}
