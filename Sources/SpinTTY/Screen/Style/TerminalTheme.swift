/// Whether the terminal's background is dark or light.
public enum TerminalTheme: Hashable, Sendable {
  /// Bright text on a dark background.
  case dark
  /// Dark text on a light background.
  case light
}
