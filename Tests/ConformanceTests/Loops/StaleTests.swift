import Dispatch
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Clause 6.
///
/// `Feedback(on: \.changes)` selects how many times "change" was reduced, so that event, and no other,
/// supersedes its effect.
extension Conformance {
  @Test(.promises("6.1", "6.4"), arguments: RuntimeUnderTest.all)
  func theEventOfASupersededEffectIsDroppedAlsoWhenItWaitsInTheMailbox(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let handle = Handle<Events, String>()
    let remote = Remote<String>()
    let emissions = Transcript<EmitResult?>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.changes) { remote.effect($0) }
      Reducer.appending
    }
    let drops = Drops()
    let running = spin.start(on: runtime, handle: handle, options: drops.options()) {
      switch $0.event {
      case "go":
        emissions.append(remote.emit("in time", from: 0))
        emissions.append(handle.emit("change"))
        emissions.append(remote.emit("late", from: 0))
      case "change": emissions.append(remote.emit("dead", from: 0))
      default: break
      }
    }
    try await remote.log.until("+0")
    running.emit("go")
    try await remote.log.until("+1")
    running.emit("end")
    await running.idle()
    #expect(running.state == ["go", "in time", "change", "end"])
    #expect(emissions.entries == [.accepted, .accepted, .accepted, .dropped(.stale)])
    #expect(drops.entries == ["dead stale 0 delivered", "late stale 0 delivered"])
  }

  @Test(.promises("6.4"), arguments: RuntimeUnderTest.all)
  func itIsDroppedAlsoWhenItsEffectHasFinishedMeanwhile(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let handle = Handle<Events, String>()
    let remote = Remote<String>()
    let scheduler = ManualScheduler()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.changes) { $0 == 0 ? remote.effect($0) : .none }
      Feedback(on: \.changes) { $0 == 0 ? .after(.seconds(1), "one shot") : .none }
      Reducer.appending
    }
    let drops = Drops()
    let held = runtime(scheduler: scheduler)
    let running = spin.start(on: held, handle: handle, options: drops.options()) {
      guard $0.event == "go" else { return }
      handle.emit("change")
      remote.emit("late", from: 0)
      remote.finish(0)
      scheduler.advance(by: .seconds(1))
    }
    try await remote.log.until("+0")
    try await scheduler.untilAlarms(1)
    running.emit("go")
    #expect(try await running.settled() == ["go", "change"])
    #expect(drops.entries == ["late stale 0 delivered", "one shot stale 1 delivered"])
    #expect(remote.log.entries == ["+0", "-0"])
    await running.end()
    handle.set(nil)
  }

  @Test(.promises("6.2", "6.3"), arguments: RuntimeUnderTest.all)
  func aGenerationIsDeadBeforeAnyCancellationCodeRuns(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<String>()
    let emissions = Transcript<EmitResult?>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.changes) { change in
        remote.effect(
          change,
          onCancel: {
            guard change == 0 else { return }
            emissions.append(remote.emit("mine", from: 0))
            emissions.append(remote.emit("my sibling's", from: "sibling"))
          })
      }
      Feedback(on: \.changes) { $0 == 0 ? remote.effect("sibling") : .none }
      Reducer.appending
    }
    let drops = Drops()
    let running = spin.start(on: runtime, options: drops.options())
    try await remote.log.until("+sibling")
    running.emit("change")
    try await remote.log.until("+1")
    await running.idle()
    #expect(running.state == ["change"])
    #expect(emissions.entries == [.dropped(.stale), .dropped(.stale)])
    #expect(drops.entries == ["mine stale 0 delivered", "my sibling's stale 1 delivered"])
  }

  @Test(.promises("6.8"), arguments: RuntimeUnderTest.all)
  func aBodyIsToldOfItsCancellationBeforeTheStepIsPublished(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: { $0.changes == 0 ? true : nil }) { (_: Bool) in
        .sideEffect {
          let told = Gate()
          await withTaskCancellationHandler {
            log("begins")
            await told.waitStubbornly()
          } onCancel: {
            log("is told")
            told.open()
          }
        }
      }
      // The body is handed to the runtime before the step of this event. A callback is work like a body, so
      // both begin in the same turn, also behind a gate.
      Feedback(on: { $0.isEmpty ? true : nil }) { (_: Bool) in
        .callback { emit in
          emit("handed")
          return .none
        }
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime) { if let event = $0.event { log(event) } }
    try await log.until("begins")
    try await log.until("handed")
    running.emit("change")
    try await running.settled()
    #expect(log.entries.suffix(2) == ["is told", "change"])
  }

  /// Runs bodies, and takes its time to say what cancels them.
  private struct SlowRuntime: SpinRuntime {
    let base = CallbackRuntime.callersThread
    let isStarting = Gate()
    let mayReturn = Gate()

    var isolation: LoopIsolation { base.isolation }

    var scheduler: any SpinScheduler { base.scheduler }

    func schedule(_ turn: Turn) {
      base.schedule(turn)
    }

    func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
      let cancellation = base.start(body, on: executor)
      isStarting.open()
      mayReturn.waitBlocking()
      return cancellation
    }
  }

  @Test(.promises("6.9"))
  func aBodyThatIsBeingHandedToTheRuntimeIsToldWhenItIsThere() async throws {
    let (log, executing) = (Transcript<String>(), SlowRuntime())
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: { $0.changes == 0 ? true : nil }) { (_: Bool) in
        .sideEffect {
          log("begins")
          log(await Gate().wait() ? "goes on" : "is told")
        }
      }
      Reducer.appending
    }
    let running = spin.prepare(on: executing, options: RunOptions())
    async let beginning: Void = onThread { running.begin() }
    await executing.isStarting.wait()
    try await log.until("begins")
    running.emit("change")
    #expect(try await running.settled() == ["change"])
    #expect(log.entries == ["begins"])
    executing.mayReturn.open()
    await beginning
    try await log.until("is told")
    await running.end()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func whatAnEffectEmitsAfterItHasFinishedIsDropped(_ runtime: RuntimeUnderTest) async throws {
    let emissions = Transcript<EmitResult>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in
        .run { emit in
          emissions.append(emit("first"))
          emit.finish()
          emissions.append(emit("second"))
        }
      }
      Reducer.appending
    }
    let drops = Drops()
    let running = spin.start(on: runtime, options: drops.options())
    try await emissions.until(count: 2)
    #expect(try await running.settled() == ["first"])
    #expect(emissions.entries == [.accepted, .dropped(.finished)])
    #expect(drops.entries == ["second finished 0 delivered"])
  }

  @Test(.promises("6.5"), arguments: RuntimeUnderTest.all)
  func sourcesAreNeverStale(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let drops = Drops()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.source { remote.effect("source") }
      Reducer.appending
    }
    let running = spin.start(on: runtime(), options: drops.options())
    try await remote.log.until("+source")
    for number in 0..<3 {
      running.emit("outside \(number)")
      #expect(remote.emit("source \(number)", from: "source") == .accepted)
    }
    #expect(
      try await running.settled() == [
        "outside 0", "source 0", "outside 1", "source 1", "outside 2", "source 2",
      ])
    #expect(drops.entries.isEmpty)
    await running.end()
    #expect(remote.log.entries == ["+source", "-source"])
  }

  @Test(.promises("6.3", "8.5"), arguments: RuntimeUnderTest.all)
  func everyDropIsReportedWithItsReasonAndOrigin(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let drops = Drops()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.source { .none }
      Feedback(on: \.changes) { remote.effect($0) }.named("watch")
      Reducer.appending
    }
    let running = spin.start(on: runtime(), options: drops.options())
    try await remote.log.until("+0")
    running.emit("change")
    try await remote.log.until("+1")
    #expect(remote.emit("a", from: 0) == .dropped(.stale))
    running.stop()
    #expect(remote.emit("b", from: 1) == .dropped(.stopped))
    #expect(running.emit("c") == .dropped(.stopped))
    await running.finished()
    #expect(
      drops.entries == [
        "a stale watch delivered", "b stopped watch delivered", "c stopped outside",
      ])
  }

  /// A task that is cancelled before its first run runs nevertheless.
  @Test(arguments: RuntimeUnderTest.all)
  func anEffectThatIsCancelledBeforeItsFirstRunNeverRuns(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<Int>()
    let held = HeldRuntime(runtime(), bodies: true)
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback { number in
        .run {
          log(number)
          return nil
        }
      }
      Feedback { number in
        .run { _ in log(number) }
      }
      Reducer { count, _ in count += 1 }
    }
    let running = spin.start(on: held)
    running.emit(1)
    await running.idle()
    held.release()
    try await running.settled()
    #expect(log.entries == [1, 1])
  }

  /// A registration that waits for its executor must not happen after its cancellation.
  @Test(.promises("6.6"), arguments: RuntimeUnderTest.all)
  func aRegistrationThatIsCancelledBeforeItRanIsNeverMade(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let queue = DispatchQueue(label: "busy")
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.changes) { remote.effect($0) }.executor(.queue(queue))
      Reducer.appending
    }
    queue.suspend()
    let running = spin.start(on: runtime())
    running.emit("change")
    await running.idle()
    queue.resume()
    try await remote.log.until("+1")
    await running.end()
    #expect(remote.log.entries == ["+1", "-1"])
  }
}
