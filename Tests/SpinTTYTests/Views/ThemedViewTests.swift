import Testing

@testable import SpinTTY

/// Views take their looks from the theme.
@Suite struct ThemedViewTests {
  private static let ink = Color.rgb(1, 1, 1)

  /// A theme in which each token has a colour that nothing else has.
  private static let marked = Theme(
    Theme.Styles(
      text: Style(foreground: .rgb(200, 200, 200), background: .rgb(9, 9, 9)),
      secondary: Style(foreground: .rgb(2, 2, 2)), accent: Style(foreground: .rgb(3, 3, 3)),
      selection: Style(background: .rgb(4, 4, 4)), border: Style(foreground: .rgb(5, 5, 5)),
      focus: Style(foreground: .rgb(10, 10, 10)), surface: Style(background: .rgb(11, 11, 11)),
      field: Style(background: .rgb(13, 13, 13)), track: Style(foreground: .rgb(12, 12, 12)),
      control: Style(background: .rgb(14, 14, 14)), success: Style(foreground: .rgb(6, 6, 6)),
      warning: Style(foreground: .rgb(7, 7, 7)), error: Style(foreground: .rgb(8, 8, 8))))

  /// The tokens of the cells of a row: their first letters, `S` for a selection, `P` for a primary
  /// button, `C` for a control, `F`, `T` and `U` for text in a field, on a track and on a surface, `A`
  /// and `V` for the accent on those two, `.` for the text's own.
  private func tokens(
    _ columns: Int, _ rows: Int, row: Int = 0, focus: RegionKey? = nil,
    @ViewBuilder _ content: () -> ViewList
  ) -> String {
    var environment = ViewEnvironment(theme: Self.marked)
    environment.focus = focus
    let shown = Picture(columns, rows, in: environment, content)
    return String(
      (0..<columns).map { column -> Character in
        let style = shown.canvas.cell(column: column, row: row).style
        if style.background == .rgb(4, 4, 4) { return "S" }
        if style.background == .rgb(3, 3, 3) { return "P" }
        if style.background == .rgb(14, 14, 14) { return "C" }
        if style.background == .rgb(12, 12, 12) {
          return style.foreground == .rgb(3, 3, 3) ? "A" : "T"
        }
        let letters: [Color: Character] = [
          .rgb(200, 200, 200): ".", .rgb(2, 2, 2): "s", .rgb(3, 3, 3): "a", .rgb(5, 5, 5): "b",
          .rgb(6, 6, 6): "g", .rgb(7, 7, 7): "w", .rgb(8, 8, 8): "e",
          .rgb(10, 10, 10): "f", .rgb(12, 12, 12): "t",
        ]
        let letter = style.foreground.flatMap { letters[$0] } ?? "?"
        switch style.background {
        case .rgb(9, 9, 9): return letter
        case .rgb(11, 11, 11): return letter == "a" ? "V" : letter == "." ? "U" : letter
        case .rgb(13, 13, 13): return letter == "." ? "F" : letter
        default: return "!"
        }
      })
  }

  @Test func textFillsTheWholeScreenWithItsBackground() {
    #expect(tokens(4, 2) { Text("x") } == "....")
    #expect(tokens(4, 2, row: 1) { Text("x") } == "....")
  }

