import SpinCallbacks
import SpinTTY
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

/// A program with the inspector opened, used and closed at random places, compared with the same program without it.
@Suite struct InspectorDifferenceTests {
  private enum Area: Hashable { case name, rows, panes, ask, run }

  private struct Desk: Equatable, Sendable {
    var name = TextInput.Model()
    var rows = Selection<Int>()
    var panes = Split.Model()
    var focus = Focus<Area>(.rows)
    var dialog: String?
    var isRunning = false
    var log: [String] = []
  }

  private enum Event: Sendable {
    case name(TextInput.Action), rows(Selection<Int>.Action), panes(Split.Action)
    case focus(Focus<Area>.Action), dialog(String?), run, tick, log(String)
  }

  private static func spin(_ asked: Transcript<String>) -> Spin<Desk, Event> {
    Spin(initialState: Desk()) {
      Feedback(on: { $0.isRunning ? true : nil }) { _ in
        asked("runs")
        return .every(.seconds(1), .tick)
      }
      .named("clock")
      Feedback(on: \.dialog) { text in
        asked("asks \(text)")
        return .after(.seconds(3), .dialog(nil))
      }
      Reducer { desk, event in
        switch event {
        case .name(let action): desk.name.reduce(action)
        case .rows(let action):
          if case .activated(let row) = desk.rows.reduce(action, count: 9) {
            desk.log.append("row \(row)")
          }
        case .panes(let action): desk.panes.reduce(action)
        case .focus(let action): desk.focus.reduce(action)
        case .dialog(let text): desk.dialog = text
        case .run: desk.isRunning.toggle()
        case .tick: desk.log.append("tick")
        case .log(let text): desk.log.append(text)
        }
      }
    }
  }

  private static func ui(_ asked: Transcript<String>, _ inspector: Inspector) -> UISpin<Desk, Event>
  {
    var options = UIOptions.fullScreen
    options.inspector = inspector
    options.mouse = .drags
    return UISpin(spin(asked), options: options, focus: \.focus) { desk, _ in
      HStack {
        TextInput(desk.name).id(Area.name).hint("a name")
        Button("ask", id: Area.ask).hint("a question")
      }
      .frame(height: .fixed(1))
      Split(desk.panes) {
        List(count: 9, desk.rows) { Text("row \($0)") }.scrollbar().id(Area.rows).hint("rows")
      } second: {
        Text(desk.log.suffix(5).joined(separator: "\n"))
      }
      .id(Area.panes)
      Help()
    } keys: {
      Control(Area.name) { .name($0) }
      Control(Area.rows) { .rows($0) }
      Control(Area.panes) { .panes($0) }
      Control.focus { .focus($0) }
      Control.input { input in
        switch input.kind {
        case .resized(let size): .log("\(size.columns)")
        case .event(.paste(let text)): .log(text)
        case .event(.mouse(let mouse)): .log("\(mouse.action)")
        default: nil
        }
      }
      Key("g g", help: "first", .log("first"))
      Key(.click(Area.ask), "o", help: "ask", .dialog("sure?"))
      Key("r", .click(Area.run), help: "run", .run)
      Key("z", help: "nothing", event: { _ in nil })
      Key(.f(12), help: "taken", when: { $0.log.count % 7 == 3 }, .log("F12"))
      Key.help("?")
      Key.palette(.ctrl("p"))
      Key.hint("h")
    } layers: {
      Layer(\.dialog, at: .top) { text, _ in
        Dialog("ask") {
          Text(text)
        } buttons: {
          Button("yes", id: Area.run)
        }
      } keys: {
        Key("y", .click(Area.run), .escape, help: "yes", .dialog(nil))
      }
    }
  }

  /// One of the two runs.
  private struct Run {
    let entries = Transcript<String>()
    let asked = Transcript<String>()
    let time = ManualScheduler()
    let rehearsal: Rehearsal<Desk, Event>
    let terminal: ScriptedTerminal

    init(_ inspector: Inspector) {
      let entries = entries
      let rehearsal = InspectorDifferenceTests.ui(asked, inspector).rehearse(
        on: .callersThread(scheduler: time), columns: 44, rows: 12,
        options: RunOptions(
          observers: [
            Observer { entries("\($0.number) \($0.origin) \($0.event.map { "\($0)" } ?? "")") }
          ]))
      self.rehearsal = rehearsal
      terminal = ScriptedTerminal(
        columns: 44, rows: 12, send: { rehearsal.input($0) }, draw: { rehearsal.frame() },
        resize: { rehearsal.resize(columns: $0, rows: $1) })
    }

    var isInspecting: Bool {
      let text = terminal.terminal.text
      return text.contains("─ Inspector ") || text.contains("frame, without layers")
    }
  }

