import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

/// What lies on top stands out from what lies below it.
@Suite struct LayerDepthTests {
  private struct Desk: Sendable {
    var question: String?
    var menu = false
    var note: String?

    enum Event: Sendable { case ask, menu, note, close }

    static let spin = Spin<Desk, Event>(initialState: Desk()) {
      Reducer { desk, event in
        switch event {
        case .ask: desk.question = "sure?"
        case .menu: desk.menu = true
        case .note: desk.note = "saved"
        case .close: desk = Desk()
        }
      }
    }

    static func ui(dims: Bool? = nil) -> UISpin<Desk, Event> {
      UISpin(spin) { _, _ in
        Text("page").foreground(.rgb(200, 100, 0))
        Text("plain").background(.palette(235)).id("field")
      } keys: {
        Key("a", help: "ask", .ask)
        Key("m", help: "menu", .menu)
        Key("n", help: "note", .note)
      } layers: {
        Layer(\.note, at: .bottomTrailing, catches: .itsOwn) { note, _ in Toast(note) }
        Layer(when: \.menu, at: .below("field")) { _, _ in
          Text("item")
        } keys: {
          Key(.escape, help: "close", .close)
        }
        question(dims)
      }
    }

    private static func question(_ dims: Bool?) -> Layer<Desk, Event> {
      let layer = Layer<Desk, Event>(\.question) { question, _ in
        Dialog("ask") { Text(question) }
      } keys: {
        Key("y", .escape, help: "yes", .close)
      }
      return dims.map { layer.dimsBelow($0) } ?? layer
    }
  }

  private func stage(
    _ keys: String, dims: Bool? = nil, colors: ColorProfile = .trueColor, isLight: Bool? = false
  ) -> VirtualTerminal {
    var capabilities = Capabilities(
      colors: colors, widths: WidthRules(profile: .grapheme), scrolling: true)
    capabilities.hasLightBackground = isLight
    let rehearsal = Desk.ui(dims: dims).rehearse(
      on: .callersThread, columns: 30, rows: 8, capabilities: capabilities)
    let terminal = ScriptedTerminal(
      columns: 30, rows: 8, send: { rehearsal.input($0) }, draw: { rehearsal.frame() })
    terminal.show()
    terminal.type(keys)
    terminal.show()
    #expect(terminal.terminal.violations == [])
    return terminal.terminal
  }

  @Test func aDialogDimsWhatLiesBelowItAndHasASurface() {
    let shown = stage("a")
    #expect(shown[0, 0].style.foreground == .rgb(110, 55, 0), "Almost halfway to black.")
    #expect(shown[1, 0].style.foreground == .palette(244))
    #expect(shown[1, 0].style.background == .palette(234), "Still above a page that is not black.")
    let place = shown.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = place.firstIndex { $0.contains("sure?") } ?? 0
    let column = place[row].prefix { $0 != "s" }.count
    #expect(shown[row, column].style.background == .palette(235))
    #expect(shown[row, column].style.foreground == .default)
    let light = stage("a", isLight: true)
    #expect(light[0, 0].style.foreground == .rgb(225, 170, 115), "Almost halfway to white.")
  }

