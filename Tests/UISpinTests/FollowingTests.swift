import SpinAsync
import SpinCallbacks
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

@testable import SpinTTY

/// Screens of a loop that runs already.
@Suite struct FollowingTests {
  private static func ui(showing running: RunningSpin<Score, Score.Event>) -> UISpin<
    Score, Score.Event
  > {
    UISpin(showing: running, render: Score.view, keys: { Score.keys })
  }

  // MARK: States

  @Test(arguments: RuntimeUnderTest.all)
  func itShowsTheNewestStateAndWhateverFollows(_ runtime: RuntimeUnderTest) async throws {
    let running = Score.spin.start(on: runtime())
    try await running.send(.add(3))
    let stage = Scene(Self.ui(showing: running), on: runtime(), rows: 1)
    await stage.rehearsal.idle()
    try stage.terminal.expect("value: 3")
    running.emit(.add(4))
    await stage.rehearsal.idle()
    try stage.terminal.expect("value: 7")
    #expect(stage.rehearsal.state.value == 7)
  }

  @Test(.promises("26.9"), arguments: RuntimeUnderTest.all)
  func twoScreensShowOneLoop(_ runtime: RuntimeUnderTest) async throws {
    let running = Score.spin.start(on: runtime())
    let first = Scene(Self.ui(showing: running), on: runtime(), rows: 1)
    let second = Scene(Self.ui(showing: running), on: runtime(), rows: 1)
    first.terminal.type("++")
    await first.rehearsal.idle()
    second.terminal.type("+")
    await second.rehearsal.idle()
    await first.rehearsal.idle()
    try first.terminal.expect("value: 3")
    try second.terminal.expect("value: 3")
    first.terminal.type("q")
    await first.rehearsal.idle()
    #expect(first.rehearsal.end == .quit)
    second.terminal.type("-")
    await second.rehearsal.idle()
    try second.terminal.expect("value: 2")
    #expect(second.rehearsal.end == nil && !running.isStopped)
    #expect(first.rehearsal.state.value == 3, "The state with which its run has ended.")
  }

  // MARK: Keys

  /// Each key means something only after the one before.
  @Test(.promises("26.8"), arguments: RuntimeUnderTest.all)
  func aKeyIsDecidedByTheOutcomeOfTheKeysBefore(_ runtime: RuntimeUnderTest) async throws {
    // snippet.keys
    let running = Spin<Int, Int>(initialState: 0) { Reducer { $0 = $0 * 10 + $1 } }
      .start(on: runtime())
    let ui = UISpin(showing: running) { number, _ in
      Text("\(number)")
    } keys: {
      for digit in 1...9 {
        Key("k", help: "count", when: { $0 % 10 == digit - 1 }, digit)
      }
    }
    let rehearsal = ui.rehearse(on: runtime())
    rehearsal.input("kkkkkkkkkkkk".utf8)
    await rehearsal.idle()
    #expect(running.state == 123_456_789)
    #expect(rehearsal.state == 123_456_789)
    // snippet.end
  }

  @Test(arguments: RuntimeUnderTest.all)
  func keysWaitWhileTheLoopIsSuspended(_ runtime: RuntimeUnderTest) async throws {
    let running = Score.spin.start(on: runtime())
    try await running.settled()
    let stage = Scene(Self.ui(showing: running), on: runtime(), rows: 1)
    running.suspend()
    stage.terminal.type("++q")
    #expect(running.state.value == 0)
    running.resume()
    #expect(try await running.first { $0.value == 2 }.value == 2)
    await stage.rehearsal.settled()
    #expect(stage.rehearsal.end == .quit)
    #expect(stage.rehearsal.state.value == 2)
  }

