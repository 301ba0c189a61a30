import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Clauses 4 and 5.
extension Conformance {
  @Test(.promises("4.1", "6.8"), arguments: RuntimeUnderTest.all)
  func aStepReducesAsksCancelsPublishesAndStartsInThisOrder(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<String>()
    let log = remote.log
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback(
        filteredBy: { number in
          log("filter a\(number)")
          return true
        },
        effect: { number in
          log("call a\(number)")
          return remote.effect("a\(number)")
        })
      Feedback(
        lensingOn: { number in
          log("lens b\(number)")
          return number
        },
        effect: { number in
          log("call b\(number)")
          return remote.effect("b\(number)")
        })
      Feedback(
        on: { number in
          log("select c\(number)")
          return number
        },
        effect: { number in
          log("call c\(number)")
          return remote.effect("c\(number)")
        })
      Reducer { number, event in
        log("reduce \(event)")
        number += 1
      }
    }
    let options = RunOptions<Int, String>(observers: [Observer { log("first \($0.number)") }])
    let running = spin.start(on: runtime, options: options) { log("second \($0.number)") }
    try await log.until("+c0")
    running.emit("event")
    try await log.until("+c1")
    #expect(
      log.entries == [
        "filter a0", "lens b0", "select c0",
        "first 0", "second 0",
        "call a0", "call b0", "call c0",
        "+a0", "+b0", "+c0",
        "reduce event",
        "filter a1", "lens b1", "select c1",
        "-a0", "-b0", "-c0",
        "first 1", "second 1",
        "call a1", "call b1", "call c1",
        "+a1", "+b1", "+c1",
      ])
  }

  @Test(.promises("5.1", "5.2", "5.3"), arguments: RuntimeUnderTest.all)
  func immediateEventsJoinAsOneBlockBeforeWhatTheStepsWorkDelivers(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let spin = Spin<[String], String>(initialState: []) {
      // A quick emitter: it emits while it is being registered, and is no faster for that.
      Feedback.source {
        .merge(
          .callback { emit in
            emit("quick")
            return .none
          }, .just("a"))
      }
      Feedback(filteredBy: \.isEmpty) { _ in .several("b", "c") }
      Feedback(filteredBy: \.isEmpty) { _ in .just("d") }
      Reducer.appending
    }
    let log = Transcript<String>()
    let running = spin.start(on: runtime) { log("\($0.event ?? "") \($0.origin.summary)") }
    try await running.settled()
    #expect(
      log.entries == [
        " start", "a 0 immediate", "b 1 immediate", "c 1 immediate", "d 2 immediate",
        "quick 0 delivered",
      ])
  }

  @Test(.promises("1.2"), arguments: RuntimeUnderTest.all)
  func immediateEventsComeAfterWhatWasAcceptedBefore(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<[String], String>()
    let spin = Spin<[String], String>(initialState: []) {
      Feedback { events in
        guard events == ["go"] else { return .none }
        handle.emit("by the feedback")
        return .just("immediate")
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime, handle: handle) {
      if $0.number == 1 { handle.emit("by an observer") }
    }
    running.emit("go")
    #expect(
      try await running.settled() == ["go", "by an observer", "by the feedback", "immediate"])
  }

  @Test(.promises("5.4"), .needsOpenGate, arguments: RuntimeUnderTest.all)
  func immediateEventsSurviveTheCancellationOfTheirEffect(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<String>()
    let spin = Spin<[String], String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in
        .merge(remote.effect("work"), .several("a", "b"), .just("c"))
      }
      Reducer.appending
    }
    #expect(try await spin.run(on: runtime()) == ["a", "b", "c"])
    #expect(remote.log.entries == ["+work", "-work"])
    #expect(remote.emit("late", from: "work") == .dropped(.stopped))
  }

  @Test(.promises("5.6"), arguments: RuntimeUnderTest.all)
  func mergeHoistsTheImmediateEventsOfItsPartsInWrittenOrder(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let quick = Effect<Int>.callback { emit in
      emit(10)
      return .none
    }
    let spin = Spin<[String], String>(initialState: []) {
      Feedback.source {
        .merge(
          quick.map { "work \($0)" }, .merge(.several("a", "b"), .none), .just("c"),
          Effect.several(1, 2).map { "mapped \($0)" })
      }
      Reducer.appending
    }
    #expect(
      try await spin.run(on: runtime()) == ["a", "b", "c", "mapped 1", "mapped 2", "work 10"])
  }

  /// Reading the state inside the loop must neither deadlock nor be behind.
  @Test(.promises("4.3"), arguments: RuntimeUnderTest.all)
  func theStateReadByAFeedbackOrObserverIsTheOneItWasGiven(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let handle = Handle<[Int], Int>()
    let log = Transcript<Bool>()
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback(
        filteredBy: { numbers in
          if let state = handle.value?.state { log(state == numbers) }
          return true
        },
        effect: { numbers in
          if let state = handle.value?.state { log(state == numbers) }
          return .none
        })
      Reducer.appending
    }
    let running = spin.start(on: runtime) { transition in
      if let state = handle.value?.state { log(state == transition.state) }
    }
    try await running.settled()
    handle.set(running)
    for number in 0..<10 { running.emit(number) }
    try await running.settled()
    #expect(log.entries == Array(repeating: true, count: 30))
    handle.set(nil)
  }

  // NB: traps say nothing in release builds.
  #if DEBUG
    /// The state is being changed while its reducer runs; there is none to read.
    @Test(.promises("4.4"))
    func aReducerThatReadsTheStateOfItsOwnLoopIsTaught() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let handle = Handle<Int, Int>()
        let spin = Spin<Int, Int>(initialState: 0) {
          Reducer { number, step in number += step + (handle.value?.state ?? 0) }
        }
        let running = spin.start(on: .callersThread, handle: handle)
        running.emit(1)
      }
      let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(errors.contains("use the state that it gets as its argument"))
    }

    /// Two such reducers could wait for each other, so that one is taught already, on every runtime.
    @Test(.promises("4.4"))
    func aReducerThatReadsTheStateOfAnotherLoopIsTaught() async {
      for index in RuntimeUnderTest.all.indices {
        let result = await #expect(
          processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { [index = index as Int] in
          let runtime = RuntimeUnderTest.all[index]()
          let other = Spin<Int, Int>(initialState: 0) { Reducer { _, _ in } }.start(on: runtime)
          let spin = Spin<Int, Int>(initialState: 0) {
            Reducer { number, step in number += step + other.state }
          }
          let running = spin.start(on: runtime)
          running.emit(1)
          await running.finished()
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(errors.contains("put the value into the event"))
      }
    }
  #endif
}
