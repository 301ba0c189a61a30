extension Appearance {
  /// Returns one of six distinct colours that are readable on the background.
  func color(_ number: Int) -> Color {
    switch self {
    case .dark: [Color.cyan, .yellow, .magenta, .green, .red, .white][number % 6]
    case .light: [Color.blue, .red, .magenta, .green, .cyan, .black][number % 6]
    }
  }
}