  @Test func aLayerCastsAShadowOfAColumnAndHalfARow() throws {
    func corner(_ shown: VirtualTerminal) throws -> (row: Int, column: Int) {
      let lines = shown.text.split(separator: "\n", omittingEmptySubsequences: false)
      let row = try #require(lines.firstIndex { $0.contains("yes") })
      return (row, try #require(Array(lines[row]).lastIndex(of: "s")) + 3)
    }
    let cases: [(isLight: Bool, color: VirtualTerminal.Color)] = [
      (false, .palette(16)), (true, .palette(254)),
    ]
    for (isLight, color) in cases {
      let shown = stage("a", dims: false, isLight: isLight)
      let (row, column) = try corner(shown)
      #expect(shown[row, column + 1].style.background == color)
      #expect(shown[row, column + 2].style.background == .default)
      for column in [column, column + 1] {
        #expect(shown[row + 1, column].text == "▀", "The page keeps its lower half.")
        #expect(shown[row + 1, column].style.foreground == color)
        #expect(shown[row + 1, column].style.background == .default)
      }
      let dimmed = stage("a", isLight: isLight)
      #expect(dimmed[row, column + 1].style.background == color, "On a dimmed page too.")
      // The background and the shadow are the edge, so there are no lines; the title has a bar.
      #expect(!shown.text.contains("─"))
      let title =
        shown.text.prefix { $0 != "k" }.split(
          separator: "\n", omittingEmptySubsequences: false
        ).count - 1
      #expect(shown[title, column].style.background == .palette(isLight ? 253 : 238))
    }
    let few = stage("a", dims: false, colors: .ansi16)
    let (row, column) = try corner(few)
    #expect(few[row + 1, column].style.background == .default)
  }

  @Test func aMenuStandsOutFromASurfaceAndIsAsWideAsItsField() throws {
    let shown = stage("m")
    let line = shown.text.split(separator: "\n", omittingEmptySubsequences: false)[2]
    #expect(line.hasPrefix("item"))
    for column in 0..<5 {
      #expect(shown[1, column].style.background == .palette(235))
      #expect(shown[2, column].style.background == .palette(236), "Lighter than a surface.")
    }
    #expect(shown[2, 5].style.background == .default)
    #expect(shown[2, 0].style.foreground == .default)
    let unknown = stage("m", isLight: nil)[2, 0].style
    #expect(unknown.background == .palette(236))
    #expect(unknown.foreground == .palette(7), "The terminal's own may be black.")
  }

  @Test func withFewColoursItIsSecondary() {
    let few = stage("a", colors: .ansi16)
    #expect(few[0, 0].style.foreground == .default)
    #expect(few[0, 0].style.attributes.contains(.dim))
    let none = stage("a", colors: .none)
    #expect(none[0, 0].style.attributes.contains(.dim))
    let many = stage("a", colors: .ansi256)
    #expect(many[1, 0].style.foreground == .palette(244))
  }

  @Test func aMessageAMenuAndALayerThatSaysNoDimNothing() {
    for (keys, dims) in [("n", nil), ("m", nil), ("a", false)] as [(String, Bool?)] {
      #expect(stage(keys, dims: dims)[0, 0].style.foreground == .rgb(200, 100, 0), "\(keys)")
    }
    #expect(stage("a", dims: true)[0, 0].style.foreground == .rgb(110, 55, 0))
  }

  /// The row named the keys of the dialog in the dimmed colours of what does not work now.
  @Test func aRowOfHelpThatNamesTheKeysOfADialogStaysBrightAndTheBorderIsPlain() {
    func stage(rows: Int, _ keys: String) -> VirtualTerminal {
      let ui = UISpin(Desk.spin) { _, _ in
        VStack {
          Text("page")
          Spacer()
          Help()
        }
      } keys: {
        Key("a", help: "ask", .ask)
        Key.palette("p")
      } layers: {
        Layer(\.question) { question, _ in
          Dialog("ask") {
            Text(question)
          } buttons: {
            Text("really")
          }
        } keys: {
          Key("y", help: "yes", .close)
        }
      }
      let stage = Scene(ui, columns: 30, rows: rows)
      stage.terminal.type(keys)
      stage.terminal.show()
      return stage.terminal.terminal
    }
    let asked = stage(rows: 10, "a")
    #expect(asked.text.hasSuffix("\n y yes"))
    #expect(asked[9, 1].style.foreground == .palette(117))
    #expect(asked.text.ranges(of: "y yes").count == 1, "Only the row names the key.")
    let commands = stage(rows: 10, "p")
    #expect(commands.text.hasSuffix("\n a ask  p commands"))
    #expect(commands[9, 1].style.foreground != .palette(117), "They do nothing now.")
    // Where the dialog lies on the row, its border names them.
    #expect(stage(rows: 5, "a").text.contains("y yes ─╯"))
  }

  private enum Area: Hashable, Sendable { case field, menu, no, yes }

  private static let answers = Layer<Desk, Desk.Event>(\.question) { question, _ in
    Dialog("ask") {
      Text(question)
    } buttons: {
      Button("No", id: Area.no, isDefault: true)
      Button("Yes", id: Area.yes, look: .error)
    }
  } keys: {
    Key("y", .click(Area.yes), help: "yes", .close)
    Key("n", .escape, .click(Area.no), help: "no", .close)
  }

  /// A menu names up and down, a list all that it takes, and both what enter does.
  ///
  /// Enter did not seem to answer a dialog above a program that binds it too, and seemed to choose an
  /// option where it clicks the default button.
  @Test func aModalLayerNamesEnterAndEscape() {
    func row(_ layer: Layer<Desk, Desk.Event>, colors: ColorProfile = .trueColor) -> String {
      let ui = UISpin(Desk.spin) { _, _ in
        VStack {
          Text("page").id(Area.field)
          Spacer()
          Help()
        }
      } keys: {
        Key("a", help: "ask", .ask)
        Key(.enter, help: "open", .note)
        Key.quit(.ctrl("c"))
      } layers: {
        layer
      }
      let capabilities = Capabilities(
        colors: colors, widths: WidthRules(profile: .grapheme), scrolling: true)
      let rehearsal = ui.rehearse(
        on: .callersThread, columns: 60, rows: 12, capabilities: capabilities)
      let terminal = ScriptedTerminal(
        columns: 60, rows: 12, send: { rehearsal.input($0) }, draw: { rehearsal.frame() })
      terminal.show()
      terminal.type("a")
      terminal.show()
      return terminal.terminal.text.split(separator: "\n").last.map { String($0) } ?? ""
    }
    let menu = Layer<Desk, Desk.Event>(\.question, at: .below(Area.field)) { _, _ in
      Choices(Choice(["one", "two"]), axis: .vertical) { $0 }.id(Area.menu)
    } keys: {
      Control(Area.menu, help: "move") { (_: Choice<String>.Action) in nil }
      Key(.escape, .clickOutside, help: "close", .close)
    }
    #expect(row(menu) == " ↑↓ move  enter choose  esc close  ^C quit")
    #expect(row(Self.answers) == " y yes  n/esc/enter no  ^C quit")
    #expect(row(Self.answers, colors: .none) == "y yes  n/esc/enter no  ^C quit")
    let options = Layer<Desk, Desk.Event>(\.question) { _, _ in
      Dialog("ask") {
        Choices(Choice(["one", "two"])) { $0 }.id(Area.menu)
      } buttons: {
        Button("Take it", id: Area.yes, isDefault: true)
      }
    } keys: {
      Control(Area.menu, help: "move") { (_: Choice<String>.Action) in nil }
      Click(Area.yes, help: "take it", .close)
      Key(.escape, help: "cancel", .close)
    }
    #expect(row(options) == " ↑↓←→ move  enter take it  esc cancel  ^C quit")
  }

  @Test func theTableOfKeysAndThePaletteNameTheirOwnKeys() {
    let ui = UISpin(Desk.spin) { _, _ in
      Text("page")
    } keys: {
      Key("a", help: "ask", .ask)
      Key.help("?")
      Key.palette("p")
    }
    for (key, words) in [("?", "esc close"), ("p", "enter choose  esc close")] {
      let stage = Scene(ui, columns: 60, rows: 14)
      stage.terminal.type(key)
      stage.terminal.show()
      #expect(stage.terminal.terminal.text.contains(words))
    }
  }

  @Test func theDialogNamesItsKeysInItsBorder() {
    let text = stage("a", colors: .ansi16).text
    #expect(text.contains("y/esc yes ─╯"))
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.contains("│ sure?") })
    #expect(!text.contains("ctrl"))
    #expect(stage("a").text.contains("y/esc yes"), "A box without lines too.")
    let ui = UISpin(Desk.spin) { _, _ in
      Text("page")
    } keys: {
      Key("a", help: "ask", .ask)
    } layers: {
      Self.answers
    }
    let answers = Scene(ui, columns: 40, rows: 12)
    answers.terminal.type("a")
    answers.terminal.show()
    // Enter made the line longer than the box, and the first key was left out.
    #expect(answers.terminal.terminal.text.contains("y yes  n/esc/enter no"))
  }

  /// Without buttons nothing in the dialog said how to leave it.
  @Test func aDialogWithoutButtonsNamesItsKeysAlsoAboveARowOfHelp() {
    func count(_ dialog: @escaping @Sendable () -> Dialog) -> Int {
      let ui = UISpin(Desk.spin) { _, _ in
        Text("page")
        Spacer()
        Help()
      } keys: {
        Key("a", help: "ask", .ask)
      } layers: {
        Layer(\.question) { _, _ in
          dialog()
        } keys: {
          Key(.escape, .enter, .clickOutside, help: "close", .close)
        }
      }
      let stage = Scene(ui, columns: 40, rows: 12)
      stage.terminal.type("a")
      stage.terminal.show()
      return stage.terminal.terminal.text.ranges(of: "esc/enter close").count
    }
    #expect(count { Dialog("about") { Text("Spin") } } == 2, "In the row and in the border.")
    let withButtons = count {
      Dialog("about") {
        Text("Spin")
      } buttons: {
        Button("OK", id: Area.yes)
      }
    }
    #expect(withButtons == 1)
  }
}
