import SpinAsync
import SpinCallbacks
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

@testable import SpinTTY

@Suite struct LifeTests {
  private let ui = UISpin(Score.spin, render: Score.view, keys: { Score.keys })

  @Test func beforeTheFirstRunTheStateIsTheInitialOneAndEventsAreDropped() async throws {
    #expect(ui.state == Score())
    #expect(ui.emit(.lock) == .dropped(.stopped))
    #expect(try await ui.finished() == nil)
    ui.stop()
  }

  @Test func whileItRunsItsHandleReachesTheLoop() {
    let stage = Scene(ui)
    #expect(ui.emit(.add(5)) == .accepted)
    #expect(ui.state.value == 5)
    ui.print("one\ntwo")
    #expect(stage.rehearsal.printed == ["one", "two"])
    ui.stop()
    #expect(stage.rehearsal.end == .stopped)
    #expect(ui.emit(.add(5)) == .dropped(.stopped))
    #expect(ui.state.value == 5)
  }

  @Test func itRunsAgainFromTheInitialState() async throws {
    let first = Scene(ui)
    first.terminal.type("+q")
    first.rehearsal.stop()
    #expect(try await ui.finished() == UIRunResult(state: Score(value: 1), reason: .quit))
    let second = Scene(ui)
    #expect(second.rehearsal.state.value == 0)
  }

