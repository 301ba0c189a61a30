import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinCore
import SpinTestSupport
import Testing

/// Bodies that are called again when they fail.
extension Conformance {
  /// An error that says at which call it was thrown.
  struct Refusal: Error, CustomStringConvertible {
    let call: Int
    var description: String { "refused \(call)" }
  }

  /// Counts calls, and refuses the first of them.
  final class Flaky: Sendable {
    private let log = Transcript<Int>()
    let failures: Int

    init(failures: Int) {
      self.failures = failures
    }

    var calls: Int { log.entries.count }

    func call() throws -> Int {
      log(log.entries.count + 1)
      if calls <= failures { throw Refusal(call: calls) }
      return calls
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aBodyThatThrowsIsCalledAgainWhenItsBackoffHasPassed(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let time = ManualScheduler()
    let flaky = Flaky(failures: 3)
    let running = start(runtime, time) {
      .run(retrying: .exponential(from: .seconds(1), upTo: .seconds(3), attempts: 9)) {
        "call \(try flaky.call())"
      } catch: {
        "\($0)"
      }
    }
    for (call, delay) in [1, 2, 3].enumerated() {
      try await time.untilAlarms(1)
      await running.idle()
      #expect(flaky.calls == call + 1 && running.state == [])
      time.advance(by: .seconds(delay) - .nanoseconds(1))
      await running.idle()
      #expect(flaky.calls == call + 1)
      time.advance(by: .nanoseconds(1))
    }
    #expect(try await running.settled() == ["call 4"])
    #expect(time.alarmCount == 0)
  }

  @Test(.promises("17.18"), arguments: RuntimeUnderTest.all)
  func aBodyIsToldTheNumberOfItsAttempt(_ runtime: RuntimeUnderTest) async throws {
    let backoff = Backoff.constant(.seconds(1), attempts: 3)
    let forms: [@Sendable () -> Effect<String>] = [
      {
        .run(retrying: backoff) { number in
          if number < 3 { throw Refusal(call: number) }
          return "call \(number)"
        } catch: {
          "\($0)"
        }
      },
      {
        .run(retrying: backoff) { number in
          throw Refusal(call: number)
        } catch: {
          "\($0)"
        }
      },
      {
        .run(retrying: backoff) { emit, number in
          emit("call \(number)")
          if number < 3 { throw Refusal(call: number) }
        } catch: {
          "\($0)"
        }
      },
    ]
    let expected = [["call 3"], ["refused 3"], ["call 1", "call 2", "call 3"]]
    for (form, expected) in zip(forms, expected) {
      let time = ManualScheduler()
      let running = start(runtime, time) { form() }
      for _ in 1...2 {
        try await time.untilAlarms(1)
        time.advance(by: .seconds(1))
      }
      #expect(try await running.settled() == expected)
      await running.end()
    }
  }

  /// Counts the tasks of bodies.
  private struct TaskCountingRuntime: SpinRuntime {
    let base: any SpinRuntime
    let tasks = Census()

    var isolation: LoopIsolation { base.isolation }

    var scheduler: any SpinScheduler { base.scheduler }

    func schedule(_ turn: Turn) {
      base.schedule(turn)
    }

    func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
      let task = Counted(in: tasks)
      return Cancellation(
        Task.detached(executorPreference: executor) {
          let turn = await body()
          withExtendedLifetime(task) { if let turn { schedule(turn) } }
        })
    }
  }

