/// Whether the terminal's ground is dark or light.
public enum TerminalTheme: Hashable, Sendable {
  /// Bright text on a dark ground.
  case dark
  /// Dark text on a light ground.
  case light
}