  @Test func aStateThatIsWaitedForEndsWithItsTransition() {
    let stage = Scene(ui, until: .reached { $0.value == 3 })
    stage.terminal.type("+++++")
    #expect(stage.rehearsal.end == .reached)
    #expect(stage.rehearsal.state.value == 3)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anInitialStateThatIsWaitedForStartsNoEffect(_ runtime: RuntimeUnderTest) async {
    let started = Transcript<String>()
    let spin = Spin<Int, Int>(initialState: 7) {
      Feedback { _ in .just(1) }
      Feedback.source {
        .callback { _ in
          started.append("source")
          return .none
        }
      }
      Reducer { $0 += $1 }
    }
    let ui = UISpin(spin) { value, _ in Text("\(value)") }
    let rehearsal = ui.rehearse(on: runtime(), until: .reached { $0 == 7 })
    await rehearsal.idle()
    #expect(rehearsal.end == .reached)
    #expect(rehearsal.state == 7)
    #expect(started.entries == [])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func beingSettledEndsItIfThatIsAskedFor(_ runtime: RuntimeUnderTest) async {
    let time = ManualScheduler()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 < 3 }) { _ in .after(.seconds(1), 1) }
      Reducer { $0 += $1 }
    }
    let ui = UISpin(spin) { value, _ in Text("\(value)") }
    let rehearsal = ui.rehearse(on: runtime(scheduler: time), until: .settled)
    await rehearsal.idle()
    for value in 1...3 {
      #expect(rehearsal.end == nil)
      time.advance(by: .seconds(1))
      await rehearsal.idle()
      #expect(rehearsal.state == value)
    }
    #expect(rehearsal.end == .settled)
  }

  @Test func stoppingInsideAFeedbackIsARequest() {
    let handle = Transcript<String>()
    let box = Guarded<UISpin<Int, Int>?>(nil)
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.sideEffect { value in
        handle.append("first \(value)")
        if value == 1 { box.withLock { $0 }?.stop() }
      }
      Feedback.sideEffect { value in handle.append("second \(value)") }
      Reducer { $0 += $1 }
    }
    let ui = UISpin(spin) { value, _ in Text("\(value)") }
    box.withLock { $0 = ui }
    let rehearsal = ui.rehearse(on: .callersThread)
    rehearsal.emit(1)
    rehearsal.emit(1)
    #expect(rehearsal.end == .stopped)
    #expect(rehearsal.state == 1)
    #expect(handle.entries == ["first 0", "second 0", "first 1"])
    box.withLock { $0 = nil }
  }

  @Test func whatIsEmittedOrPrintedBeforeTheTerminalIsTakenIsNotLost() throws {
    let run = try ui.claim(CallbackRuntime.callersThread, .stopped)
    ui.emit(.add(3))
    ui.print("early")
    let host = RehearsalHost(run)
    run.begin(host)
    #expect(ui.state.value == 3)
    #expect(host.printed == ["early"])
    ui.stop()
  }

  @Test func aStateThatSomebodyReadsAtTheEndIsNotLost() async throws {
    let ui = UISpin(Score.spin, render: Score.view, keys: { Score.keys })
    for _ in 1...50 {
      let rehearsal = ui.rehearse(on: .callbacks)
      let run = try #require(ui.latest.withLock { $0 })
      // Only while the run ends: this test may wait for its own turn for seconds.
      async let reading: Void = onThread { while !run.isOver { _ = ui.state } }
      rehearsal.input("+++q".utf8)
      #expect(try await ui.finished() == UIRunResult(state: Score(value: 3), reason: .quit))
      await reading
      rehearsal.stop()
    }
  }

  @Test func aRunThatQuitIsOverAndAnotherMayFollow() async throws {
    let first = Scene(ui)
    first.terminal.type("+q")
    #expect(try await ui.finished() == UIRunResult(state: Score(value: 1), reason: .quit))
    let second = Scene(ui)
    #expect(second.rehearsal.state.value == 0)
    #expect(second.rehearsal.end == nil)
  }

  @Test func ctrlCThatNothingIsBoundToEndsAsSIGINTWould() {
    let stage = Scene(ui)
    stage.terminal.type("+")
    stage.terminal.press(.character("c"), .ctrl)
    stage.terminal.type("+")
    #expect(stage.rehearsal.end == .signal(2))
    #expect(stage.rehearsal.end?.status == 130)
    #expect(stage.rehearsal.state.value == 1)
  }

  @Test func ctrlZThatNothingIsBoundToSuspends() {
    let stage = Scene(ui)
    stage.terminal.press(.character("z"), .ctrl)
    #expect(stage.rehearsal.suspensions == 1)
    #expect(stage.rehearsal.end == nil)
  }

  @Test func aProgramThatAnswersASignalMaySettleFirst() {
    let time = ManualScheduler()
    let spin = Spin<[String], String>(initialState: []) {
      Feedback(on: { $0.last == "saving" ? true : nil }) { _ in .after(.seconds(1), "saved") }
      Reducer { $0.append($1) }
    }
    let ui = UISpin(spin) { _, _ in
    } keys: {
      Control.input { if case .terminating(15) = $0.kind { "saving" } else { nil } }
    }
    let rehearsal = ui.rehearse(on: .callersThread(scheduler: time))
    rehearsal.terminate()
    #expect(rehearsal.end == nil)
    time.advance(by: .seconds(1))
    #expect(rehearsal.end == .signal(15))
    #expect(rehearsal.state == ["saving", "saved"])
  }

  @Test func aProgramThatDoesNotSettleHasTwoSeconds() {
    let time = ManualScheduler()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source { .none }
      Feedback(while: { _ in true }) { .every(.seconds(1), 1) }
      Reducer { $0 += $1 }
    }
    let ui = UISpin(spin) { _, _ in
    } keys: {
      Control.input { if case .terminating = $0.kind { 100 } else { nil } }
    }
    let rehearsal = ui.rehearse(on: .callersThread(scheduler: time))
    rehearsal.terminate(signal: 1)
    time.advance(by: .milliseconds(1999))
    #expect(rehearsal.end == nil)
    time.advance(by: .milliseconds(1))
    #expect(rehearsal.end == .signal(1))
    #expect(rehearsal.state == 101)
  }

  @Test func aProgramThatDoesNotAnswerASignalEndsAtOnce() {
    let stage = Scene(ui)
    stage.terminal.type("l")
    stage.rehearsal.terminate()
    #expect(stage.rehearsal.end == .signal(15))
  }

  @Test func aReducerThatHangsStopsNeitherFramesNorTheEnd() async throws {
    let (began, isFree) = (Gate(), Gate())
    let spin = Spin<Int, Int>(initialState: 0) {
      Reducer { count, step in
        count += step
        if count == 2 {
          began.open()
          isFree.waitBlocking()
        }
      }
    }
    let ui = UISpin(spin) { count, _ in Text("\(count)") }
    let rehearsal = ui.rehearse(on: .callbacks)
    rehearsal.emit(1)
    await rehearsal.idle()
    #expect(rehearsal.frame().isEmpty == false)
    rehearsal.emit(1)
    await began.wait()
    #expect(rehearsal.frame() == [])
    rehearsal.stop()
    // The reducer changes the only state that there is.
    let error = await #expect(throws: TerminalError.self) { try await ui.finished() }
    #expect(error?.operation == .readState)
    isFree.open()
  }

  #if DEBUG
    @Test func aSecondRunMeanwhileIsRefused() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let ui = UISpin(Score.spin, render: Score.view, keys: { Score.keys })
        let first = ui.rehearse(on: .callersThread)
        let second = ui.rehearse(on: .callersThread)
        withExtendedLifetime((first, second)) {}
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("This UISpin is already running"))
    }

    /// On Linux the main actor may be served by another thread than the first.
    @Test func aRunThatBlocksTheMainActorIsRefused() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let ui = UISpin(Score.spin, render: Score.view, keys: { Score.keys })
        try await MainActor.run { _ = try ui.run(on: .mainActor) }
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("This run(on:) blocks the main thread"))
    }
  #endif

  @Test(.promises("13.2"))
  func aLargeStateIsReducedInPlaceOnASmallStack() async {
    let spin = Spin<LargeState, Void>(initialState: LargeState()) {
      Reducer { state, _ in state.bump() }
    }
    let ui = UISpin(spin, showing: { $0.last }) { last, _ in
      Text("\(last)")
    } keys: {
      Key("+", help: "", ())
    }
    let stage = Scene(ui, on: ThreadRuntime(stackSize: 512 << 10))
    for _ in 1...100 { stage.rehearsal.emit(()) }
    stage.terminal.type("++")
    await stage.rehearsal.idle()
    stage.terminal.show()
    #expect(stage.terminal.terminal.text == "102")
  }
}
