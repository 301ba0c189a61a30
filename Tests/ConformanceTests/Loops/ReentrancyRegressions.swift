import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// What went wrong in loops of others: emitting and stopping from unexpected places.
extension Conformance {
  struct Parcel: Sendable {
    var content: Counted?
  }

  /// A payload's deinit runs wherever the last reference goes, also where a lock is held; one that
  /// emits must neither deadlock nor nest nor be lost.
  @Test(arguments: RuntimeUnderTest.all)
  func theDeinitOfAPayloadMayEmit(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Int, Parcel>()
    let census = Census()
    let inLoop = Exclusion()
    let spin = Spin<Int, Parcel>(initialState: 0) {
      Reducer { count, _ in inLoop { count += 1 } }
    }
    let running = spin.start(on: runtime(), handle: handle)
    await onThreads(2) { _ in
      for number in 0..<100 {
        running.emit(Parcel(content: Counted(number, in: census) { handle.emit(Parcel()) }))
      }
    }
    running.emit(Parcel())  // The newest transition keeps its event, so let that be an empty one.
    try await census.untilEmpty()
    #expect(try await running.settled() == 401)
    #expect(inLoop.overlaps == 0)
    await running.end()
    handle.set(nil)
  }

  /// The same for payloads that are dropped, which go when the loop stops, or at its door.
  @Test(arguments: RuntimeUnderTest.all)
  func theDeinitOfADroppedPayloadMayEmit(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Int, Parcel>()
    let census = Census()
    let reasons = Transcript<DropReason>()
    let spin = Spin<Int, Parcel>(initialState: 0) { Reducer { count, _ in count += 1 } }
    let options = RunOptions<Int, Parcel> { reasons($0.reason) }
    let held = HeldRuntime(runtime(), turns: true)
    let running = spin.start(on: held, handle: handle, options: options)
    let parcel = { @Sendable in
      Parcel(content: Counted(in: census) { handle.emit(Parcel()) })
    }
    for _ in 0..<10 { running.emit(parcel()) }
    running.stop()
    for _ in 0..<10 { running.emit(parcel()) }
    held.release()
    await running.finished()
    try await census.untilEmpty()
    #expect(reasons.entries == Array(repeating: .stopped, count: 40))
    #expect(running.state == 0)
    handle.set(nil)
  }

  /// A feedback that answers an event which a reducer's own emission made must not be nested in it.
  @Test(arguments: RuntimeUnderTest.all)
  func emittingInsideAFeedbackThatAReducerTriggered(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<[Int], Int>()
    let inLoop = Exclusion()
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback { numbers in
        inLoop { if let last = numbers.last, last % 10 == 1 { handle.emit(last + 1) } }
        return .none
      }
      Reducer { numbers, number in
        inLoop { if number % 10 == 0 { handle.emit(number + 1) } }
        numbers.append(number)
      }
    }
    let running = spin.start(on: runtime(), handle: handle)
    for number in [10, 20, 30] {
      running.emit(number)
      try await running.settled()
    }
    #expect(running.state == [10, 11, 12, 20, 21, 22, 30, 31, 32])
    #expect(inLoop.overlaps == 0)
    await running.end()
    handle.set(nil)
  }

  /// Being told of a drop, or cancelled, is user code too.
  @Test(arguments: RuntimeUnderTest.all)
  func emittingWhileADropIsToldOrAnEffectIsCancelled(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Events, String>()
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.changes) { change in
        remote.effect(change, onCancel: { if change == 0 { handle.emit("by a cancellation") } })
      }
      Reducer.appending
    }
    let options = RunOptions<Events, String> { drop in
      if drop.reason == .stale { handle.emit("by onDrop") }
    }
    let running = spin.start(on: runtime(), handle: handle, options: options) {
      guard $0.event == "go" else { return }
      handle.emit("change")
      remote.emit("late", from: 0)
    }
    try await remote.log.until("+0")
    running.emit("go")
    try await remote.log.until("+1")
    await running.idle()
    #expect(running.state == ["go", "change", "by a cancellation", "by onDrop"])
    await running.end()
    handle.set(nil)
  }

  /// Reading the state inside the loop must neither deadlock nor be behind.
  @Test(arguments: RuntimeUnderTest.all)
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
    let running = spin.start(on: runtime()) { transition in
      if let state = handle.value?.state { log(state == transition.state) }
    }
    try await running.settled()
    handle.set(running)
    for number in 0..<10 { running.emit(number) }
    try await running.settled()
    #expect(log.entries == Array(repeating: true, count: 30))
    await running.end()
    handle.set(nil)
  }

  /// The last reference to the handle may go inside the loop.
  @Test(arguments: RuntimeUnderTest.all)
  func droppingTheHandleInsideTheLoopStopsIt(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Int, String>()
    let remote = Remote<String>()
    let log = remote.log
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback.source { remote.effect("source") }
      Reducer { count, _ in count += 1 }
    }
    handle.set(
      spin.start(on: runtime()) { transition in
        log("\(transition.number)")
        if transition.number == 1 { handle.set(nil) }
      })
    try await log.until("+source")
    remote.emit("event", from: "source")
    try await log.until("-source")
    #expect(remote.emit("late", from: "source") == .dropped(.stopped))
    #expect(log.entries == ["0", "+source", "1", "-source"])
  }

  /// What a consumer leaves behind may emit when it goes.
  @Test(arguments: RuntimeUnderTest.all, [Buffering.all, .newest])
  func theDeinitOfABufferedElementMayEmit(
    _ runtime: RuntimeUnderTest, _ buffering: Buffering
  ) async throws {
    final class Payload: Sendable {
      let emit: @Sendable () -> Void
      init(_ emit: @escaping @Sendable () -> Void) { self.emit = emit }
      deinit { emit() }
    }
    let handle = Handle<Payload?, Payload?>()
    let spin = Spin<Payload?, Payload?>(initialState: nil) {
      Reducer { state, payload in state = payload }
    }
    let running = spin.start(on: runtime(), handle: handle)
    let isWatching = Gate()
    let watching = Task {
      var states = running.states(buffering: buffering).makeAsyncIterator()
      _ = await states.next()
      isWatching.open()
      await Gate().wait()  // Until the task is cancelled.
      while await states.next() != nil {}
    }
    await isWatching.wait()
    for _ in 1...3 { running.emit(Payload { handle.emit(nil) }) }
    await running.idle()
    watching.cancel()
    await watching.value
    running.emit(nil)
    await running.idle()
    await running.end()
    handle.set(nil)
  }

  // NB: traps say nothing in release builds.
  #if DEBUG
    /// The state is being changed while its reducer runs; there is none to read.
    @Test
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
    @Test
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
