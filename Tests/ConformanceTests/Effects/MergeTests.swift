import Dispatch
import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// Effects of several parts, each of which ends by itself.
extension Conformance {
  @Test(.promises("6.7"), arguments: RuntimeUnderTest.all)
  func aPartOfAMergeIsCleanedUpWhenItEndsAndTheOthersGoOn(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<String>()
    let gate = Gate()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: { _ in true }) {
        .merge(
          remote.effect("a"), remote.effect("b"),
          .run {
            await gate.wait()
            return nil
          })
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime())
    try await remote.log.until("+b")
    remote.finish("a")
    await running.idle()
    #expect(remote.log.entries == ["+a", "+b", "-a"])
    gate.open()
    await running.idle()
    #expect(remote.emit("still here", from: "b") == .accepted)
    remote.finish("b")
    #expect(try await running.settled() == ["still here"])
    #expect(remote.log.entries == ["+a", "+b", "-a", "-b"])
    await running.end()
    #expect(remote.log.entries == ["+a", "+b", "-a", "-b"])  // Exactly once.
  }

  @Test(.promises("6.13"), arguments: RuntimeUnderTest.all)
  func whatAStepEndsIsCancelledInTheOrderInWhichItIsWritten(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<String>()
    let body = { @Sendable (name: String) in
      Effect<String>.run {
        let ended = Gate()  // Opened by the handler: it is called before the body ends.
        return await withTaskCancellationHandler {
          remote.log("+\(name)")
          await ended.waitStubbornly()
          return nil
        } onCancel: {
          remote.log("-\(name)")
          ended.open()
        }
      }
    }
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: \.isEmpty) {
        .merge(body("a"), remote.effect("b"), body("c"), remote.effect("d"))
      }
      Feedback(while: \.isEmpty) { .merge(remote.effect("e"), body("f")) }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    try await remote.log.until(count: 6)
    running.emit("over")
    try await remote.log.until(count: 12)
    #expect(remote.log.entries.dropFirst(6) == ["-a", "-b", "-c", "-d", "-e", "-f"])
  }

  /// In whatever order they end.
  @Test(.promises("6.7"), arguments: RuntimeUnderTest.all)
  func eachOfAThousandPartsIsCleanedUpOnceWhenItEnds(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let names = (0..<1_000).map { "\($0)" }
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: \.isEmpty) { .merge(names.map { remote.effect($0) }) }
      Reducer.appending
    }
    let running = spin.start(on: runtime())
    try await remote.log.until("+999")
    await running.idle()  // The last registration has returned, and let its emitter go.
    let ended = (0..<900).map { names[$0 * 7 % 1_000] }  // 7 and 1,000 have no common divisor.
    for name in ended { remote.finish(name) }
    await running.idle()
    #expect(remote.log.entries.dropFirst(1_000) == ended.map { "-\($0)" }[...])
    running.emit("over")
    try await running.settled()
    let others = names.filter { !ended.contains($0) }
    #expect(remote.log.entries.dropFirst(1_900) == others.map { "-\($0)" }[...])
    await running.end()
    #expect(remote.log.entries.count == 2_000)
  }

  /// Also those whose end the loop has not taken notice of.
  @Test(arguments: RuntimeUnderTest.all)
  func thePartsOfAMergeThatEndWhileTheLoopStopsAreLetGo(_ runtime: RuntimeUnderTest) async throws {
    let census = Census()
    do {
      let remote = Remote<String>()
      let handle = Handle<Events, String>()
      let spin = Spin<Events, String>(initialState: []) {
        Feedback(while: \.isEmpty) { .merge(["a", "b", "c"].map { remote.effect($0) }) }
          .executor(CountedExecutor(in: census))  // Every part keeps it.
        Reducer.appending
      }
      let running = spin.start(on: runtime(), handle: handle) { transition in
        guard transition.event == "stop" else { return }
        remote.finish("a")
        remote.finish("b")
        handle.value?.stop()
      }
      try await remote.log.until(count: 3)
      await running.idle()
      running.emit("stop")
      await running.finished()
      handle.set(nil)
      #expect(remote.log.entries.suffix(3).sorted() == ["-a", "-b", "-c"])
    }
    try await census.untilEmpty()
  }

  /// Whichever parts have ended before.
  @Test(arguments: RuntimeUnderTest.all)
  func thePartsOfAMergeAreCancelledInWrittenOrder(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: \.isEmpty) { .merge(["a", "b", "c", "d", "e"].map { remote.effect($0) }) }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    try await remote.log.until("+e")
    remote.finish("a")
    try await remote.log.until("-a")
    remote.finish("c")
    try await remote.log.until("-c")
    running.emit("over")
    try await running.settled()
    #expect(remote.log.entries.suffix(5) == ["-a", "-c", "-b", "-d", "-e"])
  }

  @Test(arguments: RuntimeUnderTest.all, [false, true])
  func anEmitterUsedAfterItsFinishIsDroppedAndEndsNoOtherPart(
    _ runtime: RuntimeUnderTest, isMapped: Bool
  ) async throws {
    let remote = Remote<String>()
    let drops = Drops()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: { _ in true }) {
        let part = remote.effect("part")
        return .merge(isMapped ? part.map { "\($0)!" } : part, remote.effect("other"))
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime, options: drops.options())
    try await remote.log.until("+other")
    let late = isMapped ? "late!" : "late"
    remote.emitter("part")?.finish()
    remote.emitter("part")?.finish()
    #expect(remote.emit("late", from: "part") == .dropped(.finished))
    remote.finish("part")
    await running.idle()
    #expect(remote.emit("in time", from: "other") == .accepted)
    remote.finish("other")
    #expect(try await running.settled() == ["in time"])
    #expect(drops.entries == ["\(late) finished 0 delivered"])
    #expect(remote.log.entries == ["+part", "+other", "-part", "-other"])
  }
}

/// An executor whose life is counted.
private final class CountedExecutor: TaskExecutor {
  private let life: Counted

  init(in census: Census) {
    life = Counted(in: census)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
