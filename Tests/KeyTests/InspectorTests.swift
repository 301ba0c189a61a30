import SpinAsync
import SpinCallbacks
import SpinSystem
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

@testable import SpinTTY

/// The inspector over the screen of a program.
@Suite struct InspectorTests {
  private static let f12 = "\u{1B}[24~"
  private static let (up, down, pageUp) = ("\u{1B}[A", "\u{1B}[B", "\u{1B}[5~")
  private static let (home, end, escape) = ("\u{1B}[H", "\u{1B}[F", "\u{1B}[27u")

  private func scene(
    _ inspector: Inspector = .on(), columns: Int = 80, rows: Int = 24
  ) -> Scene<Score, Score.Event> {
    var options = UIOptions.fullScreen
    options.inspector = inspector
    options.mouse = .buttons
    return Scene(
      UISpin(Score.spin, options: options, render: Score.view) {
        Score.keys
        Key("n", help: "note", .note("a wide 漢字"))
      }, columns: columns, rows: rows)
  }

  private func text(_ scene: Scene<Score, Score.Event>) -> String {
    scene.terminal.show()
    return scene.terminal.terminal.text
  }

  // MARK: Off and on

  @Test func itIsOffUnlessTheProgramOrTheEnvironmentTurnsItOn() {
    #expect(Inspector.off.settings(wish: nil) == nil)
    #expect(Inspector.off.settings(wish: "1")?.chord == .f(12))
    #expect(Inspector.off.settings(wish: "ctrl+o")?.chord == .ctrl("o"))
    #expect(Inspector.on(.f(9)).settings(wish: nil)?.chord == .f(9))
    #expect(Inspector.on(.f(9)).settings(wish: "1")?.chord == .f(9))
    #expect(Inspector.on(.f(9)).settings(wish: "f10")?.chord == .f(10))
    #expect(Inspector.on(keeping: -1).settings(wish: nil)?.limit == 2)
    #expect(Inspector.never.settings(wish: "1") == nil)
    func wish(_ value: String) -> String? {
      TerminalProfile(environment: ["SPINTTY_INSPECTOR": value]).inspector
    }
    #expect(wish("1") == "1")
    #expect(wish("0") == nil)
    #expect(wish("") == nil)
    let scene = scene(.off)
    scene.terminal.type(Self.f12)
    #expect(!text(scene).contains("Inspector"))
  }

  @Test(arguments: [("interactive", nil), ("plain", false), ("frames", false), ("off", false)])
  func withoutAScreenThereIsNone(_ mode: String, _ isRehearsed: Bool?) throws {
    var options = UIOptions.fullScreen
    options.inspector = .on()
    let ui = UISpin(Score.spin, options: options, render: Score.view) { Score.keys }
    let run = try ui.claim(
      CallbackRuntime.callersThread, .stopped, isRehearsed: isRehearsed ?? true,
      profile: TerminalProfile(environment: ["SPINTTY": mode]))
    #expect((run.stack.inspection == nil) == (mode != "interactive"))
    run.stop()
    run.finish()
  }

  @Test func aKeyOpensItAndClosesIt() throws {
    let scene = scene(columns: 40, rows: 12)
    scene.terminal.type("+n+")
    scene.terminal.type(Self.f12)
    try scene.terminal.expect(
      """
      ╭─ Inspector 3/3 ──────────────────────╮
      │                            following │
      │ 0 begins                             │
      │ 1 add(1)                       key   │
      │ 2 note("a wide 漢字")          key   │
      │ 3 add(1)                       key   │
      │                                      │
      │                                      │
      │                                      │
      │                                      │
      │                                      │
      ╰── tab state  enter frame  esc close ─╯
      """)
    scene.terminal.type("\t")
    try scene.terminal.expect(
      """
      ╭─ Inspector 3/3 ──────────────────────╮
      │ add(1)                               │
      │ key                                  │
      │   Score(                             │
      │ -   value: 1,                        │
      │ +   value: 2,                        │
      │     …                                │
      │                                      │
      │                                      │
      │                                      │
      │                                      │
      ╰─ tab list  enter frame  esc close … ─╯
      """)
    scene.terminal.type(Self.f12)
    let closed = " + more  - less  l lock  ? help  q quit"
    try scene.terminal.expect("value: 2\na wide 漢字\n\(closed)")
    scene.terminal.type(Self.f12 + Self.escape)
    try scene.terminal.expect("value: 2\na wide 漢字\n\(closed)")
  }

