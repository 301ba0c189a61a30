extension View {
  /// Gives the view a theme of its own, instead of the program's.
  ///
  /// ```swift
  /// Sidebar(state).theme(state.isCalm ? .ocean : .standard)
  /// ```
  ///
  /// If the theme's text style has a background, the background fills the view. If the theme's text
  /// has the terminal's own colours, so has the view, whatever the theme around it. The layers on
  /// top of the program keep their theme; the argument `theme` of ``UISpin`` sets it for the whole
  /// program.
  public func theme(_ theme: Theme) -> some View {
    Themed(content: resolved, theme: theme)
  }

  /// Gives the view the style of a token of its theme; the styles of views inside take precedence.
  ///
  /// ```swift
  /// Text("saved").styled(.success)
  /// ```
  ///
  /// A background, or reverse, also fills the blank cells of the view. The styles of text and lines
  /// leave out the background of the page, so that the view keeps the background around it.
  public func styled(_ token: Theme.Token) -> some View {
    TokenStyled(content: resolved, token: token)
  }
}

/// A view with a theme of its own.
struct Themed: ContentView {
  let content: any View
  let theme: Theme

  func inner(_ environment: ViewEnvironment) -> ViewEnvironment {
    var inner = environment
    inner.theme = theme
    return inner
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let inner = inner(environment)
    let outside = environment.page
    var style = inner.page
    if outside.foreground != nil, style.foreground == nil { style.foreground = .default }
    if outside.background != nil, style.background == nil { style.background = .default }
    Styled(content: content, style: style).draw(into: surface, in: inner)
  }
}

/// A view in the style of a token.
struct TokenStyled: ContentView {
  let content: any View
  let token: Theme.Token

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    Styled(content: content, style: environment.style(token)).draw(into: surface, in: environment)
  }
}

extension Surface {
  /// Returns the style of a token for parts without text; a colour given to the view takes
  /// precedence.
  func style(_ token: Theme.Token, in environment: ViewEnvironment) -> Style {
    var style = environment.style(token)
    // The colour of the theme's text was not given to the view.
    let own = environment.style(.text).foreground ?? .default
    if base.foreground ?? .default != own { style.foreground = nil }
    return style
  }

  /// Returns the style of bars and lines of values: the accent's colour, but not bold.
  func barStyle(in environment: ViewEnvironment) -> Style {
    Style(foreground: style(.accent, in: environment).foreground)
  }
}
