/// How a view wants the terminal.
package struct TerminalOptions: Hashable, Sendable {
  /// Where the picture is.
  package enum Placement: Hashable, Sendable {
    /// On a screen of its own, which is gone afterwards.
    case fullScreen
    /// Below the prompt, in as many rows as the view needs; its last frame stays.
    case inline
  }

  /// What the mouse reports.
  package enum Mouse: Hashable, Sendable {
    /// Nothing, so that the user can select text.
    case none
    /// Buttons and the wheel, or drags as well, or every move.
    case buttons, drags, motion
  }

  /// Where the picture is.
  package var placement = Placement.fullScreen
  /// What the mouse reports on a full screen.
  ///
  /// An inline view does not know in which row of the screen it is, so it could not tell what was
  /// meant: there it reports nothing.
  package var mouse = Mouse.none
  /// Whether the focus of the window is reported.
  package var reportsFocus = false
  /// Whether more keys are to be told apart even where the terminal does not answer questions.
  package var wantsMoreKeys = false
  /// Whether the picture may go to standard error, when the result goes to standard output.
  package var prefersErrors = false
  /// Whether what is printed meanwhile is kept until the end, instead of spoiling the picture.
  package var capturesOutput = true
  /// Whether the terminal may be asked what it can do; nil leaves it to the environment.
  ///
  /// An inline view that lives for less than a second should not ask.
  package var allowsQueries: Bool?
  /// Whether, if it may be asked at all, it is asked for the colour of its ground.
  package var asksForGround = false
  /// The colours that were asked for explicitly.
  package var colors: ColorProfile?
  /// The most frames a second.
  package var frameLimit = 60
  /// The environment, for tests.
  package var environment: [String: String]

  package init(environment: [String: String] = TerminalProfile.environment) {
    self.environment = environment
  }

  /// The modes to begin with, the alternate screen among them.
  func modes(_ profile: TerminalProfile) -> TerminalModes {
    var modes: TerminalModes = [.cursor, .noWrapping, .paste, .style]
    if placement == .fullScreen { modes.formUnion([.alternateScreen, .region]) }
    if profile.capabilities.hyperlinks { modes.insert(.links) }
    if reportsFocus { modes.insert(.focus) }
    switch placement == .fullScreen ? mouse : .none {
    case .none: break
    case .buttons: modes.insert(.mouseButtons)
    case .drags: modes.insert(.mouseDrags)
    case .motion: modes.insert(.mouseMotion)
    }
    if wantsMoreKeys, profile.isXterm { modes.insert(.otherKeys) }
    return modes
  }
}
