extension UIOptions {
  /// What views are told of the terminal.
  func viewEnvironment(
    _ profile: TerminalProfile, _ capabilities: Capabilities
  ) -> ViewEnvironment {
    let answer = capabilities.hasLightBackground.map { $0 ? TerminalTheme.light : .dark }
    return ViewEnvironment(
      theme: theme ?? answer ?? profile.theme, colors: capabilities.colors,
      widths: capabilities.widths, isASCII: profile.isASCII)
  }
}
