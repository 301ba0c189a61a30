import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// A task may run a body, the turn that follows, and the body that follows from that. Nobody notices.
extension Conformance {
  @Test(.promises("6.12", "11.3"), arguments: RuntimeUnderTest.all)
  func aBodyThatFollowsAnotherIsCancelledAndNothingElseWithIt(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback { number in
        guard number < 10 else { return .none }
        return .run {
          guard number == 5 else {
            if Task.isCancelled { log("\(number) is cancelled too") }
            return 1
          }
          log("waits")
          log(await Gate().wait() ? "passed" : "cancelled")
          return nil
        }
      }
      Reducer { number, step in number += step }
    }
    let executing = runtime()
    let running = spin.start(on: executing) { _ in
      // On the caller's thread whoever delivers makes the steps, also a task that is cancelled.
      if Task.isCancelled && executing.isolation != .callersThread { log("a turn is cancelled") }
    }
    try await log.until("waits")
    running.emit(1)
    #expect(try await running.settled() == 10)
    await running.end()
    #expect(log.entries == ["waits", "cancelled"])
  }

  @Test(.promises("6.12", "11.3"), arguments: RuntimeUnderTest.all)
  func aBodyThatHasReturnedIsNotCancelledWithTheRestOfItsEffect(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    let waits = Gate()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 == 0 ? true : nil }) { _ in
        .merge(
          .run {
            await waits.wait()
            return 1
          },
          .run {
            waits.open()
            log(await Gate().wait() ? "passed" : "cancelled")
            return nil
          })
      }
      Feedback(filteredBy: { $0 == 1 }) { _ in
        .run {
          if Task.isCancelled { log("the next body is cancelled") }
          return 1
        }
      }
      Reducer { number, step in number += step }
    }
    let running = spin.start(on: runtime()) { transition in
      if Task.isCancelled { log("turn \(transition.number) is cancelled") }
    }
    try await log.until("cancelled")
    #expect(try await running.settled() == 2)
    await running.end()
    #expect(log.entries == ["cancelled"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func whatABodyHasCapturedIsReleasedWhenItHasReturned(_ runtime: RuntimeUnderTest) async throws {
    let census = Census()
    let goOn = Gate()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback { number in
        guard number < 3 else { return .none }
        let captured = number < 2 ? Counted(in: census) : nil
        return .run {
          if captured == nil { await goOn.waitStubbornly() }
          return withExtendedLifetime(captured) { 1 }
        }
      }
      Reducer { number, step in number += step }
    }
    let running = spin.start(on: runtime())
    try await census.untilEmpty()
    goOn.open()
    #expect(try await running.settled() == 3)
    await running.end()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aBodyThatFollowsAnotherDoesNotKeepTheLoopsMemory(_ runtime: RuntimeUnderTest) async throws {
    let census = Census()
    let waits = Gate()
    let goOn = Gate()
    let spin = Spin<[Counted], Int>(initialState: []) {
      Feedback(lensingOn: \.count) { count in
        .run {
          if count < 3 { return count }
          waits.open()
          await goOn.waitStubbornly()
          return nil
        }
      }
      Reducer { counted, number in counted.append(Counted(number, in: census)) }
    }
    var running: RunningSpin<[Counted], Int>? = spin.start(on: runtime())
    await waits.wait()
    withExtendedLifetime(running) {}
    running = nil
    try await census.untilEmpty()
    goOn.open()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func noBodySeesTaskLocalValuesOfWhoeverEmits(_ runtime: RuntimeUnderTest) async throws {
    let seen = Transcript<String>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback { number in
        guard 1...2 ~= number else { return .none }
        return .run {
          seen(Local.value)
          return 1
        }
      }
      Reducer { number, step in number += step }
    }
    let running = spin.start(on: runtime)
    try await running.settled()
    Local.$value.withValue("the emitter's") { _ = running.emit(1) }
    #expect(try await running.settled() == 3)
    #expect(seen.entries == ["nobody's", "nobody's"])
  }

  @Test
  func bodiesThatFollowOneAnotherShareATask() async throws {
    let isHanded = Gate()
    let hasRun = Gate()
    let goOn = Gate()
    let runtime = CountingRuntime()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 < 100 ? $0 : nil }) { number in
        .run {
          if number == 0 { await goOn.wait() }
          return 1
        }
      }
      // The first body is handed to the runtime before the step of this event. A callback is work like a
      // body, so both begin in the same turn, also behind a gate.
      Feedback(on: { $0 == 0 ? true : nil }) { (_: Bool) in
        .callback { emit in
          emit(0)
          return .none
        }
      }
      Reducer { number, step in number += step }
    }
    let running = spin.start(on: runtime) {
      if $0.event == 0 { isHanded.open() }
      if $0.state == 100 { hasRun.open() }
    }
    await isHanded.wait()
    goOn.open()
    await hasRun.wait()
    #expect(runtime.started == 1)
    await running.end()
  }
}

private enum Local {
  @TaskLocal static var value = "nobody's"
}

/// A queue's runtime that counts the bodies it is given.
private final class CountingRuntime: SpinRuntime {
  private let base = CallbackRuntime()
  private let count = Guarded(0)

  var started: Int { count.withLock { $0 } }

  var isolation: LoopIsolation { base.isolation }

  var scheduler: any SpinScheduler { base.scheduler }

  func schedule(_ turn: Turn) {
    base.schedule(turn)
  }

  func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    count.withLock { $0 += 1 }
    return base.start(body, on: executor)
  }
}
