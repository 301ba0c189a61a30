/// Where a view is shown, for those whose views depend on it.
public struct Screen: Hashable, Sendable {
  /// How it is shown.
  public enum Kind: Hashable, Sendable {
    /// On the whole screen.
    case fullScreen
    /// In some rows below the prompt.
    case inline
    /// As lines of text, without a terminal.
    case plain
  }

  /// The cells there are; an inline view takes as many rows of them as it needs.
  public let size: Size
  /// How it is shown.
  public let kind: Kind
  /// What views know of the terminal: theme, colours, help.
  public internal(set) var environment: ViewEnvironment

  /// Creates a screen, to render a view alone.
  public init(
    size: Size, kind: Kind = .fullScreen, environment: ViewEnvironment = ViewEnvironment()
  ) {
    self.size = size
    self.kind = kind
    self.environment = environment
  }
}