  /// The bound of the loop is for all that comes from outside.
  @Test func aKeyWhoseEventIsRefusedLetsTheNextOnePass() async throws {
    let drops = Transcript<Int>()
    let options = RunOptions<Int, Int>(mailbox: .bounded(1, .dropNewest)) {
      drops($0.event)
    }
    let running = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }
      .start(on: .callersThread, options: options)
    let ui = UISpin(showing: running) { number, _ in
      Text("\(number)")
    } keys: {
      Key("a", help: "one", 1)
      Key.quit("q")
    }
    let rehearsal = ui.rehearse(on: .callersThread)
    running.suspend()
    running.emit(7)
    rehearsal.input("aq".utf8)
    #expect(drops.entries == [1])
    #expect(rehearsal.end == .quit)
    running.resume()
    #expect(running.state == 7)
  }

  @Test(.promises("27.6")) func theCallThatEmitsByAScreenIsNoted() {
    let sites = Transcript<String>()
    let monitor = Monitor<Int, Int> { told in
      guard case .taken(let entry) = told.fact else { return }
      sites(entry.site.map { "\($0)" } ?? "nowhere")
    }
    let running = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }
      .start(on: .callersThread, options: RunOptions(monitors: [monitor]))
    let ui = UISpin(showing: running) { number, _ in
      Text("\(number)")
    } keys: {
      Key("a", help: "one", 1)
    }
    let rehearsal = ui.rehearse(on: .callersThread)
    let line = #line + 1
    ui.emit(1)
    rehearsal.emit(1)
    rehearsal.input("a".utf8)
    #expect(
      sites.entries == (0..<2).map { "FollowingTests.swift:\(line + $0) in \(#function)" } + [
        "nowhere"
      ])
    #expect(running.state == 3)
  }

  @Test func layersAndHelpBelongToTheScreen() throws {
    let running = Score.spin.start(on: .callersThread)
    let (first, second) = (Scene(Self.ui(showing: running)), Scene(Self.ui(showing: running)))
    first.terminal.type("?")
    first.terminal.show()
    second.terminal.show()
    #expect(first.terminal.terminal.text != second.terminal.terminal.text)
    first.terminal.type("?l")
    first.terminal.show()
    second.terminal.show()
    #expect(first.terminal.terminal.text == second.terminal.terminal.text)
    #expect(running.state.isLocked)
    first.terminal.type("+")
    #expect(running.state.value == 0, "The condition of the key does not hold.")
  }

  // MARK: Ends

  @Test(.promises("26.10"), arguments: RuntimeUnderTest.all)
  func theEndOfTheLoopIsTheEndOfItsScreensWithItsLastState(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let running = Score.spin.start(on: runtime())
    let ui = Self.ui(showing: running)
    let stage = Scene(ui, on: runtime(), rows: 1)
    try await running.send(.add(5))
    running.stop()
    await running.finished()
    await stage.rehearsal.settled()
    #expect(stage.rehearsal.end == .stopped)
    #expect(try await ui.finished()?.state.value == 5)
    // A screen of a stopped loop ends at once.
    let late = ui.rehearse(on: runtime())
    await late.settled()
    #expect(late.end == .stopped && late.state.value == 5)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aLoopThatStopsWithAKeyInItsMailboxEndsTheScreen(_ runtime: RuntimeUnderTest) async throws {
    let running = Score.spin.start(on: runtime())
    try await running.settled()
    let ui = Self.ui(showing: running)
    let stage = Scene(ui, on: runtime(), rows: 1)
    running.suspend()
    stage.terminal.type("+")
    running.stop()
    #expect(try await ui.finished() == UIRunResult(state: Score(), reason: .stopped))
  }

  @Test(arguments: RuntimeUnderTest.all)
  func theConditionIsAboutEachStateOfTheLoop(_ runtime: RuntimeUnderTest) async throws {
    let running = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { (1..<9).contains($0) }) { .just($0 + 1) }
      Reducer { $0 = $1 }
    }.start(on: runtime())
    try await running.settled()
    let ui = UISpin(showing: running) { number, _ in Text("\(number)") }
    let rehearsal = ui.rehearse(on: runtime(), until: .reached { $0 == 4 })
    running.emit(1)
    #expect(try await ui.finished() == UIRunResult(state: 4, reason: .reached))
    #expect(rehearsal.end == .reached)
    #expect(try await running.settled() == 9, "The loop goes on.")
  }

  @Test(arguments: RuntimeUnderTest.all)
  func untilSettledIsUntilTheLoopHasSettled(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let running = Spin<[String], String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in remote.effect("work") }
      Reducer { $0.append($1) }
    }.start(on: runtime())
    try await remote.log.until("+work")
    let ui = UISpin(showing: running) { list, _ in Text("\(list.count)") }
    let rehearsal = ui.rehearse(on: runtime(), until: .settled)
    #expect(rehearsal.end == nil)
    #expect(remote.emit("done", from: "work") == .accepted)
    #expect(try await ui.finished() == UIRunResult(state: ["done"], reason: .settled))
    #expect(!running.isStopped)
  }

  // MARK: Handles

  @Test func aUISpinKeepsTheHandleAndAnEndedScreenNothingElse() {
    var running: RunningSpin? = Score.spin.start(on: .callersThread)
    weak let observed = running
    var ui = running.map { Self.ui(showing: $0) }
    running = nil
    #expect(observed != nil)
    var rehearsal = ui?.rehearse(on: .callersThread)
    #expect(ui?.emit(.add(1)) == .accepted)
    #expect(ui?.state.value == 1)
    rehearsal?.stop()
    #expect(ui?.emit(.add(1)) == .accepted, "The loop goes on.")
    #expect(ui?.state.value == 2)
    ui = nil
    rehearsal = nil
    #expect(observed == nil)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aPartHasAScreenEvenBeforeItIsThere(_ runtime: RuntimeUnderTest) async throws {
    struct Whole: Sendable { var score: Score? }
    enum Event: Sendable { case open, close, score(Score.Event) }
    var running: RunningSpin? = Spin<Whole, Event>(initialState: Whole()) {
      Reducer { whole, event in
        switch event {
        case .open: whole.score = Score()
        case .close: whole.score = nil
        case .score(let event): whole.score?.apply(event)
        }
      }
    }.start(on: runtime())
    let part = try #require(running?.scope(state: \.score, event: Event.score))
    let ui = UISpin(showing: part) { score, _ in
      if let score { Text("\(score.value)") } else { Text("none") }
    } keys: {
      Key("+", help: "more", when: { $0 != nil }, Score.Event.add(1))
    }
    let stage = Scene(ui, on: runtime(), rows: 1)
    await stage.rehearsal.idle()
    try stage.terminal.expect("none")
    stage.terminal.type("+")
    await stage.rehearsal.idle()
    running?.emit(.open)
    await stage.rehearsal.idle()
    stage.terminal.type("++")
    await stage.rehearsal.idle()
    try stage.terminal.expect("2")
    running?.emit(.close)
    await stage.rehearsal.idle()
    try stage.terminal.expect("none")
    running?.emit(.open)
    try await running?.settled()
    running = nil
    #expect(try await ui.finished()?.reason == .stopped)
  }

  // MARK: Tests of screens

  @Test func aStubStandsUnderAScreen() throws {
    let stub = Stub<Score, Score.Event>(Score(value: 8))
    let stage = Scene(Self.ui(showing: stub.running), rows: 1)
    try stage.terminal.expect("value: 8")
    stage.terminal.type("+l")
    #expect(stub.emitted == [.add(1), .lock])
    stub.show(Score(value: 9, isLocked: true))
    try stage.terminal.expect("value: 9 locked")
    stage.terminal.type("+")
    #expect(stub.emitted.count == 2)
  }

  // MARK: Lines

  @Test(arguments: RuntimeUnderTest.all)
  func eachTransitionIsALineOfAStream(_ runtime: RuntimeUnderTest) async throws {
    let running = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { (1..<50).contains($0) }) { .just($0 + 1) }
      Reducer { $0 = $1 }
    }.start(on: runtime())
    try await running.settled()
    let ui = UISpin(showing: running, plain: .stream { "\($0)" }) { _, _ in }
    let run = try ui.claim(runtime(), .stopped)
    let host = LineHost()
    run.begin(host, showing: host)
    try await running.send(1, until: { $0 == 50 })
    #expect(host.lines.entries == Array(0...50))
    run.stop()
    run.finish()
    try await running.send(0)
    #expect(host.lines.entries.count == 51, "A screen that has ended hears nothing.")
  }

  /// Receives each state.
  private final class LineHost: UIHost, StateListener {
    let lines = Transcript<Int>()

    func passed(_ state: Address<Int>, _ extras: HostExtras, isTransition: Bool) {
      if isTransition { lines(state.value) }
    }
    func passed(transitionTo state: Int) { if lines.entries.last != state { lines(state) } }
    func interrupt() {}
    func end() {}
    func print(_ text: String) {}
  }

  // MARK: Mistakes

  @Test func theOptionsOfARunAreNotThoseOfTheLoop() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let running = Score.spin.start(on: .callersThread)
      let ui = UISpin(showing: running) { _, _ in }
      _ = ui.rehearse(on: .callersThread, options: RunOptions(initialState: Score(value: 1)))
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("give the initial state and the observers to the loop"))
  }
}
