import SpinCallbacks
import SpinTTY
import Testing
import UITestSupport

struct ThemeTests {
  @Test func viewsKnowWhatTheTerminalSaidOfItsGround() {
    func theme(_ answer: Bool?, _ options: UIOptions = .fullScreen) -> String {
      let ui = UISpin(Score.spin, options: options) { _, screen in
        Text(screen.environment.appearance == .light ? "light" : "dark")
      }
      var capabilities = Capabilities()
      capabilities.hasLightBackground = answer
      let rehearsal = ui.rehearse(on: .callersThread, capabilities: capabilities)
      return String(decoding: rehearsal.frame(), as: UTF8.self)
    }
    var dark = UIOptions.fullScreen
    dark.appearance = .dark
    #expect(theme(true).contains("light"))
    #expect(theme(false).contains("dark"))
    #expect(theme(nil).contains("dark"))
    #expect(theme(true, dark).contains("dark"))
  }

  /// A list, a bar and a dialog, with a theme that is chosen while it runs.
  private struct Shop: Sendable {
    var isOcean = false
    var isAsking = false
    var rows = Selection("b")

    enum Event: Sendable { case ocean, ask, rows(Selection<String>.Action) }

    static let ocean = Theme(
      Theme.Styles(
        text: Style(foreground: .rgb(220, 230, 240), background: .rgb(10, 25, 45)),
        selection: Style(background: .rgb(0, 95, 135)), border: Style(foreground: .cyan)))

    static let spin = Spin<Shop, Event>(initialState: Shop()) {
      Reducer { shop, event in
        switch event {
        case .ocean: shop.isOcean.toggle()
        case .ask: shop.isAsking.toggle()
        case .rows(let action): shop.rows.reduce(action, in: ["a", "b"])
        }
      }
    }

    static func ui(
      _ options: UIOptions = .fullScreen, theme: (@Sendable (Shop) -> Theme)? = nil
    ) -> UISpin<Shop, Event> {
      UISpin(spin, options: options, theme: theme, showing: \.rows) { rows, _ in
        List(["a", "b"], rows) { Text($0) }
      } keys: {
        Key("o", help: "ocean", .ocean)
        Key("a", help: "ask", .ask)
      } layers: {
        Layer(when: \.isAsking, catches: .itsOwn) { _, _ in Dialog("sure?") { Text("yes") } }
      }
    }
  }

  /// The bytes of the frame after some keys.
  private func frame(
    _ rehearsal: Rehearsal<Shop, Shop.Event>, _ keys: String = ""
  ) -> String {
    rehearsal.input(keys.utf8)
    return String(decoding: rehearsal.frame(), as: UTF8.self)
  }

  @Test func theStateChoosesTheThemeOfTheViewAndOfItsLayers() {
    let rehearsal = Shop.ui(theme: { $0.isOcean ? Shop.ocean : .standard })
      .rehearse(on: .callersThread, columns: 20, rows: 6)
    let plain = frame(rehearsal)
    #expect(plain.contains("48;5;25m") && !plain.contains("48;2"))
    #expect(!frame(rehearsal, "a").contains("\u{1B}[36m"))
    // The part of the state that the view shows is the same.
    let ocean = frame(rehearsal, "o")
    #expect(ocean.contains("48;2;10;25;45") && ocean.contains("48;2;0;95;135"))
    // The border of the dialog.
    #expect(ocean.contains("36"))
    let back = frame(rehearsal, "o")
    #expect(!back.contains("48;2") && !back.isEmpty)
    #expect(frame(rehearsal).isEmpty)
  }

  @Test func theOptionsHaveTheThemeThatTheStateDoesNotChoose() {
    var options = UIOptions.fullScreen
    options.theme = Shop.ocean
    let rehearsal = Shop.ui(options).rehearse(on: .callersThread, columns: 20, rows: 6)
    #expect(frame(rehearsal).contains("48;2;10;25;45"))
  }

  @Test func aSelectionIsSeenWithoutColours() {
    var options = UIOptions.fullScreen
    options.theme = Shop.ocean
    let rehearsal = Shop.ui(options).rehearse(
      on: .callersThread, columns: 20, rows: 6, capabilities: Capabilities(colors: .none))
    let bytes = frame(rehearsal)
    #expect(bytes.contains("\u{1B}[7m") || bytes.contains(";7m"))
    #expect(!bytes.contains("48;") && !bytes.contains("38;"))
  }
}
