import Foundation
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Attempts as values, and the feedback that makes them.
extension Conformance {
  /// A state with an attempt, whose events say what becomes of it.
  struct Upload: Sendable, Equatable {
    enum Event: Sendable, Equatable {
      case start(Backoff), done(String), refused(String), broken(String), cancel, reset
      case restart(Backoff)
    }

    var upload = Attempt<String, String>()
    var log: [String] = []

    static let reducer = Reducer<Upload, Event> { state, event in
      switch event {
      case .start(let backoff): state.upload.start(retrying: backoff)
      case .done(let result): state.upload.succeed(result)
      case .refused(let reason): state.upload.retryOrFail(reason)
      case .broken(let reason): state.upload.fail(reason)
      case .cancel: state.upload.cancel()
      case .reset: state.upload.reset()
      case .restart(let backoff):
        state.upload.cancel()
        state.upload.start(retrying: backoff)
      }
      state.log.append("\(state.upload)")
    }
  }

  private func start(
    _ runtime: RuntimeUnderTest, _ time: ManualScheduler, from state: Upload? = nil,
    seed: UInt64? = nil, drops: Drops = Drops(),
    _ effect: @escaping @Sendable (Int) -> Effect<Upload.Event>
  ) -> RunningSpin<Upload, Upload.Event> {
    var options: RunOptions<Upload, Upload.Event> = drops.options()
    options.seed = seed
    options.initialState = state
    return Spin<Upload, Upload.Event>(initialState: Upload()) {
      Feedback(attempting: \.upload, effect: effect)
      Upload.reducer
    }.start(on: runtime, scheduler: time, options: options)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anAttemptIsAboutTheValueOfTheStateThatAsksForIt(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let calls = Transcript<String>()
    let spin = Spin<Upload, Upload.Event>(initialState: Upload()) {
      Feedback(attempting: \.upload, of: \.log.count) { count, number in
        .run {
          calls("\(count) in call \(number)")
          return .refused("no")
        }
      }
      Upload.reducer
    }
    let running = spin.start(on: runtime, scheduler: time)
    running.emit(.start(.constant(.seconds(1), attempts: 2)))
    try await time.untilAlarms(1)
    time.advance(by: .seconds(1))
    try await running.settled()
    #expect(calls.entries == ["1 in call 1", "2 in call 2"])
    running.emit(.start(.never))
    try await running.settled()
    #expect(calls.entries.last == "4 in call 1")
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anAttemptIsMadeAgainWhenItsBackoffHasPassed(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let calls = Transcript<Int>()
    let running = start(runtime, time) { number in
      .run {
        calls(number)
        return number < 3 ? .refused("no \(number)") : .done("call \(number)")
      }
    }
    #expect(try await running.settled().upload == Attempt())
    running.emit(.start(.exponential(from: .seconds(1), upTo: .seconds(9), attempts: 5)))
    for (call, seconds) in [1, 2].enumerated() {
      try await time.untilAlarms(1)
      time.advance(by: .seconds(seconds) - .nanoseconds(1))
      await running.idle()
      #expect(calls.entries.count == call + 1)
      time.advance(by: .nanoseconds(1))
    }
    let end = try await running.settled()
    #expect(end.log == ["running(1)", "running(2)", "running(3)", #"succeeded("call 3")"#])
    #expect(end.upload.success == "call 3" && end.upload.serial == 1)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func theLastAttemptThatIsRefusedFails(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let running = start(runtime, time) { .just(.refused("no \($0)")) }
    running.emit(.start(.constant(.seconds(1), attempts: 2)))
    try await time.untilAlarms(1)
    time.advance(by: .seconds(1))
    let end = try await running.settled()
    #expect(end.upload.failure == "no 2")
    running.emit(.start(.never))
    #expect(try await running.settled().log.suffix(2) == ["running(1)", #"failed("no 1")"#])
  }

  @Test(.promises("6.3"), arguments: RuntimeUnderTest.all)
  func anOutcomeOfAnEarlierAttemptIsStale(_ runtime: RuntimeUnderTest) async throws {
    let drops = Drops()
    let remote = Remote<Upload.Event>()
    let number = Guarded(0)
    let running = start(runtime, ManualScheduler(), drops: drops) { _ in
      remote.effect(
        number.withLock { number in
          number += 1
          return number
        })
    }
    running.emit(.start(.never))
    try await remote.log.until("+1")
    // Cancelled and started in one step is another run of it.
    running.emit(.restart(.never))
    try await remote.log.until("+2")
    #expect(remote.emit(.done("first"), from: 1) == .dropped(.stale))
    #expect(remote.log.entries == ["+1", "-1", "+2"])
    remote.emit(.done("second"), from: 2)
    try await remote.log.until("-2")
    let end = try await running.settled()
    #expect(end.upload.success == "second" && end.upload.serial == 2)
  }

  @Test(arguments: RuntimeUnderTest.all, [Upload.Event.cancel, .reset, .broken("gone")])
  func anAttemptThatIsNoLongerRunningIsCancelled(
    _ runtime: RuntimeUnderTest, _ event: Upload.Event
  ) async throws {
    let time = ManualScheduler()
    let remote = Remote<Upload.Event>()
    let running = start(runtime, time) { number in
      number == 1 ? remote.effect("call") : .just(.done("never"))
    }
    running.emit(.start(.constant(.seconds(1), attempts: 3)))
    try await remote.log.until("+call")
    running.emit(event)
    try await remote.log.until("-call")
    try await running.settled()
    // The same while it waits for its backoff.
    running.emit(.start(.constant(.seconds(1), attempts: 3)))
    running.emit(.refused("no"))
    try await time.untilAlarms(1)
    running.emit(event)
    let end = try await running.settled()
    #expect(!end.upload.isRunning && time.alarmCount == 0)
  }

  @Test(.promises("3.9"), arguments: RuntimeUnderTest.all)
  func anAttemptThatRunsInTheInitialStateIsMadeAfterItsBackoff(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let time = ManualScheduler()
    var state = Upload()
    state.upload.start(retrying: .constant(.seconds(3), attempts: 5))
    state.upload.retryOrFail("before")
    let stored = try JSONDecoder().decode(
      Attempt<String, String>.self, from: JSONEncoder().encode(state.upload))
    #expect(stored == state.upload)
    state.upload = stored
    let running = start(runtime, time, from: state) { .just(.done("call \($0)")) }
    try await time.untilAlarms(1)
    #expect(running.state.upload.number == 2)
    time.advance(by: .seconds(3))
    #expect(try await running.settled().upload.success == "call 2")
  }

  @Test(.promises("17.17"), arguments: RuntimeUnderTest.all)
  func theJitterOfAnAttemptIsMadeOfTheSeedItsSerialAndItsNumber(
    _ runtime: RuntimeUnderTest
  ) async throws {
    func moments(seed: UInt64, starts: Int) async throws -> [Duration] {
      let time = ManualScheduler()
      let running = start(runtime, time, seed: seed) { .just(.refused("no \($0)")) }
      for _ in 0..<starts {
        running.emit(.start(.constant(.seconds(10), attempts: 4, jitter: 1)))
        await running.idle()
      }
      var moments: [Duration] = []
      for _ in 0..<3 {
        let before = time.now
        try await time.untilAlarms(1)
        time.advanceToNextAlarm()
        await running.idle()
        moments.append(time.now - before)
      }
      try await running.settled()
      await running.end()
      return moments
    }
    let first = try await moments(seed: 1, starts: 1)
    #expect(Set(first).count == 3 && first.allSatisfy { $0 <= .seconds(10) })
    #expect(try await moments(seed: 1, starts: 1) == first)
    #expect(try await moments(seed: 1, starts: 2) != first)
    #expect(try await moments(seed: 2, starts: 1) != first)
  }

  /// The parts of a scope do not try again together, as elements do not.
  @Test(.promises("17.17"), arguments: RuntimeUnderTest.all)
  func theJitterOfAnAttemptInAPartDependsOnThePart(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let sent = Transcript<Int>()
    let first = Dictionary(uniqueKeysWithValues: (1...5).map { ($0, Upload()) })
    let spin = Spin<[Int: Upload], ByID>(initialState: first) {
      Scope(forEach: \.self, event: { ByID(id: $0, event: $1) }, from: { ($0.id, $0.event) }) {
        Feedback<Upload, Upload.Event>(attempting: \.upload) { number in
          number == 1 ? .just(.refused("no")) : .just(.done("call \(number)"))
        }
        Upload.reducer
      }
      Reducer { _, event in if case .done = event.event { sent(event.id) } }
    }
    let running = spin.start(
      on: runtime, scheduler: time, options: RunOptions(seed: 1))
    for id in 1...5 {
      running.emit(ByID(id: id, event: .start(.constant(.seconds(10), attempts: 2, jitter: 1))))
    }
    try await time.untilAlarms(5)
    for count in 1...5 {
      time.advanceToNextAlarm()
      try await sent.until(count: count)
      await running.idle()
      #expect(sent.entries.count == count && time.alarmCount == 5 - count)
    }
    try await running.settled()
  }

  private struct ByID: Sendable {
    let id: Int
    let event: Upload.Event
  }

  @Test
  func whatIsSaidOfAnAttemptThatDoesNotRunChangesNothing() {
    var attempt = Attempt<Int, String>()
    let changes: [@Sendable (inout Attempt<Int, String>) -> Void] = [
      { $0.succeed(1) }, { $0.fail("a") }, { $0.retryOrFail("b") }, { $0.cancel() },
    ]
    for end in changes {
      for change in changes {
        let before = attempt
        change(&attempt)
        #expect(attempt == before)
      }
      attempt.start()
      #expect(attempt.number == 1)
      end(&attempt)
      #expect(!attempt.isRunning)
    }
    attempt.reset()
    #expect(attempt.serial == 4 && attempt.phase == .idle && "\(attempt)" == "idle")
    #expect(Set([attempt, attempt]).count == 1)
  }
}
