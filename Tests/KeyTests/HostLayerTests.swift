import SpinCallbacks
import SpinSystem
import SpinTTY
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

/// The layers of the host.
@Suite struct HostLayerTests {
  private func stage(rows: Int = 9) -> Scene<Score, Score.Event> {
    let stage = Scene(
      UISpin(Score.spin, render: Score.view) { Score.keys }, columns: 24, rows: rows)
    stage.terminal.type("l")
    stage.terminal.show()
    return stage
  }

  @Test func helpIsALayerWithEveryBindingThatDoesSomething() throws {
    let stage = stage()
    stage.terminal.type("?")
    try stage.terminal.expect(
      """
      value: 0 locked
       l l╭─ Help ──────╮quit
          │             │
          │ l  lock     │
          │ ?  help     │
          │ q  quit     │
          │             │
          ╰─ esc close ─╯
      """)
    // It catches everything.
    stage.terminal.type("lq")
    #expect(stage.rehearsal.state.isLocked)
    #expect(stage.rehearsal.end == nil)
    stage.terminal.type("?")
    try stage.terminal.expect("value: 0 locked\n l lock  ? help  q quit")
    stage.terminal.type("?\u{1B}[27uq")
    #expect(stage.rehearsal.end == .quit)
  }

  @Test func theWordsAreThoseOfTheProgram() throws {
    var options = UIOptions.fullScreen
    (options.words.help, options.words.commands) = ("Hilfe", "Befehle")
    (options.words.command, options.words.noCommand) = ("Befehl", "kein Befehl")
    let stage = Scene(
      UISpin(Score.spin, options: options, render: Score.view) {
        Score.keys
        Key.palette(.ctrl("p"))
      }, columns: 24, rows: 9)
    stage.terminal.type("?")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("─ Hilfe ─"))
    stage.terminal.type("?\u{10}")
    stage.terminal.show()
    for word in ["─ Befehle ─", "Befehl "] {
      #expect(stage.terminal.terminal.text.contains(word), "\(word)")
    }
    stage.terminal.type("xyz")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("kein Befehl"))
  }

  @Test func helpThatIsLongerThanTheScreenScrolls() throws {
    let stage = stage(rows: 4)
    stage.terminal.type("?")
    stage.terminal.show()
    stage.terminal.type("\u{1B}[B\u{1B}[6~")
    try stage.terminal.expect(
      """
      valu╭─ Help ──────╮
       l l│ ?  help   │ │quit
          │ q  quit   ┃ │
          ╰─ esc close ─╯
      """)
    stage.terminal.click(column: 0, row: 0)
    try stage.terminal.expect("value: 0 locked\n l lock  ? help  q quit")
  }

  /// Each input of the palette asked which commands match, though it only edited the query.
  @Test func whatIsTypedOrPastedIntoThePaletteAsksNothingBeforeTheNextFrame() {
    let calls = Guarded(0)
    let stage = Scene(
      UISpin(Score.spin, render: Score.view) {
        Key(
          "x", help: "exchange",
          when: { _ in
            calls.withLock { $0 += 1 }
            return true
          }, .lock)
        Key.palette(.ctrl("p"))
      }, columns: 24, rows: 9)
    func count(_ input: () -> Void) -> Int {
      let before = calls.withLock { $0 }
      input()
      return calls.withLock { $0 } - before
    }
    stage.terminal.type("\u{10}")
    stage.terminal.show()
    #expect(count { stage.terminal.type("e") } == 0)
    #expect(count { stage.terminal.paste(String(repeating: "x e", count: 30_000)) } == 0)
    #expect(count { stage.terminal.show() } > 0)
    stage.terminal.type("\u{3}")
    #expect(stage.rehearsal.end != nil)
  }

  @Test func ctrlCGoesThroughTheHelp() {
    let stage = stage()
    stage.terminal.type("?\u{3}")
    #expect(stage.rehearsal.end == .signal(2))
  }

  /// Nothing of it is in the user's state, and no feedback hears of it.
  @Test func theHostsLayersAreNoTransitions() {
    let seen = Transcript<Int>()
    let ui = UISpin(Score.spin, render: Score.view) {
      Score.keys
      Key.palette(.ctrl("p"))
    }
    let rehearsal = ui.rehearse(
      on: .callersThread, options: RunOptions(observers: [Observer { seen.append($0.number) }]))
    rehearsal.input("?\u{1B}[B??\u{1B}[27u\u{10}mo\u{10}\u{10}".utf8)
    #expect(seen.entries == [0])
    rehearsal.input("lo\r".utf8)
    #expect(rehearsal.state.isLocked)
    #expect(seen.entries == [0, 1])
  }

  /// It closes the palette, which an event that is dropped could not do.
  @Test func whatIsChosenFromThePaletteIsNoRepeat() {
    let spin = Spin<Score, Score.Event>(initialState: Score()) {
      DropRepeats(within: .seconds(1)) { $0 == .add(1) }
      Reducer { $0.apply($1) }
    }
    let ui = UISpin(spin, render: Score.view) {
      Score.keys
      Key.palette(.ctrl("p"))
    }
    let stage = Scene(ui, on: .callersThread(scheduler: ManualScheduler()), columns: 24, rows: 9)
    stage.terminal.type("++")
    #expect(stage.rehearsal.state.value == 1)
    stage.terminal.type("\u{10}more\r")
    #expect(stage.rehearsal.state.value == 2)
    stage.terminal.show()
    #expect(!stage.terminal.terminal.text.contains("commands"))
  }

  @Test func thePaletteSaysIfNoCommandHasTheName() throws {
    let ui = UISpin(Score.spin, render: Score.view) {
      Score.keys
      Key.palette(.ctrl("p"))
    }
    let stage = Scene(ui, columns: 30, rows: 4)
    stage.terminal.type("\u{10}xyz")
    try stage.terminal.expect(
      """
      ╭─ Commands ─────────────────╮
      │ ▌xyz                       │
      │ no matching command        │
      ╰── enter choose  esc close ─╯
      """)
  }

  @Test func thePaletteSelectsWithTheMouseAndByArrows() throws {
    let ui = UISpin(Score.spin, render: Score.view) {
      Score.keys
      Key.palette(.ctrl("p"))
    }
    let time = ManualScheduler()
    let stage = Scene(ui, on: .callersThread(scheduler: time), columns: 24, rows: 9)
    stage.terminal.type("\u{10}")
    try stage.terminal.expect(
      """
      ╭─ Commands ───────────╮
      │ ▌command             │
      │ more               + │
      │ less               - │
      │ lock               l │
      │ help               ? │
      │ quit               q │
      ╰───── enter choose … ─╯
      """)
    stage.terminal.type("\u{1B}[B\r")
    #expect(stage.rehearsal.state.value == -1)
    stage.terminal.type("\u{10}")
    stage.terminal.show()
    stage.terminal.click(column: 4, row: 4)
    stage.terminal.click(column: 4, row: 4)
    #expect(stage.rehearsal.state.isLocked)
    // A command of the host works from here too.
    stage.terminal.type("\u{10}hel\r")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("─ Help ─"))
  }
}
