/// A view over a style, which completes the view's own styles.
struct Styled: ContentView {
  let content: any View
  let style: Style

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let surface = surface.styled(style)
    if style.background != nil || style.attributes.contains(.reverse) {
      surface.fill()
      surface.catchClicks()
    }
    content.draw(into: surface, in: environment)
  }
}

extension View {
  /// Gives the view a style; the styles of views inside take precedence, and attributes add up.
  ///
  /// A background, or reverse, also fills the blank cells of the view.
  @inlinable
  public func styled(_ style: Style) -> some View {
    ResolvedView(styling: resolved, style)
  }

  /// Gives the text of the view a colour.
  @inlinable
  public func foreground(_ color: Color) -> some View { styled(Style(foreground: color)) }

  /// Gives the view a background, which hides the views below it and catches clicks.
  @inlinable
  public func background(_ color: Color) -> some View { styled(Style(background: color)) }

  /// Makes the text of the view heavier, if `isActive`.
  @inlinable
  public func bold(_ isActive: Bool = true) -> some View {
    styled(Style(attributes: isActive ? .bold : []))
  }

  /// Makes the text of the view fainter, if `isActive`.
  @inlinable
  public func dim(_ isActive: Bool = true) -> some View {
    styled(Style(attributes: isActive ? .dim : []))
  }

  /// Slants the text of the view, if `isActive`.
  @inlinable
  public func italic(_ isActive: Bool = true) -> some View {
    styled(Style(attributes: isActive ? .italic : []))
  }

  /// Exchanges the foreground and the background of the view, if `isActive`.
  @inlinable
  public func reverse(_ isActive: Bool = true) -> some View {
    styled(Style(attributes: isActive ? .reverse : []))
  }

  /// Strikes the text of the view through, if `isActive`.
  @inlinable
  public func strikethrough(_ isActive: Bool = true) -> some View {
    styled(Style(attributes: isActive ? .strike : []))
  }

  /// Draws a line under the text of the view.
  @inlinable
  public func underline(_ underline: Underline = .single, color: Color? = nil) -> some View {
    styled(Style(underline: underline, underlineColor: color))
  }

  /// Links the text of the view to an address; `nil` removes the link.
  @inlinable
  public func link(_ link: Link?) -> some View { styled(Style(link: link)) }
}

extension ResolvedView {
  @usableFromInline
  init(styling content: any View, _ style: Style) {
    self.init(Styled(content: content, style: style))
  }
}

extension Text {
  /// The text in a colour.
  public func foreground(_ color: Color) -> Text { style(Style(foreground: color)) }

  /// The text, heavier if `isActive`.
  public func bold(_ isActive: Bool = true) -> Text {
    style(Style(attributes: isActive ? .bold : []))
  }

  /// The text, fainter if `isActive`.
  public func dim(_ isActive: Bool = true) -> Text {
    style(Style(attributes: isActive ? .dim : []))
  }

  /// The text, slanted if `isActive`.
  public func italic(_ isActive: Bool = true) -> Text {
    style(Style(attributes: isActive ? .italic : []))
  }

  /// The text, struck through if `isActive`.
  public func strikethrough(_ isActive: Bool = true) -> Text {
    style(Style(attributes: isActive ? .strike : []))
  }

  /// The text with a line under it.
  public func underline(_ underline: Underline = .single, color: Color? = nil) -> Text {
    style(Style(underline: underline, underlineColor: color))
  }

  /// The text as a link to an address; `nil` removes the link.
  public func link(_ link: Link?) -> Text { style(Style(link: link)) }
}
