extension View {
  /// Gives the view a theme, instead of that of the program.
  ///
  /// ```swift
  /// Sidebar(state).theme(state.isCalm ? .ocean : .standard)
  /// ```
  ///
  /// If the text of the theme has a background, it fills the view. Where the theme's text is the
  /// terminal's own, it is so here too, whatever the theme around the view says. The layers on top of
  /// the program keep theirs: the argument `theme` of ``UISpin`` is for all of it.
  public func theme(_ theme: Theme) -> some View {
    Themed(content: resolved, theme: theme)
  }

  /// Gives the view the look of a token of its theme; the styles of views inside take precedence.
  ///
  /// ```swift
  /// Text("saved").styled(.success)
  /// ```
  ///
  /// A background, or reverse, also fills the cells of the view that are blank.
  public func styled(_ token: Theme.Token) -> some View {
    TokenStyled(content: resolved, token: token)
  }
}

/// A view with a theme of its own.
struct Themed: View {
  let content: any View
  let theme: Theme

  private func inner(_ environment: ViewEnvironment) -> ViewEnvironment {
    var inner = environment
    inner.theme = theme
    return inner
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    content.measure(proposal, in: inner(environment))
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let inner = inner(environment)
    let outside = environment.style(.text)
    var style = inner.style(.text)
    if outside.foreground != nil, style.foreground == nil { style.foreground = .default }
    if outside.background != nil, style.background == nil { style.background = .default }
    Styled(content: content, style: style).draw(into: surface, in: inner)
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    content.constraint(along: axis, in: inner(environment))
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    content.describe(into: &text, in: inner(environment))
  }
}

/// A view in the look of a token.
struct TokenStyled: View {
  let content: any View
  let token: Theme.Token

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    content.measure(proposal, in: environment)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    Styled(content: content, style: environment.style(token)).draw(into: surface, in: environment)
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    content.constraint(along: axis, in: environment)
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    content.describe(into: &text, in: environment)
  }
}

extension Surface {
  /// The look of a token for what has no text: a colour that was given to the view goes first.
  func style(_ token: Theme.Token, in environment: ViewEnvironment) -> Style {
    var style = environment.style(token)
    // The theme's own text is no colour that somebody gave to the view.
    let own = environment.style(.text).foreground ?? .default
    if base.foreground ?? .default != own { style.foreground = nil }
    return style
  }

  /// The look of bars and lines of values: the colour of the accent, but not bold.
  func barStyle(in environment: ViewEnvironment) -> Style {
    Style(foreground: style(.accent, in: environment).foreground)
  }
}
