/// Whether the terminal's background is dark or light.
public enum Appearance: Hashable, Sendable, CaseIterable {
  /// Bright text on a dark background.
  case dark
  /// Dark text on a light background.
  case light
}
