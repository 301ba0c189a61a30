extension UIOptions {
  /// The environment of views on a terminal.
  func viewEnvironment(
    _ profile: TerminalProfile, _ capabilities: Capabilities
  ) -> ViewEnvironment {
    let answer = capabilities.hasLightBackground.map { $0 ? Appearance.light : .dark }
    var environment = ViewEnvironment(
      appearance: appearance ?? answer ?? profile.appearance,
      theme: profile.theme ?? theme,
      colors: capabilities.colors, widths: capabilities.widths, isASCII: profile.isASCII)
    environment.knowsGround = appearance != nil || answer != nil || profile.knowsAppearance
    environment.words = words
    environment.density = density
    environment.opensLinks = capabilities.hyperlinks
    environment.reducesMotion = reducesMotion(on: profile)
    return environment
  }
}
