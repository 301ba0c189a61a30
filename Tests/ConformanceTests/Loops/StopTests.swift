import SpinAsync
import SpinCallbacks
import SpinChildren
import SpinTestSupport
import Testing

/// Clause 8: stopped by a closure of the loop itself.
extension Conformance {
  /// A closure of the loop that can stop it.
  enum Stopper: String, CaseIterable, CustomStringConvertible {
    case reducer, selector, cancellation, observer, feedback, registration

    var description: String { rawValue }
  }

  @Test(
    .promises("8.2", "8.3", "8.5"), .needsOpenGate, arguments: RuntimeUnderTest.all,
    Stopper.allCases)
  func stoppedByTheLoopItselfTheTransitionReachesEveryObserverAndNothingStarts(
    _ runtime: RuntimeUnderTest, _ stopper: Stopper
  ) async throws {
    let handle = Handle<Int, String>()
    let remote = Remote<String>()
    let log = remote.log
    let stop = { @Sendable (place: Stopper, number: Int) in
      if place == stopper && number == 1 { handle.stop() }
    }
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback(
        filteredBy: { number in
          stop(.selector, number)
          return number == 0
        },
        effect: { _ in remote.effect("old", onCancel: { stop(.cancellation, 1) }) })
      Feedback(filteredBy: { $0 == 1 }) { number in
        stop(.feedback, number)
        return .callback { _ in
          stop(.registration, number)
          log("+first")
          return Cancellation { log("-first") }
        }
      }
      Feedback(filteredBy: { $0 == 1 }) { _ in .merge(remote.effect("second"), .just("immediate")) }
      Reducer { number, _ in
        number += 1
        stop(.reducer, number)
      }
    }
    let drops = Drops()
    let options: RunOptions<Int, String> = drops.options(observers: [
      Observer {
        log("first \($0.number)")
        if $0.number == 1 { handle.emit("waiting") }
        stop(.observer, $0.number)
      }
    ])
    let running = spin.start(on: runtime(), handle: handle, options: options) {
      log("second \($0.number)")
    }
    try await log.until("+old")
    running.emit("go")
    await running.finished()
    #expect(running.state == 1)
    #expect(running.isStopped)
    let starts = stopper == .registration ? ["+first", "-first"] : []
    #expect(
      log.entries == ["first 0", "second 0", "+old", "-old", "first 1", "second 1"] + starts)
    #expect(drops.entries.filter { $0.hasPrefix("waiting") } == ["waiting stopped outside"])
    // A closure that was called in vain has its immediate events reported as well.
    let others = drops.entries.filter { !$0.hasPrefix("waiting") }
    #expect(others.allSatisfy { $0 == "immediate stopped 2 immediate" })
    #expect(others.count == 1 || stopper != .registration)
    handle.set(nil)
  }

  /// The loop neither starts its work nor accepts its immediate events.
  @Test(.promises("5.5", "8.3"), arguments: RuntimeUnderTest.all, [false, true])
  func anEffectThatWaitsDoesNotBeginAfterAStopByTheLoopItself(
    _ runtime: RuntimeUnderTest, inAPart: Bool
  ) async {
    let stop = Guarded<@Sendable () -> Void>({})
    let drops = Drops()
    let time = ManualScheduler()
    let queue = Spin<Int, String>(initialState: 0) {
      Feedback { number in
        switch number {
        case 0: return .after(.seconds(1), "end")
        case 1: return .just("waiting")
        default:
          stop.withLock { $0 }()
          return .none
        }
      }
      .strategy(.queueNewState)
      Reducer { number, _ in number += 1 }
    }
    func run<State, Event>(_ running: RunningSpin<State, Event>, _ go: Event) async {
      stop.withLock { $0 = { [weak running] in running?.stop() } }
      running.emit(go)
      await running.idle()
      time.advance(by: .seconds(1))
      await running.finished()
    }
    let runtime = runtime(scheduler: time)
    if inAPart {
      let spin = Spin<Children<Int, Int>, (Int, String)>(initialState: Children([(3, 0)])) {
        Scope(forEach: \.self, event: { ($0, $1) }, from: { $0 }) { queue }
      }
      await run(spin.start(on: runtime, options: drops.options()), (3, "go"))
    } else {
      await run(queue.start(on: runtime, options: drops.options()), "go")
    }
    #expect(drops.entries == [])
  }

  @Test(.promises("5.4", "8.5"), arguments: RuntimeUnderTest.all)
  func whatWaitsInTheMailboxAndEveryLaterEventIsDroppedAsStopped(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let handle = Handle<Events, String>()
    let drops = Drops()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: { $0 == ["go"] }) { _ in .several("a", "b") }
      Reducer.appending
    }
    let running = spin.start(on: runtime(), handle: handle, options: drops.options()) {
      guard $0.event == "a" else { return }
      handle.emit("waiting")
      handle.stop()
      handle.stop()
    }
    running.emit("go")
    await running.finished()
    #expect(running.emit("late") == .dropped(.stopped))
    #expect(running.state == ["go", "a"])
    #expect(
      drops.entries == ["b stopped 0 immediate", "waiting stopped outside", "late stopped outside"])
    handle.set(nil)
  }

  @Test(.promises("8.3", "8.7"), arguments: RuntimeUnderTest.all)
  func aRunThatAStopKeepsFromStartingDoesNotKeepTheOthersFromBeingCancelled(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let handle = Handle<Events, String>()
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: { !$0.isEmpty }) { _ in remote.effect("never") }
      Feedback(filteredBy: { !$0.isEmpty }) { _ in
        handle.stop()
        return .none
      }
      Feedback.source { remote.effect("source") }
      Reducer.appending
    }
    let running = spin.start(on: runtime(), handle: handle)
    try await remote.log.until("+source")
    running.emit("stop")
    await running.finished()
    #expect(remote.log.entries == ["+source", "-source"])
    handle.set(nil)
  }

  @Test(.promises("3.5", "8.1"), arguments: RuntimeUnderTest.all)
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

  /// The last reference to the handle may go inside the loop.
  @Test(.promises("8.9"), arguments: RuntimeUnderTest.all)
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
}
