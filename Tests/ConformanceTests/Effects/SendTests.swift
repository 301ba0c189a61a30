import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// The `send` of an emitter, which waits for the fate of its event.
extension Conformance {
  /// A server that commits, and then answers.
  @Test(.promises("19.2"), arguments: RuntimeUnderTest.all)
  func aSendOfAnEffectReturnsWhenItsEventWasReduced(_ runtime: RuntimeUnderTest) async throws {
    let (seen, handle) = (Transcript<Int>(), Handle<[Int], Int>())
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback(while: { !$0.isEmpty }) {
        .run { emit in
          for number in 1...100 {
            let result = await emit.send(number)
            let mapped = await emit.map { (text: String) in Int(text) ?? 0 }.send("0")
            #expect(result == .accepted && mapped == .accepted)
            seen(handle.value?.state.count ?? -1)
          }
        }
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime, handle: handle)
    running.emit(0)
    try await running.settled()
    #expect(seen.entries == (1...100).map { 2 * $0 + 1 })
  }

  @Test(.promises("19.2", "19.5"), arguments: RuntimeUnderTest.all)
  func aSendOfAnEffectTellsWhyItsEventWasDropped(_ runtime: RuntimeUnderTest) async throws {
    let (results, handle) = (Transcript<EmitResult>(), Handle<[String], String>())
    let spin = Spin<[String], String>(initialState: []) {
      Feedback(while: { _ in true }) {
        .run { emit in
          for event in ["once", "once", "stop", "late"] { results(await emit.send(event)) }
        }
      }
      DropRepeats(within: .seconds(1)) { $0 == "once" }
      Reducer.appending
    }
    let running = spin.start(on: runtime(scheduler: ManualScheduler()), handle: handle) { step in
      if step.event == "stop" { handle.stop() }
    }
    await running.finished()
    #expect(
      results.entries == [.accepted, .dropped(.repeated), .accepted, .dropped(.stopped)])
    handle.set(nil)
  }

  @Test(.promises("19.6"), arguments: RuntimeUnderTest.all)
  @MainActor
  func aSendThatWaitsInASuspendedLoopIsToldOfTheStop(_ runtime: RuntimeUnderTest) async throws {
    let (results, drops, begun) = (Transcript<EmitResult>(), Drops(), Gate())
    let told = Transcript<String>()
    let spin = Spin<[String], String>(initialState: []) {
      Feedback(on: \.count) { _ in
        .run { @MainActor emit in
          begun.open()
          results(await emit.send("own"))
        }
      }
      .named("body")
      Reducer.appending
    }
    var options: RunOptions<[String], String> = drops.options()
    options.monitors = [
      Monitor { fact in
        switch fact.fact {
        case .taken(let entry): told("taken \(entry.origin)")
        case .dropped(let reason, let entry): told("\(reason) \(entry.origin)")
        default: break
        }
      }
    ]
    let running = spin.start(on: runtime(), options: options)
    running.suspend()
    await begun.waitStubbornly()
    running.stop()  // On the main actor, which the body has left when its event waits.
    await running.end()
    #expect(results.entries == [.dropped(.stopped)])
    #expect(drops.entries == ["own stopped body delivered"])
    // It was not, because the stop had taken the ticket, which has the execution.
    #expect(told.entries == ["taken body", "stopped body"])
  }

  /// The event that ends the effect was accepted before the one that the effect sends.
  @Test(.promises("19.2", "19.5"), arguments: RuntimeUnderTest.all)
  @MainActor
  func aSendOfAnEffectThatIsCancelledMeanwhileIsStale(_ runtime: RuntimeUnderTest) async throws {
    let (results, drops, begun) = (Transcript<EmitResult>(), Drops(), Gate())
    let spin = Spin<[String], String>(initialState: []) {
      Feedback(while: \.isEmpty) {
        .run { @MainActor emit in
          begun.open()
          results(await emit.send("own"))
        }
      }
      .named("body")
      Reducer.appending
    }
    let running = spin.start(on: runtime, options: drops.options())
    running.suspend()
    running.emit("cancel")
    await begun.waitStubbornly()
    // The body is on the main actor until it waits.
    running.resume()
    try await results.until(count: 1)
    await running.idle()
    #expect(results.entries == [.dropped(.stale)])
    #expect(drops.entries == ["own stale body delivered"])
    #expect(running.state == ["cancel"])
  }

  @Test(.promises("19.2"), arguments: RuntimeUnderTest.all)
  func aSendThatCancelsItsOwnEffectIsReduced(_ runtime: RuntimeUnderTest) async throws {
    let (results, origins) = (Transcript<String>(), Transcript<String>())
    let spin = Spin<[String], String>(initialState: []) {
      Feedback(forEach: { $0.isEmpty ? [7] : [] }, atMost: 1) { _ in
        .run { emit in
          let result = await emit.send("own")
          await Gate().wait()  // A body that is still being handed to the runtime is told later.
          results("\(result) \(Task.isCancelled)")
        }.timeout(after: .seconds(1), "timeout")
      }
      .named("body")
      Reducer.appending
    }
    let running = spin.start(on: runtime, scheduler: ManualScheduler()) { step in
      if step.event != nil { origins("\(step.origin)") }
    }
    try await results.until(count: 1)
    await running.idle()
    #expect(results.entries == ["accepted true"])
    #expect(origins.entries == ["body[7]"])
    #expect(running.state == ["own"])
  }
}
