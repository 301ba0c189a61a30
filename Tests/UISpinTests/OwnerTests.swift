import Foundation
import SpinCallbacks
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

@testable import SpinTTY

/// The view that an owner sets: the lines of the article that described the pattern first.
@Suite struct OwnerTests {
  struct State: Equatable, Sendable {
    var isCounting = false
    var title = "still"
  }

  enum Event: Sendable { case startCounter, stopCounter }

  private static func counterSpin() -> Spin<State, Event> {
    Spin<State, Event>(initialState: State()) {
      Reducer { state, event in
        switch event {
        case .startCounter: state.isCounting = true
        case .stopCounter: state.isCounting = false
        }
      }
    }
  }

  private final class CounterScreen: Sendable {
    let uiSpin: UISpin<State, Event>

    init(_ counterSpin: Spin<State, Event>) {
      let uiSpin = UISpin(spin: counterSpin)
      self.uiSpin = uiSpin
    }

    func appear() {
      uiSpin.render(on: self, using: { $0.render(state:) })
      uiSpin.start()
      uiSpin.emit(.startCounter)
    }

    func show(on runtime: any SpinRuntime) -> Scene<State, Event> {
      uiSpin.render(on: self, using: { $0.render(state:) })
      return Scene(uiSpin, on: runtime, columns: 20, rows: 2)
    }

    func render(state: State) -> some View {
      Text(state.isCounting ? "counting" : "not counting")
    }

    func renderWidely(state: State, screen: Screen) -> some View {
      Text("\(state.isCounting) of \(screen.size.columns)")
    }
  }

  @Test func theLinesOfTheArticleRunOnTheDefaultRuntime() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      setenv("SPINTTY", "plain", 1)
      // It has settled when it has begun, and yet waits for the event.
      let screen = CounterScreen(OwnerTests.counterSpin())
      screen.appear()
      guard let end = try await screen.uiSpin.finished() else { exit(1) }
      if !end.state.isCounting || end.reason != .settled { exit(2) }
    }
    #expect(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self) == "counting\n")
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aMethodThatTakesTheStateIsTheView(_ runtime: RuntimeUnderTest) async throws {
    let screen = CounterScreen(Self.counterSpin())
    let stage = screen.show(on: runtime())
    await stage.rehearsal.idle()
    try stage.terminal.expect("not counting")
    screen.uiSpin.emit(.startCounter)
    await stage.rehearsal.idle()
    try stage.terminal.expect("counting")
  }

  @Test func theNewestViewCounts() throws {
    let (first, second) = (CounterScreen(Self.counterSpin()), CounterScreen(Self.counterSpin()))
    let ui = first.uiSpin
    ui.render(on: first, using: { $0.render(state:) })
    ui.render(on: second, using: { $0.renderWidely(state:screen:) })
    let stage = Scene(ui, columns: 20, rows: 2)
    try stage.terminal.expect("false of 20")
  }

  @Test func aViewThatComesDuringTheRunIsShownByTheNextFrame() throws {
    let screen = CounterScreen(Self.counterSpin())
    let stage = Scene(screen.uiSpin, columns: 20, rows: 2)
    try stage.terminal.expect("")
    screen.uiSpin.render(on: screen, using: { $0.render(state:) })
    try stage.terminal.expect("not counting")
    #expect(stage.terminal.show() == 0, "Nothing else has changed.")
    screen.uiSpin.render(on: screen, using: { $0.renderWidely(state:screen:) })
    try stage.terminal.expect("false of 20")
  }

  /// The view of a part is drawn only if the part has changed, or the view itself.
  @Test func itReplacesTheViewOfAPart() throws {
    let ui = UISpin(Self.counterSpin(), showing: \.title) { title, _ in Text(title) }
    let screen = CounterScreen(Self.counterSpin())
    let stage = Scene(ui, columns: 20, rows: 2)
    try stage.terminal.expect("still")
    stage.rehearsal.emit(.startCounter)
    #expect(stage.terminal.show() == 0)
    ui.render(on: screen, using: { $0.render(state:) })
    try stage.terminal.expect("counting")
    stage.rehearsal.emit(.stopCounter)
    try stage.terminal.expect("not counting")
  }

  @Test func withoutAViewKeysWork() throws {
    let ui = UISpin(spin: Self.counterSpin()) {
      Key("s", help: "start", Event.startCounter)
      Key.quit("q")
    }
    let stage = Scene(ui, columns: 20, rows: 2)
    stage.terminal.type("s")
    try stage.terminal.expect("")
    #expect(stage.rehearsal.state.isCounting)
    stage.terminal.type("q")
    #expect(stage.rehearsal.end == .quit)
  }

  @Test func anOwnerThatHoldsItsSpinIsReleased() {
    var screen: CounterScreen? = CounterScreen(Self.counterSpin())
    weak let observed = screen
    let rehearsal = screen?.show(on: CallbackRuntime.callersThread).rehearsal
    screen = nil
    #expect(observed == nil)
    rehearsal?.emit(.startCounter)
    #expect(rehearsal?.frame() == [])
    #expect(rehearsal?.end == .released)
  }

  /// The end of the keys and the beginning of the waiting come in either order.
  @Test(arguments: [true, false])
  func withoutKeysARunEndsWhenItHasSettledAndSomebodyWaits(_ waitsFirst: Bool) throws {
    let ui = UISpin(spin: Self.counterSpin())
    let run = try ui.claim(CallbackRuntime.callersThread, .stopped)
    run.begin(RehearsalHost(run))
    if waitsFirst { run.endIsAwaited() } else { run.keysEnded() }
    #expect(run.reason == nil)
    ui.emit(.startCounter)  // The loop had settled, and yet takes it.
    #expect(ui.state.isCounting)
    if waitsFirst { run.keysEnded() } else { run.endIsAwaited() }
    #expect(run.reason == .settled)
    ui.stop()
  }

  @Test func aSecondStartLeavesTheRunAlone() async {
    await #expect(processExitsWith: .success) {
      setenv("SPINTTY", "plain", 1)
      let ui = UISpin(spin: OwnerTests.counterSpin(), plain: .nothing) { Key.quit("q") }
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { exit(2) }
      dup2(ends[0], 0)
      guard ui.start(), !ui.start(on: .callbacks) else { exit(3) }
      ui.emit(.startCounter)
      ui.stop()
      if try await ui.finished()?.reason != .stopped { exit(4) }
      guard ui.start() else { exit(5) }
    }
  }
}
