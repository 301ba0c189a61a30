import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// What comes late: observers that join a loop that has events waiting, bodies that outlive their
/// emitter, and effects that outlive the handle.
extension Conformance {
  @Test(arguments: RuntimeUnderTest.all)
  func anObserverThatStopsTheLoopWhenItJoinsStopsItBeforeTheNextEvent(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let handle = Handle<Events, String>()
    let tokens = Tokens()
    let drops = Drops()
    let spin = Spin<Events, String>(initialState: []) {
      Reducer.appending
    }
    let running = spin.start(on: runtime(), handle: handle, options: drops.options()) {
      if $0.event == "go" { for event in ["a", "b", "c"] { handle.emit(event) } }
      guard $0.event == "a", let running = handle.value else { return }
      tokens.keep(running.observe { _ in handle.stop() })
    }
    running.emit("go")
    await running.finished()
    #expect(running.state == ["go", "a"])
    #expect(drops.entries == ["b stopped outside", "c stopped outside"])
    handle.set(nil)
    tokens.drop()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func toAnObserverThatJoinsLaterEverythingIsNewAtFirst(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    let spin = Spin<Events, String>(initialState: []) { Reducer.appending }
    let running = spin.start(on: runtime())
    running.emit("a")
    try await running.settled()
    let token = running.observe(keepingPrevious: true) {
      log("\($0.previous?.count ?? -1) \($0.isNew(\.count)) \($0.isNew(\.first))")
    }
    running.emit("b")
    try await log.until("1 true false")
    #expect(log.entries == ["-1 true true", "1 true false"])
    token.cancel()
    await running.end()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func whatWaitsForTheEndIsToldAlsoIfTheHandleIsGoneAndAnEffectEndsLater(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (began, mayEnd, isOver) = (Gate(), Gate(), Gate())
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in
        .run {
          began.open()
          await mayEnd.waitStubbornly()
          return nil
        }
      }
      Reducer.appending
    }
    var running: RunningSpin? = spin.start(on: runtime())
    let token = running?.onFinished { isOver.open() }
    await began.wait()
    running = nil
    #expect(!isOver.isOpen)
    mayEnd.open()
    await isOver.wait()
    token?.cancel()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anEffectThatFinishesWhileItsClosureRunsCanBeCancelledUntilThatReturns(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (begun, gate) = (Gate(), Gate())
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: { $0.isEmpty ? 0 : nil }) { _ in
        .run { emit in
          emit.finish()
          emit("too late")
          begun.open()
          let isOpen = await gate.wait()
          precondition(!isOpen)
        }
      }
      Feedback.source {
        .run { emit in
          await begun.wait()
          emit("ready")
          emit.finish()
          _ = await gate.wait()
        }
      }
      Reducer.appending
    }
    let drops = Drops()
    let running = spin.start(on: runtime(), options: drops.options())
    // The first is superseded by the event of the second; only then is the loop settled.
    #expect(try await running.settled() == ["ready"])
    await running.end()
    #expect(drops.entries == ["too late finished 0 delivered"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aCallbackThatFailsFinishesItsEffectAlsoIfItsEmitterWasKept(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let kept = Guarded<Emitter<String>?>(nil)
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in
        .callback(
          { emit throws(Failure) in
            kept.withLock { $0 = emit }
            throw .broken
          }, catch: { "\($0)" })
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime())
    #expect(try await running.settled() == ["broken"])
    let emitter = kept.withLock { $0.take() }
    #expect(emitter?("late") == .dropped(.finished))
    await running.end()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aRunReturnsTheStateThatWasPublishedLast(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<Int>()
    let remote = Remote<Int>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source { remote.effect("source") }
      Reducer { sum, number in sum += number }
    }
    // Whatever comes between being settled and having stopped is part of the run.
    let emitting = Task {
      try await remote.log.until("+source")
      await onThread {
        for _ in 1...1_000 where remote.emit(1, from: "source") != .accepted { break }
      }
    }
    let state = try await spin.run(on: runtime()) { log($0.state) }
    try await emitting.value
    #expect(state == log.entries.last)
  }
}
