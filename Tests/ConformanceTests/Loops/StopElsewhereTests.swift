import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Synchronization
import Testing

/// Clause 8: stopped from elsewhere.
extension Conformance {
  @Test(.promises("8.1", "8.4", "8.5"), arguments: RuntimeUnderTest.all)
  func afterStopNoFurtherEventIsTakenAndEachIsReducedOrReported(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let reduced = Atomic(0)
    let dropped = Atomic(0)
    let spin = Spin<Int, Int>(initialState: 0) {
      Reducer { _, _ in reduced.add(1, ordering: .relaxed) }
    }
    let options = RunOptions<Int, Int> { drop in
      if drop.reason == .stopped { dropped.add(1, ordering: .relaxed) }
    }
    let running = spin.start(on: runtime(), options: options)
    let begun = Gate()
    await onThreads(2) { thread in
      if thread == 0 {
        for number in 0..<2000 {
          running.emit(1)
          if number == 100 { begun.open() }
        }
      } else {
        begun.waitBlocking()
        running.stop()
        let atStop = reduced.load(ordering: .sequentiallyConsistent)
        for _ in 0..<100 { #expect(running.emit(1) == .dropped(.stopped)) }
        // A step under way may have been about to reduce its event.
        #expect(reduced.load(ordering: .sequentiallyConsistent) <= atStop + 1)
      }
    }
    await running.finished()
    #expect(reduced.load(ordering: .relaxed) + dropped.load(ordering: .relaxed) == 2100)
  }

  @Test(.promises("8.1", "8.5"), arguments: RuntimeUnderTest.all)
  func stoppingBeforeTheFirstTurnLeavesNothingToDo(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<String>()
    let drops = Drops()
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback.source { .just("immediate") }
      Feedback { _ in
        .run { () -> String? in
          log("body")
          return nil
        }
      }
      Reducer { number, _ in number += 1 }
    }
    let held = HeldRuntime(runtime(), turns: true)
    let running = spin.start(on: held, options: drops.options())
    #expect(running.emit("outside") == .accepted)
    running.stop()
    held.release()
    await running.finished()
    #expect(running.state == 0)
    #expect(log.entries.isEmpty)
    #expect(drops.entries == ["outside stopped outside"])
  }

  @Test(.promises("8.6"), arguments: RuntimeUnderTest.all)
  func stopDoesNotWaitForTheStepUnderWay(_ runtime: RuntimeUnderTest) async throws {
    let (begun, mayReturn) = (Gate(), Gate())
    let spin = Spin<Int, String>(initialState: 0) {
      Reducer { number, _ in
        begun.open()
        mayReturn.waitBlocking()
        number += 1
      }
    }
    let running = spin.start(on: runtime())
    async let emitting: Void = onThread { _ = running.emit("go") }
    await begun.waitStubbornly()
    await onThread { running.stop() }
    #expect(running.isStopped)
    mayReturn.open()
    await emitting
    await running.finished()
  }

  @Test(.promises("8.7"), arguments: RuntimeUnderTest.all)
  func stopCancelsTheEffectsInOrderOfDeclaration(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback.source { remote.effect("source") }
      Feedback { _ in remote.effect("latest") }
      Feedback { remote.effect("continuing \($0)") }.strategy(.continueOnNewState)
      Reducer { number, _ in number += 1 }
    }
    let running = spin.start(on: runtime())
    try await remote.log.until("+continuing 0")
    running.emit("next")
    try await remote.log.until("+continuing 1")
    let before = remote.log.entries.count
    await running.end()
    #expect(
      remote.log.entries.dropFirst(before)
        == ["-source", "-latest", "-continuing 0", "-continuing 1"])
  }

  @Test(.promises("8.8"), arguments: RuntimeUnderTest.all)
  func finishedWaitsForEffectsThatIgnoreTheirCancellation(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    let gate = Gate()
    let finished = Gate()
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback.source {
        .run { emit in
          log("body begins")
          await gate.waitStubbornly()
          log("body ends, \(emit("late"))")
        }
      }
      Reducer { number, _ in number += 1 }
    }
    let running = spin.start(on: runtime())
    try await log.until("body begins")
    running.stop()
    let token = running.onFinished {
      log("finished")
      finished.open()
    }
    await running.idle()
    #expect(log.entries == ["body begins"])
    gate.open()
    await running.finished()
    await finished.wait()
    #expect(
      log.entries == ["body begins", "body ends, dropped(stopped)", "finished"])
    token.cancel()
  }

  @Test(.promises("8.9"), arguments: RuntimeUnderTest.all)
  func droppingTheHandleStopsTheLoop(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback.source { remote.effect("source") }
      Reducer { number, _ in number += 1 }
    }
    do {
      let running = spin.start(on: runtime())
      try await remote.log.until("+source")
      #expect(remote.emit("event", from: "source") == .accepted)
      #expect(running.isStopped == false)
    }
    #expect(remote.emit("late", from: "source") == .dropped(.stopped))
    try await remote.log.until("-source")
    #expect(remote.log.entries == ["+source", "-source"])
  }

  @Test(.promises("8.10"), arguments: RuntimeUnderTest.all)
  func emittersTokensAndSequencesDoNotKeepTheLoopRunning(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<String>()
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback.source { remote.effect("source") }
      Reducer { number, _ in number += 1 }
    }
    var running: RunningSpin<Int, String>? = spin.start(on: runtime())
    try await remote.log.until("+source")
    let token = running?.observe { _ in }
    let states = running?.states
    var iterator = running?.states.makeAsyncIterator()
    #expect(await iterator?.next() == 0)
    running = nil
    try await remote.log.until("-source")
    #expect(await iterator?.next() == nil)
    #expect(remote.emit("late", from: "source") == .dropped(.stopped))
    withExtendedLifetime((token, states)) {}
  }

  @Test(.promises("14.1"), arguments: RuntimeUnderTest.all)
  func startStopStartMakesTwoIndependentRuns(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.source { remote.effect("source") }
      Reducer.appending
    }
    let executing = runtime()
    for run in 1...3 {
      let running = spin.start(on: executing)
      try await remote.log.until("+source", times: run)
      running.emit("outside \(run)")
      remote.emit("source \(run)", from: "source")
      #expect(try await running.settled() == ["outside \(run)", "source \(run)"])
      await running.end()
    }
    #expect(remote.log.entries == (1...3).flatMap { _ in ["+source", "-source"] })
  }
}
