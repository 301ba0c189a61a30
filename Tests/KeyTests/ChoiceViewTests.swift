import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

/// Checkbox, Radio and Tabs in a program.
@Suite struct ChoiceViewTests {
  enum Area: Hashable, Sendable { case tabs, period, agree }

  struct Settings: Sendable {
    var tabs = Choice(["General", "Network", "Appearance"])
    var period = Choice([1, 7, 30], current: 7)
    var agrees = false
    var focus = Focus<Area>(.tabs)

    enum Event: Sendable {
      case tabs(Choice<String>.Action)
      case period(Choice<Int>.Action)
      case agree
      case focus(Focus<Area>.Action)
    }

    static var ui: UISpin<Settings, Event> {
      UISpin(
        Spin<Settings, Event>(initialState: Settings()) {
          Reducer { settings, event in
            switch event {
            case .tabs(let action): settings.tabs.reduce(action)
            case .period(let action): settings.period.reduce(action)
            case .agree: settings.agrees.toggle()
            case .focus(let action): settings.focus.reduce(action)
            }
          }
        }, focus: \.focus
      ) { settings, _ in
        Tabs(settings.tabs) { $0 }.id(Area.tabs)
        Radio(settings.period) { "\($0) days" }.id(Area.period)
        Checkbox("I agree", settings.agrees, id: Area.agree)
      } keys: {
        Control(Area.tabs) { .tabs($0) }
        Control(Area.period) { .period($0) }
        Click(Area.agree, .agree)
        Control.focus { .focus($0) }
      }
    }
  }

  private func stage(columns: Int = 40) -> Scene<Settings, Settings.Event> {
    let stage = Scene(Settings.ui, columns: columns, rows: 6)
    stage.terminal.show()
    return stage
  }

  @Test func theyAreShownAndSaid() throws {
    let stage = stage()
    try stage.terminal.expect(
      """
      │ General │ Network │ Appearance │
      ┕━━━━━━━━━┵─────────┴────────────┘
      ○ 1 days
      ◉ 7 days
      ○ 30 days
      [ ] I agree
      """)
    #expect(Tabs(Choice(["a", "b"], current: "b")) { $0 }.plainLines() == ["a [b]"])
    #expect(Radio(Choice(["a", "b"])) { $0 }.plainLines() == ["(*) a", "( ) b"])
    #expect(Checkbox("c", true, id: 1).plainLines() == ["[x] c"])
  }

  @Test func keysChangeTheOneThatHasTheFocus() {
    let stage = stage()
    stage.terminal.type("\u{1B}[C\u{1B}[C\u{1B}[C")
    #expect(stage.rehearsal.state.tabs.current == "Appearance")
    stage.terminal.type("\t\u{1B}[A")
    #expect(stage.rehearsal.state.period.current == 1)
    stage.terminal.type("\t ")
    #expect(stage.rehearsal.state.agrees)
    stage.terminal.type("\r")
    #expect(!stage.rehearsal.state.agrees)
  }

  @Test func clicksChooseAndTick() {
    let stage = stage()
    stage.terminal.click(column: 12, row: 0)
    stage.terminal.click(column: 3, row: 4)
    stage.terminal.click(column: 6, row: 5)
    let settings = stage.rehearsal.state
    #expect(settings.tabs.current == "Network")
    #expect(settings.period.current == 30)
    #expect(settings.agrees)
  }

  @Test(arguments: 8..<34) func theCurrentTitleIsSeenInANarrowRow(columns: Int) throws {
    let stage = stage(columns: columns)
    for title in ["General", "Network", "Appearance"] {
      stage.rehearsal.emit(.tabs(.choose(title)))
      stage.terminal.show()
      let row = try #require(stage.terminal.terminal.text.split(separator: "\n").first)
      // One end of a title may be cut, and then there is a mark.
      let room = columns - 2
      let parts =
        room < title.count ? [title.prefix(room) + "…", "…" + title.suffix(room)] : [title[...]]
      #expect(parts.contains { row.contains($0) })
    }
    // A click chooses what is seen there, and not what would be there if there were more room.
    stage.rehearsal.emit(.tabs(.choose("Appearance")))
    stage.terminal.show()
    stage.terminal.click(column: columns - 4, row: 0)
    #expect(stage.rehearsal.state.tabs.current == "Appearance")
    #expect(stage.terminal.terminal.violations == [])
  }

  @Test func optionsThatAnEdgeCutsEndOrBeginInAnEllipsis() throws {
    let stage = stage(columns: 21)
    func row() -> Substring? { stage.terminal.terminal.text.split(separator: "\n").first }
    stage.terminal.show()
    #expect(row() == "│ General │ Network ›")
    stage.rehearsal.emit(.tabs(.choose("Appearance")))
    stage.terminal.show()
    #expect(row() == "…twork │ Appearance │")
  }

  @Test func aListOfOptionsThatIsTooHighShowsTheCurrentOne() {
    let choice = Choice(Array(0..<100), current: 57)
    let rehearsal = Scene(
      UISpin(
        Spin<Choice<Int>, Choice<Int>.Action>(initialState: choice) {
          Reducer { choice, action in choice.reduce(action) }
        }
      ) { choice, _ in
        Radio(choice) { "\($0)" }.id("all")
      } keys: {
        Control("all") { $0 }
      }, columns: 20, rows: 5)
    rehearsal.terminal.show()
    #expect(rehearsal.terminal.terminal.text.contains("◉ 57"))
    rehearsal.terminal.type("\u{1B}[F")
    rehearsal.terminal.show()
    #expect(rehearsal.terminal.terminal.text.contains("◉ 99"))
    rehearsal.terminal.click(column: 3, row: 0)
    #expect(rehearsal.rehearsal.state.current == 95)
  }

  private static func menu(_ count: Int) -> Scene<Choice<Int>, Choice<Int>.Action> {
    let ui = UISpin(
      Spin<Choice<Int>, Choice<Int>.Action>(initialState: Choice(Array(1...count))) {
        Reducer { choice, action in choice.reduce(action) }
      }
    ) { choice, _ in
      Choices(choice, axis: .vertical) { "option \($0)" }.id("menu")
    } keys: {
      Control("menu") { $0 }
    }
    return Scene(ui, columns: 20, rows: 3)
  }

  @Test func optionsThatDoNotAllFitHaveABarAndTheWheel() throws {
    let stage = Self.menu(9)
    try stage.terminal.expect(" option 1┃\n option 2│\n option 3│")
    stage.terminal.scroll(4, column: 2, row: 1)
    stage.terminal.scroll(-1, column: 2, row: 1)
    #expect(stage.rehearsal.state.current == 4)
    try stage.terminal.expect(" option 3│\n option 4┃\n option 5│")
    stage.terminal.click(column: 9, row: 2)
    #expect(stage.rehearsal.state.current == 4, "The bar is no option.")
    stage.terminal.click(column: 8, row: 2)
    #expect(stage.rehearsal.state.current == 5)
  }

  @Test func theWheelChangesNoOptionIfAllAreVisible() throws {
    let stage = Self.menu(3)
    stage.terminal.show()
    stage.terminal.scroll(1, column: 2, row: 1)
    #expect(stage.rehearsal.state.current == 1)
    try stage.terminal.expect(" option 1\n option 2\n option 3")
  }
}
