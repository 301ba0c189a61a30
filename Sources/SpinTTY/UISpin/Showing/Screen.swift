/// The screen or output that a view is shown on.
public struct Screen: Hashable, Sendable {
  /// A kind of screen.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Hashable, Sendable {
    /// The whole screen.
    case fullScreen
    /// Rows below the prompt.
    case inline
    /// Lines of text, without a terminal.
    case plain
  }

  /// The available cells; an inline view takes as many of the rows as it needs.
  public let size: Size
  /// Whether the view has the whole screen, rows below the prompt, or lines of text.
  public let kind: Kind
  /// The environment of views, such as theme, colours and help.
  public internal(set) var environment: ViewEnvironment

  /// Creates a screen, for example to render a view on its own.
  public init(
    size: Size, kind: Kind = .fullScreen, environment: ViewEnvironment = ViewEnvironment()
  ) {
    self.size = size
    self.kind = kind
    self.environment = environment
  }
}
