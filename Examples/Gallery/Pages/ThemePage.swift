import SpinTTY

extension Page {
  static let theme = Page(
    "Themes", "Looks by what they mean; the state chooses the theme.", focus: .look
  ) { demo in
    Choices(demo.look) { $0 }.id(Area.look)
    HStack(spacing: 3) {
      VStack {
        for token in Theme.Token.allCases.prefix(7) {
          Text("\(token)").styled(token)
        }
      }
      VStack {
        for token in Theme.Token.allCases.dropFirst(7) {
          Text("\(token)").styled(token)
        }
      }
      VStack(spacing: 1) {
        Text("always green").styled(.accent)
        ProgressBar(7, of: 10)
      }
      .frame(width: .fill.atMost(24)).border()
      .theme(green)
    }
    ProgressBar(4, of: 10)
  } keys: {
    Control(Area.look, help: "choose") { .demo(.look($0)) }
  }

  private static let green = Theme(
    dark: green(.palette(71)), light: green(.palette(22)))

  private static func green(_ color: Color) -> Theme.Styles {
    Theme.Styles(
      accent: Style(foreground: color),
      border: Style(foreground: color))
  }
}