  @Test func bordersAndDividersAreBorders() {
    #expect(tokens(5, 3) { Text("x").border(.light, padding: 0) } == "bbb..")
    #expect(tokens(5, 3, row: 1) { Text("x").border(.light, padding: 0) } == "bUb..")
    #expect(tokens(3, 1) { Divider() } == "bbb")
    // A colour that was given goes first.
    #expect(tokens(3, 1) { Divider().foreground(.rgb(6, 6, 6)) } == "ggg")
    #expect(
      tokens(3, 3) { Text("x").border(padding: 0, style: Style(foreground: .rgb(7, 7, 7))) }
        == "www")
  }

  @Test func barsAndLinesHaveTheAccent() {
    #expect(tokens(4, 1) { ProgressBar(1, of: 2) } == "aaTT")
    #expect(tokens(4, 1) { ProgressBar(1, of: 2).foreground(.rgb(6, 6, 6)) } == "ggTT")
    #expect(tokens(3, 1) { Sparkline([1, 2, 3]) } == "aaa")
    #expect(tokens(4, 1) { BarChart([.init("a", 1)]) }.contains("a"))
    #expect(
      tokens(4, 1) { Gauge("", 9, in: 0...10, thresholds: [.init(5, .warning)], text: "") }
        == "wwwT")
  }

  @Test func whatIsSelectedIsASelectionWithTheFocusAndAnAccentWithoutIt() {
    let key = RegionKey("here")
    let list = List(["a", "b"], Selection("b")) { Text($0) }
    #expect(tokens(3, 2, row: 1, focus: key) { list.id("here") } == "SSS")
    #expect(tokens(3, 2, row: 1, focus: key) { list.id("there") } == "TTT")
    let choices = Choices(Choice(["x", "y"])) { $0 }
    #expect(tokens(7, 1, focus: key) { choices.id("here") } == "SSSTTTT")
    #expect(tokens(7, 1, focus: key) { choices.id("there") } == "PPPTTTT")
    #expect(tokens(5, 1, focus: key) { Checkbox("", true, id: "here") } == "PPPS.")
    #expect(tokens(5, 1, focus: key) { Checkbox("x", true, id: "there") } == "PPP..")
    #expect(tokens(5, 1, focus: key) { Checkbox("x", false, id: "there") } == "CCC..")
    #expect(tokens(6, 1, focus: key) { Button("x", id: "here") } == "SSSSS.")
    #expect(tokens(6, 1, focus: key) { Button("x", id: "there", isDefault: true) } == "PPPPP.")
    #expect(tokens(6, 1, focus: key) { Button("x", id: "here", isDefault: true) } == "SSSSS.")
    #expect(tokens(6, 1, focus: key) { Select(Choice(["x"])) { $0 }.id("here") } == "SSSSSS")
    #expect(tokens(6, 1, focus: key) { Select(Choice(["x"])) { $0 }.id("there") } == "bFFFaF")
  }

  @Test func titlesMarksAndErrorsHaveTheirTokens() {
    struct Row: Identifiable { let id: Int }
    var model = Table<Row>.Model(Selection(0))
    model.selection.marked = [1]
    let table = Table([Row(id: 0), Row(id: 1)], model, [.init("n", \.id, .fixed(2))])
    #expect(tokens(2, 3) { table } == "AA")
    #expect(tokens(2, 3, row: 1) { table } == "SS")
    #expect(tokens(2, 3, row: 2) { table }.hasPrefix("w"))
    #expect(tokens(3, 2, row: 1) { Field("", error: "no") { Text("x") } } == "ee.")
  }

  @Test func placeholdersHelpAndTracksAreSecondary() {
    #expect(tokens(6, 1) { TextInput(.init(), placeholder: "abc") } == "fsssFF")
    #expect(tokens(6, 1) { TextArea(.init(), placeholder: "abc") } == "fsssFF")
    let help = ViewList([Help().environment(\.help, [HelpItem("q", "quit")]).resolved])
    #expect(tokens(7, 1) { help } == "UVVssss")
    let rows = List(count: 9, Selection<Int>()) { Text("\($0)") }
    #expect(tokens(2, 3, row: 2) { rows.scrollbar() } == ".t")
  }

  @Test func aToastHasAnEdgeOfItsKindAndAMatchThatWasSteppedToIsASelection() {
    #expect(tokens(7, 1) { Toast("abc") } == "ATTTTT.")
    #expect(tokens(7, 3, row: 1) { Toast("a\nb", look: .success) } == "TTTT...")
    var lines = LogView.Lines(capacity: 9)
    lines.append("a b a")
    var log = LogView.Model(search: "a")
    #expect(tokens(5, 1) { LogView(lines, log) } == "a...a")
    log.reduce(.nextMatch(of: TextPage(columns: 5, rows: 1, widths: WidthRules())), in: lines)
    #expect(tokens(5, 1) { LogView(lines, log) }.contains("S"))
  }

  /// A number in the style of text stood in a box of the page's background.
  @Test(arguments: Theme.bundled.map(\.name), Appearance.allCases)
  func textHasTheBackgroundOfWhatItStandsOn(_ name: String, _ appearance: Appearance) throws {
    let theme = try #require(Theme.named(name))
    let inks: [Theme.Token] = [
      .text, .secondary, .accent, .border, .focus, .track, .success, .warning, .error,
    ]
    for colors in [ColorProfile.trueColor, .ansi256] {
      let environment = ViewEnvironment(appearance: appearance, theme: theme, colors: colors)
      for ground in [Theme.Token.surface, .selection, .field, .primary] {
        let shown = Picture(3, inks.count, in: environment) {
          VStack {
            for ink in inks {
              HStack {
                Text("a").look(ink)
                Text("b").styled(ink)
                Text("c").style(environment.style(ink))
              }
            }
          }
          .styled(ground)
        }
        for row in inks.indices {
          for column in 0..<3 {
            let style = shown.canvas.cell(column: column, row: row).style
            #expect(
              style.background == environment.style(ground).background && style.background != nil,
              "\(inks[row]) on \(ground), column \(column), \(colors)")
          }
        }
      }
    }
  }

  @Test func aViewCanHaveAThemeOfItsOwn() {
    #expect(
      tokens(6, 1) {
        HStack {
          Text("ab").styled(.success)
          Text("cd").theme(.standard)
          Text("ef").styled(.error)
        }
      } == "gg!!ee")
    let inner = Picture(2, 1, in: ViewEnvironment(theme: Self.marked)) {
      Text("cd").theme(.standard)
    }
    #expect(inner.canvas.cell(column: 0, row: 0).style == Style())
  }

  @Test func withSixteenColoursTheStandardThemeChangesNoCellOfTextAndBorders() {
    let shown = Picture(9, 3) { Text("plain").border(title: "t") }
    for row in 0..<3 {
      #expect(shown.marks(row: row) { $0 != .plain } == "")
    }
  }
}
