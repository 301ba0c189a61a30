extension Appearance {
  /// Returns one of six distinct colours that are readable on the background; those of warnings and
  /// errors come last.
  func color(_ number: Int) -> Color {
    switch self {
    case .dark: [Color.cyan, .magenta, .white, .green, .yellow, .red][number % 6]
    case .light: [Color.blue, .magenta, .black, .green, .cyan, .red][number % 6]
    }
  }
}