  @Test(.promises("17.14"), arguments: RuntimeUnderTest.all)
  func betweenTwoAttemptsAnEffectHoldsAnAlarmAndNoTask(_ runtime: RuntimeUnderTest) async throws {
    let (time, flaky) = (ManualScheduler(), Flaky(failures: 2))
    let executing = TaskCountingRuntime(base: runtime(scheduler: time))
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: { _ in true }) {
        .run(retrying: .constant(.seconds(1), attempts: 3)) {
          "call \(try flaky.call())"
        } catch: {
          "\($0)"
        }
      }
      Reducer.appending
    }
    let running = spin.start(on: executing)
    for call in 1...2 {
      try await time.untilAlarms(1)
      try await executing.tasks.untilEmpty()
      #expect(flaky.calls == call && time.alarmCount == 1)
      time.advance(by: .seconds(1))
    }
    #expect(try await running.settled() == ["call 3"])
    await running.end()
  }

  @Test(.promises("17.15"), arguments: RuntimeUnderTest.all, [-3, 0, 1, 4])
  func attemptsCountCallsAndTheLastErrorIsMappedOnce(
    _ runtime: RuntimeUnderTest, _ attempts: Int
  ) async throws {
    let time = ManualScheduler()
    let flaky = Flaky(failures: .max)
    let running = start(runtime, time) {
      .run(retrying: .constant(.seconds(1), attempts: attempts)) {
        "call \(try flaky.call())"
      } catch: {
        "\($0)"
      }
    }
    let calls = max(attempts, 1)
    for _ in 1..<calls {
      try await time.untilAlarms(1)
      time.advance(by: .seconds(1))
    }
    #expect(try await running.settled() == ["refused \(calls)"])
    #expect(flaky.calls == calls)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anErrorThatIsNotWorthARetryIsMappedAtOnce(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let flaky = Flaky(failures: .max)
    let running = start(runtime, time) {
      .run(
        retrying: .constant(.seconds(1), attempts: 9),
        if: { ($0 as? Refusal)?.call == 1 }
      ) {
        "call \(try flaky.call())"
      } catch: {
        "\($0)"
      }
    }
    try await time.untilAlarms(1)
    time.advance(by: .seconds(1))
    #expect(try await running.settled() == ["refused 2"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func theEventsOfAFailedAttemptStandAndItsEmitterIsFinished(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let time = ManualScheduler()
    let flaky = Flaky(failures: 1)
    let escaped = Guarded<[Emitter<String>]>([])
    let running = start(runtime, time) {
      .run(retrying: .constant(.seconds(1), attempts: 3)) { emit in
        emit("began")
        escaped.withLock { $0.append(emit) }
        emit("call \(try flaky.call())")
      } catch: {
        "\($0)"
      }
    }
    try await time.untilAlarms(1)
    await running.idle()
    #expect(running.state == ["began"])
    let emitters = escaped.withLock { $0 }
    #expect(emitters.map { $0("late") } == [.dropped(.finished)])
    time.advance(by: .seconds(1))
    await running.idle()
    try await running.first(count: 3)
    // The last attempt lives as long as its emitter.
    for emit in escaped.withLock({ $0 }) { emit("more") }
    escaped.withLock { $0 = [] }
    #expect(emitters.count == 1)
    #expect(try await running.settled() == ["began", "began", "call 2", "more"])
  }

  @Test(.promises("17.16"), arguments: RuntimeUnderTest.all)
  func onceCancelledNothingIsCalledAgainOrMapped(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let flaky = Flaky(failures: .max)
    let (begun, gate, mapped) = (Gate(), Gate(), Transcript<String>())
    let effect = { @Sendable in
      Effect<String>.merge(
        .run(retrying: .constant(.seconds(1), attempts: .max)) {
          "call \(try flaky.call())"
        } catch: {
          "\($0)"
        },
        .run(retrying: .constant(.zero, attempts: .max)) {
          begun.open()
          await gate.waitStubbornly()
          throw Refusal(call: 0)
        } catch: { error in
          mapped("\(error)")
          return "\(error)"
        })
    }
    let running = start(runtime, time, effect)
    try await time.untilAlarms(1)
    await begun.wait()
    running.emit("change")
    #expect(try await running.settled() == ["change"])
    #expect(time.alarmCount == 0)
    gate.open()
    time.advance(by: .seconds(9))
    await running.idle()
    #expect(flaky.calls == 1 && mapped.entries == [])
    await running.end()
    #expect(running.state == ["change"])
  }

  @Test(.promises("17.1"), arguments: RuntimeUnderTest.all)
  func aRetryLosesARaceAndTimesOutAsOne(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let flaky = Flaky(failures: .max)
    let retry = { @Sendable in
      Effect<String>.run(retrying: .constant(.seconds(2), attempts: .max)) {
        "call \(try flaky.call())"
      } catch: {
        "\($0)"
      }
    }
    let running = start(runtime, time) {
      .race(retry(), .after(.seconds(5), "quick")).then(
        retry().timeout(after: .seconds(5), "timed out"))
    }
    for seconds in [2, 2, 1] {
      try await time.untilAlarms(2)
      time.advance(by: .seconds(seconds))
      await running.idle()
    }
    #expect(running.state == ["quick"] && flaky.calls >= 3)
    for seconds in [2, 2, 1] {
      try await time.untilAlarms(2)
      time.advance(by: .seconds(seconds))
      await running.idle()
    }
    #expect(try await running.settled() == ["quick", "timed out"])
    #expect(time.alarmCount == 0)
  }

  /// The delays of one feedback's retries, while another feedback is more or less busy.
  private func delays(
    _ runtime: RuntimeUnderTest, seed: UInt64?, noise: Int
  ) async throws -> [Duration] {
    let time = ManualScheduler()
    let log = Transcript<Duration>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 }) { number in
        number < noise
          ? .run(
            retrying: .never, { throw Refusal(call: 0) }, catch: { _ in 1 }) : .none
      }
      Feedback(while: { $0 >= noise }) {
        .run(retrying: .constant(.seconds(10), attempts: 5, jitter: 0.5)) {
          log(time.now)
          throw Refusal(call: 0)
        } catch: { _ in
          0
        }
      }
      Reducer { state, event in state += event }
    }
    let options = RunOptions<Int, Int>(seed: seed)
    let running = spin.start(on: runtime(scheduler: time), options: options)
    for _ in 1..<5 {
      try await time.untilAlarms(1)
      time.advanceToNextAlarm()
      await running.idle()
    }
    try await running.settled()
    await running.end()
    return zip(log.entries.dropFirst(), log.entries).map { $0 - $1 }
  }

  @Test(.promises("17.17"), arguments: RuntimeUnderTest.all)
  func theSameSeedGivesTheSameDelaysWhateverElseTheLoopDoes(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let first = try await delays(runtime, seed: 7, noise: 0)
    #expect(first.count == 4 && Set(first).count == 4)
    #expect(first.allSatisfy { $0 > .seconds(5) - .nanoseconds(1) && $0 <= .seconds(10) })
    #expect(try await delays(runtime, seed: 7, noise: 5) == first)
    #expect(try await delays(runtime, seed: 8, noise: 0) != first)
    let unseeded = try await delays(runtime, seed: nil, noise: 0)
    #expect(try await delays(runtime, seed: nil, noise: 0) != unseeded)
  }

  private struct Request: Equatable, Identifiable, Sendable {
    let id: Int
  }

  @Test(.promises("17.17"), arguments: RuntimeUnderTest.all)
  func theJitterOfARetryDependsOnItsElementAndNotOnTheOrderOfTheElements(
    _ runtime: RuntimeUnderTest
  ) async throws {
    func moments(_ order: [Int]) async throws -> [Int: Duration] {
      let (time, sent) = (ManualScheduler(), Transcript<Int>())
      let spin = Spin<[Request], Int>(initialState: []) {
        Feedback(forEach: \.self) { request in
          let flaky = Flaky(failures: 1)
          return .run(retrying: .constant(.seconds(10), attempts: 2, jitter: 1)) {
            _ = try flaky.call()
            sent(request.id)
            return 0
          } catch: { _ in
            0
          }
        }
        Reducer { requests, id in if id > 0 { requests.append(Request(id: id)) } }
      }
      let running = spin.start(on: runtime(scheduler: time), options: RunOptions(seed: 1))
      for id in order { running.emit(id) }
      try await time.untilAlarms(5)
      let moments = try await sent.moments(ofFirst: 5, on: time)
      try await running.settled()
      await running.end()
      return moments
    }
    let first = try await moments([1, 2, 3, 4, 5])
    #expect(Set(first.values).count == 5)
    #expect(try await moments([4, 1, 5, 3, 2]) == first)
  }
}

extension RunningSpin where State == [String] {
  /// Waits until there are so many events.
  fileprivate func first(count: Int) async throws {
    let gate = Gate()
    let token = observe { if $0.state.count >= count { gate.open() } }
    if await !gate.wait() { throw CancellationError() }
    token.cancel()
  }
}
