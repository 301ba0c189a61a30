import Testing

@testable import SpinTTY

/// A border around the region that has the focus shows it, and no line of the program says so.
@Suite struct FocusBorderTests {
  private static let color = Color.palette(117)

  /// The columns of a row whose cells have the colour of the focus, as a text of `f` and `.`.
  private func marks(
    _ columns: Int, _ rows: Int, row: Int = 0, focus: String? = "here",
    colors: ColorProfile = .trueColor, @ViewBuilder _ content: () -> ViewList
  ) -> String {
    var environment = ViewEnvironment(colors: colors)
    environment.focus = focus.map { RegionKey($0) }
    let shown = Picture(columns, rows, in: environment, content)
    return String(
      (0..<columns).map {
        shown.canvas.cell(column: $0, row: row).style.foreground == Self.color ? "f" : "."
      })
  }

  private var list: some View { List(["a"], Selection("a")) { Text($0) }.id("here") }

  @Test func theBorderAroundTheFocusHasItsColour() {
    #expect(marks(5, 3) { list.border() } == "fffff")
    #expect(marks(5, 3, focus: "there") { list.border() } == ".....")
    #expect(marks(5, 3, focus: nil) { list.border() } == ".....")
    #expect(
      marks(10, 3) {
        HStack {
          Text("a").border().frame(width: .fixed(5))
          list.border()
        }
      } == ".....fffff")
  }

  @Test func onlyTheInnermostBorderShowsIt() {
    #expect(marks(9, 5) { list.border().border() } == ".........")
    #expect(marks(9, 5, row: 1) { list.border().border() } == "..fffff..")
    // What comes after the border is outside all the same.
    #expect(
      marks(9, 8, row: 5) {
        VStack {
          list.border().frame(height: .fixed(5))
          Text("x").border()
        }
      } == ".........")
  }

  @Test func aBorderAlongTheEdgesOfTheRegionShowsIt() {
    #expect(marks(5, 3) { Text("a").border().focusable().id("here") } == "fffff")
    #expect(marks(7, 5) { Text("a").border().id("here").border() } == ".......")
    // A card in the region is not its edge.
    #expect(
      marks(9, 7, row: 1) {
        VStack {
          Text("a").border()
          Text("b").border()
        }.id("here")
      } == ".........")
  }

  @Test func aStyleThatWasGivenGoesFirst() {
    #expect(
      marks(5, 3) { list.border(style: Style(foreground: .rgb(1, 1, 1))) } == ".....")
  }

  @Test func withoutColoursTheLinesAreHeavy() {
    var environment = ViewEnvironment(colors: .none)
    environment.focus = RegionKey("here")
    let shown = Picture(5, 3, in: environment) { Text("a").id("here").border() }
    #expect(shown.text == "┏━━━┓\n┃ a ┃\n┗━━━┛")
    environment.focus = RegionKey("there")
    let other = Picture(5, 3, in: environment) { Text("a").id("here").border() }
    #expect(other.text == "╭───╮\n│ a │\n╰───╯")
  }

  @Test func theLabelOfTheFieldWithTheFocusIsAnAccent() {
    @ViewBuilder var form: ViewList {
      Form(spacing: 0) {
        Field("a") { TextInput(.init()).id("here") }
        Field("b") { TextInput(.init()).id("there") }
      }
    }
    #expect(marks(9, 2) { form }.hasPrefix("f"))
    #expect(marks(9, 2, row: 1) { form }.hasPrefix("."))
    #expect(marks(11, 4) { form.border() } == "fffffffffff")
  }
}
