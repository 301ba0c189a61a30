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

  /// Makes the text of the view heavier.
  @inlinable
  public func bold() -> some View { styled(Style(attributes: .bold)) }

  /// Makes the text of the view fainter.
  @inlinable
  public func dim() -> some View { styled(Style(attributes: .dim)) }

  /// Slants the text of the view.
  @inlinable
  public func italic() -> some View { styled(Style(attributes: .italic)) }

  /// Exchanges the foreground and the background of the view.
  @inlinable
  public func reverse() -> some View { styled(Style(attributes: .reverse)) }

  /// Strikes the text of the view through.
  @inlinable
  public func strikethrough() -> some View { styled(Style(attributes: .strike)) }

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

  /// The text, heavier.
  public func bold() -> Text { style(Style(attributes: .bold)) }

  /// The text, fainter.
  public func dim() -> Text { style(Style(attributes: .dim)) }

  /// The text, slanted.
  public func italic() -> Text { style(Style(attributes: .italic)) }

  /// The text, struck through.
  public func strikethrough() -> Text { style(Style(attributes: .strike)) }

  /// The text with a line under it.
  public func underline(_ underline: Underline = .single, color: Color? = nil) -> Text {
    style(Style(underline: underline, underlineColor: color))
  }

  /// The text as a link to an address; `nil` removes the link.
  public func link(_ link: Link?) -> Text { style(Style(link: link)) }
}
