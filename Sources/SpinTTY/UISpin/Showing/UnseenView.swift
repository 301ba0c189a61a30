/// The view of a program for states that no frame shows.
///
/// *Isolation*: any thread; the loop asks for it.
final class UnseenView<State: Sendable>: Sendable {
  /// Returns the view of a state; `nil` if the owner of the view is gone.
  let render: @Sendable (State, Screen) -> ViewList?
  private let kind: Screen.Kind
  private let environment: ViewEnvironment

  init(
    _ render: @escaping @Sendable (State, Screen) -> ViewList?, _ options: UIOptions,
    _ profile: TerminalProfile
  ) {
    self.render = render
    kind = options.placement == .inline ? .inline : .fullScreen
    var environment = options.viewEnvironment(profile, Capabilities())
    environment.isFitted = options.placement == .inline
    self.environment = environment
  }

  /// Returns the screen on which the view is pictured.
  func screen(_ size: Size, help: [HelpItem]) -> Screen {
    var environment = environment
    environment.help = help
    return Screen(size: size, kind: kind, environment: environment)
  }
}