  private static let f12 = "\u{1B}[24~"
  private static let escape = "\u{1B}[27u"
  private static let keys = [
    "a", "g", "o", "r", "z", "h", "?", "y", "\t", "\r", " ", "\u{10}", "\u{1B}[A", "\u{1B}[B",
    "\u{1B}[C", "\u{1B}[1;2B", "\u{1B}[6~", "\u{1B}[H", "漢", "\u{1B}[200~pasted\u{1B}[201~",
    "\u{1B}[15~", escape,
  ]
  private static let inspecting = [
    "\u{1B}[A", "\u{1B}[A", "\u{1B}[B", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[H", "\u{1B}[F", "\r", "a",
    "j", "k", "\t", " ", "x", "漢", "\u{1B}[1;2A", "\u{1B}[200~secret\u{1B}[201~", "?", "o", "g",
    "\u{10}", "\u{1B}[15~",
  ]

  @Test(arguments: 0..<10)
  func aRunWithTheInspectorIsTheSameAsWithoutIt(_ tenth: Int) {
    var (opened, taken, frames) = (0, 0, 0)
    for seed in tenth * 30..<tenth * 30 + 30 {
      var random = SeededGenerator(seed: UInt64(seed))
      let (with, without) = (Run(.on(keeping: 2 + random.below(20))), Run(.off))
      let both = [with, without]
      func send(_ bytes: String, to runs: [Run]) { for run in runs { run.terminal.type(bytes) } }
      func show() { for run in both { run.terminal.show() } }
      func mouse(_ button: Int, _ end: String) -> String {
        "\u{1B}[<\(button);\(1 + random.below(44));\(1 + random.below(12))\(end)"
      }
      var isOpen = false
      // Whether a button is held that was pressed in the program.
      var isHeld = false
      show()
      for _ in 0..<30 {
        switch random.below(isOpen ? 14 : 16) {
        case 0: show()
        case 1: for run in both { run.time.advance(by: .seconds(1)) }
        case 2: for run in both { run.rehearsal.emit(.log("\(seed)")) }
        case 3 where random.below(4) == 0:
          let (columns, rows) = (30 + random.below(30), 6 + random.below(10))
          for run in both { run.terminal.resize(columns: columns, rows: rows) }
          show()
        case 4...6:
          show()
          send(Self.f12, to: [with])
          with.terminal.show()
          let wasOpen = isOpen
          isOpen = with.isInspecting
          // The program has a binding of the key, or a sequence that has swallowed it.
          if !wasOpen, !isOpen {
            taken += 1
            send(Self.f12, to: [without])
          }
          if isOpen { opened += 1 }
          without.terminal.show()
        case 7 where isHeld:
          send(mouse(32, "M"), to: both)
        case 8 where isHeld:
          send(mouse(0, "m"), to: both)
          isHeld = false
        case 9 where isOpen:
          if !isHeld {
            let press = mouse(0, "M")
            send(press, to: [with])
            send(String(press.dropLast()) + "m", to: [with])
          }
        case 10 where isOpen: send(mouse(64 + random.below(2), "M"), to: [with])
        case _ where isOpen:
          send(Self.inspecting[random.below(Self.inspecting.count)], to: [with])
          guard random.below(3) == 0 else { break }
          show()
          if !with.terminal.terminal.text.contains("─ Inspector ") { frames += 1 }
        case 9 where !isHeld, 10 where !isHeld:
          send(mouse(0, "M"), to: both)
          isHeld = true
          if random.below(2) == 0 {
            send(mouse(0, "m"), to: both)
            isHeld = false
          }
        case 11: send(mouse(64 + random.below(2), "M"), to: both)
        default: send(Self.keys[random.below(Self.keys.count)], to: both)
        }
      }
      if isOpen { send(Self.f12, to: [with]) }
      show()
      #expect(!with.isInspecting)
      #expect(with.entries.entries == without.entries.entries, "seed \(seed)")
      #expect(with.asked.entries == without.asked.entries, "seed \(seed)")
      #expect(with.rehearsal.state == without.rehearsal.state, "seed \(seed)")
      #expect(with.terminal.terminal.text == without.terminal.terminal.text, "seed \(seed)")
      #expect(with.rehearsal.svg(title: "") == without.rehearsal.svg(title: ""), "seed \(seed)")
      // What is kept beside the state decides about these: a sequence, clicks and the focus.
      for bytes in ["g", "\t", "\u{1B}[<0;5;1M", "\u{1B}[<0;5;1m", "h", "\u{1B}[B", "\r"] {
        send(bytes, to: both)
      }
      show()
      #expect(with.entries.entries == without.entries.entries, "seed \(seed), afterwards")
      #expect(
        with.terminal.terminal.text == without.terminal.terminal.text, "seed \(seed), afterwards")
    }
    #expect(opened > 50 && taken > 5 && frames > 0, "\(opened) \(taken) \(frames)")
  }
}
