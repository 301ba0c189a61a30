/// Options for how a program uses the terminal.
public struct UIOptions: Hashable, Sendable {
  /// Where the picture is.
  public enum Placement: Hashable, Sendable {
    /// On a screen of its own, which is gone afterwards.
    case fullScreen
    /// Below the prompt, in as many rows as the view needs; its last frame stays.
    case inline
  }

  /// What the mouse reports, on a full screen; the user can then select text only with shift held.
  public enum Mouse: Hashable, Sendable {
    /// Nothing.
    case none
    /// Buttons and the wheel, or drags as well, or every move.
    case buttons, drags, motion
  }

  /// What happens when a signal, a closed window, a closed pipe or a full disk has ended the
  /// program.
  public enum ExitBehavior: Hashable, Sendable {
    /// The process dies by that signal once all is restored, as its parent expects; of a full disk
    /// it exits with status 74.
    case bySignal
    /// `run` returns with the reason.
    case returned
  }

  /// Where the picture is.
  public var placement: Placement
  /// What the mouse reports on a full screen.
  ///
  /// An inline view gets no mouse events, because it does not know in which row of the screen it is.
  public var mouse = Mouse.none
  /// Whether the focus of the window is reported.
  public var reportsFocus = false
  /// What happens when a signal has ended the program.
  public var exitBehavior = ExitBehavior.bySignal
  /// Whether to draw on standard error if standard output is not a terminal.
  ///
  /// Keys come from the terminal even if standard input is a pipe, so `result=$(ls | pick)` works.
  /// Such a program reads its input as data: set ``needsTerminal``, or clear
  /// ``readsKeysFromPipes``.
  public var drawsOnErrors = false
  /// Whether a run throws where there is no terminal, instead of printing.
  ///
  /// For a program that makes no sense without a user.
  public var needsTerminal = false
  /// Whether to read keys from standard input where there is no screen.
  ///
  /// Set it to `false` if standard input carries data.
  public var readsKeysFromPipes = true
  /// Whether to keep printed output until the end, instead of letting it spoil the picture.
  public var capturesOutput = true
  /// Whether to distinguish more keys even if the terminal does not answer questions.
  public var wantsMoreKeys = false
  /// Whether to ask the terminal what it can do.
  ///
  /// `nil` follows the environment on a full screen, and does not ask for an inline view, which may
  /// be gone before the answer comes.
  public var asksTerminal: Bool?
  /// The colours to use; `nil` follows the terminal, and `NO_COLOR` and similar variables.
  public var colors: ColorProfile?
  /// Whether the background is dark or light.
  ///
  /// `nil` follows the terminal's answer, see ``asksForTheme``, or else `COLORFGBG`, or else
  /// assumes a dark one.
  public var theme: TerminalTheme?
  /// Whether to ask the terminal for its background colour, if ``asksTerminal`` allows questions.
  ///
  /// The view is drawn again when the answer comes.
  public var asksForTheme = false
  /// Whether the view is made for screen readers and magnifiers.
  ///
  /// The cursor is shown where the focus is, and there are few frames a second.
  /// `SPINTTY_ACCESSIBLE=1` asks for it too.
  public var isAccessible = false
  /// The most frames a second, 1 to 240.
  public var frameLimit = 60
  /// How long the effects may take to end when the program ends.
  public var patience = Duration.seconds(2)

  /// Creates options with their default values.
  public init(_ placement: Placement = .fullScreen) {
    self.placement = placement
  }

  /// On a screen of its own.
  public static var fullScreen: UIOptions { UIOptions(.fullScreen) }

  /// Below the prompt.
  public static var inline: UIOptions { UIOptions(.inline) }
}

extension UIOptions {
  /// The frames a second that a listener can follow.
  private static let accessibleFrameLimit = 4

  func isAccessible(on profile: TerminalProfile) -> Bool { isAccessible || profile.isAccessible }

  func frameLimit(on profile: TerminalProfile) -> Int {
    isAccessible(on: profile) ? min(frameLimit, UIOptions.accessibleFrameLimit) : frameLimit
  }

  /// Whether to ask a terminal what it can do.
  func asksTerminal(_ profile: TerminalProfile) -> Bool {
    asksTerminal ?? (placement == .fullScreen && profile.allowsQueries)
  }

  /// Whether to ask the terminal for its background colour.
  var asksForBackground: Bool { asksForTheme && theme == nil }

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
