import Testing

@testable import SpinTTY

@Suite struct ViewEnvironmentTests {
  @Test func theEnvironmentIsPassedDown() {
    let drawn = picture(12, 2) {
      VStack {
        EnvironmentReader { environment in
          Text(environment.appearance == .dark ? "dark" : "light")
        }
        HStack {
          EnvironmentReader { environment in
            Text(environment.appearance == .dark ? "dark" : "light")
          }
        }
        .environment(\.appearance, .light)
      }
    }
    #expect(drawn == "dark\nlight")
  }

  @Test func textIsMeasuredAsTheCanvasSays() {
    let canvas = Canvas(size: Size(columns: 8, rows: 1), widths: WidthRules(profile: .grapheme))
    HStack {
      Text("👍🏽")
      Text("x")
    }
    .show(on: canvas, in: ViewEnvironment(widths: WidthRules(profile: .wcwidth)))
    #expect(canvas.lines == ["👍🏽x"])
  }

  @Test(arguments: [
    (["LANG": "C.UTF-8", "TERM": "xterm-256color"], false), (["LANG": "C"], true),
    (["LANG": "C.UTF-8", "TERM": "linux"], true),
  ])
  func itIsDrawnInASCIIWhereTheLocaleOrTheFontHasNoMore(
    _ variables: [String: String], _ isASCII: Bool
  ) {
    let environment = UIOptions.fullScreen.viewEnvironment(
      TerminalProfile(environment: variables), Capabilities())
    #expect(environment.isASCII == isASCII)
  }

  @Test func linesOfSeveralSeriesTakeColoursOfTheAppearance() {
    func colors(_ appearance: Appearance) -> [Color?] {
      let shown = Picture(
        1, 2, in: ViewEnvironment(appearance: appearance, colors: .ansi16, isASCII: true)
      ) {
        LineChart([.init([1]), .init([0])])
      }
      return (0..<2).map { shown.canvas.cell(column: 0, row: $0).style.foreground }
    }
    #expect(colors(.dark) == [.cyan, .magenta])
    #expect(colors(.light) == [.blue, .magenta])
  }

  @Test func aComposedViewIsMadeOnceHoweverOftenItIsMeasured() {
    final class Made { var count = 0 }
    struct Composed: View {
      let made: Made
      var body: some View {
        let _ = made.count += 1
        Text("composed")
      }
    }
    let made = Made()
    _ = picture(5, 2) {
      VStack(spacing: 1) {
        HStack { Composed(made: made).padding(1).border(.light, padding: 0) }
        Text("below")
      }
    }
    #expect(made.count == 1)
  }
}