  @Test func aNarrowScreenShowsThePlaceInsteadOfTheTitle() throws {
    let scene = scene(columns: 20, rows: 6)
    scene.terminal.type("+n" + Self.f12)
    try scene.terminal.expect(
      """
      ╭─ 2/2 ────────────╮
      │ 0 begins         │
      │ 1 add(1)         │
      │ 2 note("a wid…   │
      │                  │
      ╰── enter frame … ─╯
      """)
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 6), (130, 30), (100, 40), (5, 3), (2, 2), (1, 1)])
  func everySizeIsDrawnWithinTheScreen(_ columns: Int, _ rows: Int) {
    let scene = scene(.on(keeping: 4), columns: columns, rows: rows)
    scene.terminal.type("+n+n+n" + Self.f12)
    for keys in ["", "\t", "\r", "\r", "a", Self.home, Self.pageUp, "\u{1B}[6~", Self.end, "jjk"] {
      scene.terminal.type(keys)
      let lines = text(scene).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= rows)
      scene.terminal.resize(columns: columns + 1, rows: rows)
      scene.terminal.show()
      scene.terminal.resize(columns: columns, rows: rows)
    }
    #expect(scene.rehearsal.duplicateRows.isEmpty)
    #expect(scene.rehearsal.keyClashes.isEmpty)
  }

  // MARK: Choosing

  @Test func itFollowsTheRunWhileTheNewestTransitionIsChosen() {
    let scene = scene()
    scene.terminal.type("+" + Self.f12)
    #expect(text(scene).contains("Inspector 1/1"))
    #expect(text(scene).contains("following"))
    scene.rehearsal.emit(.note("while it is open"))
    #expect(text(scene).contains("Inspector 2/2"))
    scene.terminal.type(Self.up)
    #expect(text(scene).contains("Inspector 1/2"))
    #expect(!text(scene).contains("following"))
    scene.rehearsal.emit(.add(1))
    #expect(text(scene).contains("Inspector 1/3"))
    scene.terminal.type(Self.end)
    #expect(text(scene).contains("Inspector 3/3"))
    #expect(text(scene).contains("following"))
    scene.rehearsal.emit(.add(1))
    #expect(text(scene).contains("Inspector 4/4"))
  }

  @Test func theKeysOfAListChooseATransition() {
    let scene = scene()
    for _ in 0..<60 { scene.terminal.type("+") }
    scene.terminal.type(Self.f12)
    func chosen(after keys: String) -> String {
      scene.terminal.type(keys)
      return String(text(scene).split(separator: "─")[1].dropFirst(11).dropLast())
    }
    #expect(chosen(after: "") == "60/60")
    #expect(chosen(after: Self.up) == "59/60")
    #expect(chosen(after: Self.up + Self.up) == "57/60")
    let page = 57 - (Int(chosen(after: Self.pageUp).prefix(2)) ?? 0)
    #expect((10...24).contains(page))
    #expect(chosen(after: Self.home) == "0/60")
    #expect(chosen(after: Self.down) == "1/60")
    #expect(chosen(after: "\u{1B}[6~") == "\(1 + page)/60")
    #expect(chosen(after: Self.end) == "60/60")
    #expect(scene.rehearsal.state.value == 60)
    // The wheel scrolls the list and chooses nothing; a click chooses.
    scene.terminal.scroll(-1, column: 5, row: 10)
    #expect(text(scene).contains("Inspector 60/60"))
    scene.terminal.click(column: 5, row: 10)
    #expect(chosen(after: "") != "60/60")
    #expect(scene.rehearsal.state.value == 60)
  }

  @Test func theOldestTransitionsAreForgotten() {
    let scene = scene(.on(keeping: 10))
    for _ in 0..<40 { scene.terminal.type("+") }
    scene.terminal.type(Self.f12)
    #expect(text(scene).contains("31 forgotten"))
    scene.terminal.type(Self.home)
    #expect(text(scene).contains("Inspector 31/40"))
    // What is chosen and then forgotten gives way to the oldest that is kept, whose state is shown as a whole.
    scene.rehearsal.emit(.add(1))
    #expect(text(scene).contains("Inspector 32/41"))
    #expect(text(scene).contains("+   value: 32,"))
    #expect(text(scene).contains("32 forgotten"))
  }

  /// A value of which is counted how many are alive.
  private final class Token: Sendable {
    static let alive = Guarded(0)

    init() { Token.alive.withLock { $0 += 1 } }

    deinit { Token.alive.withLock { $0 -= 1 } }
  }

  @Test func noMoreStatesThanTheLimitAreKeptAndNoneWhileItIsOff() {
    func alive(_ inspector: Inspector) -> Int {
      var options = UIOptions.fullScreen
      options.inspector = inspector
      let spin = Spin<Token, Int>(initialState: Token()) { Reducer { state, _ in state = Token() } }
      let ui = UISpin(spin, options: options) { _, _ in Text("token") }
      let rehearsal = ui.rehearse(on: .callersThread)
      let before = Token.alive.withLock { $0 }
      for number in 0..<100 { rehearsal.emit(number) }
      return Token.alive.withLock { $0 } - before
    }
    // The first state, which the spin has, was alive before; the newest one is among those that are kept.
    #expect(alive(.off) == 1)
    #expect(alive(.on(keeping: 8)) == 8)
    #expect(Token.alive.withLock { $0 } == 0)
  }

  @Test func aReplyThatNobodyAnswersEndsAlthoughStatesAreKept() async {
    enum Event: Sendable {
      case ask(Reply<Int>), forget
    }
    let spin = Spin<Reply<Int>?, Event>(initialState: nil) {
      Reducer { state, event in
        switch event {
        case .ask(let reply): state = reply
        case .forget: state = nil
        }
      }
    }
    let history = RunHistory<Reply<Int>?, Event>(10, InspectorMask())
    let running = spin.start(
      on: .async, options: RunOptions(monitors: [Monitor { told in history.note(told) { nil } }]))
    let answer = Task { try await running.ask { .ask($0) } }
    _ = try? await running.first { $0 != nil }
    running.emit(.forget)
    await #expect(throws: NoReply.self) { try await answer.value }
    #expect(history.transition(1)?.event.hasPrefix("ask") == true)
    await running.end()
  }

  // MARK: States and frames

  @Test func enterShowsTheViewOfTheStateWithoutLayers() throws {
    let scene = scene(columns: 40, rows: 6)
    scene.terminal.type("++" + Self.f12 + Self.up + "\r")
    try scene.terminal.expect(
      """
      value: 1
       + more  - less  l lock  ? help  q quit



       1  frame, without layers      esc list
      """)
    scene.terminal.type(Self.up)
    #expect(text(scene).hasPrefix("value: 0"))
    // The loop goes on, and an earlier frame stays as it is.
    scene.rehearsal.emit(.add(5))
    #expect(text(scene).hasPrefix("value: 0"))
    scene.terminal.type(Self.escape + Self.escape)
    #expect(text(scene).hasPrefix("value: 7"))
  }

  @Test func allLinesOfAStateCanBeShownAndScrolled() {
    let scene = scene()
    scene.terminal.type("+" + Self.f12)
    #expect(!text(scene).contains("isLocked"))
    scene.terminal.type("a")
    #expect(text(scene).contains("isLocked: false"))
    for number in 0..<40 { scene.rehearsal.emit(.note("line \(number)")) }
    #expect(text(scene).contains("value: 1"))
    scene.terminal.type("\u{1B}[1;2B")
    scene.terminal.type("jjj")
    #expect(!text(scene).contains("value: 1"))
    scene.terminal.type("kkkk")
    #expect(text(scene).contains("value: 1"))
    scene.terminal.scroll(3, column: 60, row: 12)
    #expect(!text(scene).contains("value: 1"))
  }

  @Test func aTransitionWithoutAChangeSaysSo() {
    let scene = scene()
    scene.rehearsal.emit(.add(0))
    scene.terminal.type(Self.f12)
    #expect(text(scene).contains("no change"))
  }

  @Test func theCauseOfAnEventIsSaid() {
    let time = ManualScheduler()
    var options = UIOptions.fullScreen
    options.inspector = .on()
    let ui = UISpin(Score.spin, options: options, render: Score.view) { Score.keys }
    let scene = Scene(ui, on: .callersThread(scheduler: time), columns: 100, rows: 24)
    scene.terminal.type("\u{1B}[A")
    scene.terminal.type("l")
    time.advance(by: .seconds(1))
    scene.rehearsal.emit(.add(1))
    scene.terminal.type(Self.f12)
    let lines = text(scene).split(separator: "\n").map { $0.prefix(45) }
    #expect(lines.contains { $0.contains("1 add(1)") && $0.contains("up") }, "\(lines)")
    #expect(lines.contains { $0.contains("2 lock") && $0.contains("key") }, "\(lines)")
    #expect(lines.contains { $0.contains("3 tick") && $0.contains("#1") }, "\(lines)")
    #expect(lines.contains { $0.contains("4 add(1)") && $0.contains("InspectorTe") }, "\(lines)")
  }

  // MARK: The keys of the program

  @Test func aBindingOfTheProgramGoesFirst() {
    var options = UIOptions.fullScreen
    options.inspector = .on(.ctrl("o"))
    let ui = UISpin(Score.spin, options: options, render: Score.view) {
      Key(.ctrl("o"), help: "lock", when: \.isOpen, .lock)
      Key(.ctrl("o"), help: "nothing", when: { $0.value == 5 }, event: { _ in nil })
      Key("g g", help: "first", .add(5))
    }
    let scene = Scene(ui, columns: 80, rows: 24)
    scene.terminal.type("\u{F}")
    #expect(scene.rehearsal.state.isLocked)
    #expect(!text(scene).contains("Inspector"))
    // A sequence that waits swallows the key.
    scene.terminal.type("g\u{F}")
    #expect(!text(scene).contains("Inspector"))
    scene.terminal.type("\u{F}")
    #expect(text(scene).contains("Inspector"))
    scene.terminal.type("\u{F}gg")
    // A binding takes its key even if it has no event.
    scene.terminal.type("\u{F}")
    #expect(scene.rehearsal.state.value == 5)
    #expect(!text(scene).contains("Inspector"))
  }

  @Test func itOpensOverADialogAndOverThePalette() {
    var options = UIOptions.fullScreen
    options.inspector = .on()
    let ui = UISpin(Score.spin, options: options, render: Score.view) {
      Score.keys
      Key.palette(.ctrl("p"))
    } layers: {
      Layer(when: \.isLocked) { _, _ in Dialog("locked") { Text("really") } }
    }
    let scene = Scene(ui, columns: 60, rows: 24)
    scene.terminal.type("\u{10}lo")
    scene.terminal.show()
    let before = scene.terminal.terminal.text
    scene.terminal.type(Self.f12 + "x")
    #expect(text(scene).contains("Inspector 0/0"))
    scene.terminal.type(Self.f12)
    #expect(text(scene) == before)
    scene.terminal.type("\r")
    #expect(text(scene).contains("really"))
    scene.terminal.type(Self.f12)
    #expect(text(scene).contains("Inspector 1/1"))
    scene.terminal.type("\r")
    // The view alone, without the dialog.
    #expect(!text(scene).contains("really"))
    scene.terminal.type("\u{3}")
    #expect(scene.rehearsal.end == .signal(2))
  }

  // MARK: Secrets

  private struct Login: Sendable {
    var password = TextInput.Model(isSecret: true)
    var sent = ""
  }

  private enum LoginEvent: Sendable {
    case type(TextInput.Action), send(String)
  }

  @Test func aMaskedSecretIsInNoFrame() {
    let spin = Spin<Login, LoginEvent>(initialState: Login()) {
      Reducer { login, event in
        switch event {
        case .type(let action): login.password.reduce(action)
        case .send(let password): login.sent = password
        }
      }
    }
    var options = UIOptions.fullScreen
    options.inspector = .on()
    func frames(masked: Bool) -> String {
      let ui = UISpin(spin, options: options) { login, _ in
        TextInput(login.password).id("password")
        Text("sent \(login.sent.count)")
      } keys: {
        Control("password") { .type($0) }
        Key(.enter, help: "send", event: { .send($0.password.text) })
      }
      if masked {
        ui.mask { event in
          if case .send = event { .send("•••") } else { .type(.insert("•")) }
        } states: { _ in
          Login()
        }
      }
      let scene = Scene(ui, columns: 100, rows: 40)
      for letter in "xyzzy" { scene.terminal.type("\(letter)") }
      scene.terminal.paste("plugh")
      scene.terminal.type("\r" + Self.f12)
      var frames = ""
      for keys in ["", "a", "\r", "\r", Self.up, Self.up, Self.home, Self.end, "\r"] {
        scene.terminal.type(keys)
        scene.terminal.show()
        frames += scene.terminal.terminal.text
      }
      return frames
    }
    #expect(frames(masked: false).contains("xyzzyplugh"))
    let masked = frames(masked: true)
    #expect(masked.contains("Inspector"))
    for secret in ["xyzzy", "plugh", "\"x\"", "key x", "zzy"] {
      #expect(!masked.contains(secret), "\(secret)")
    }
  }
}
