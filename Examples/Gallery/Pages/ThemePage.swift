import SpinTTY

extension Page {
  static let theme = Page("Themes", "Looks by what they mean; the state chooses the theme.") {
    demo in
    Choices(demo.look) { $0 }.id(Area.look)
    HStack(spacing: 3) {
      for tokens in [Theme.Token.allCases.prefix(6), Theme.Token.allCases.dropFirst(6)] {
        VStack {
          for token in tokens { Text("\(token)").styled(token) }
        }
      }
      VStack(spacing: 1) {
        Text("always green").styled(.accent)
        ProgressBar(7, of: 10)
      }
      .frame(width: .fill.atMost(24)).border()
      .theme(
        Theme(
          Theme.Styles(
            accent: Style(foreground: .palette(28)), border: Style(foreground: .palette(28)))))
    }
    ProgressBar(4, of: 10)
  } keys: {
    Control(Area.look) { .demo(.look($0)) }
  }
}
