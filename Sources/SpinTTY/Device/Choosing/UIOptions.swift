/// Options for how a program uses the terminal.
public struct UIOptions: Hashable, Sendable {
  /// Where the picture is.
  public enum Placement: Hashable, Sendable {
    /// On a screen of its own, which is gone afterwards.
    case fullScreen
    /// Below the prompt, in as many rows as the view needs; its last frame stays.
    case inline
  }

  /// The mouse events that a full-screen program receives.
  ///
  /// While the mouse is reported, the user selects text with shift held.
  public enum Mouse: Hashable, Sendable {
    /// Nothing.
    case none
    /// Buttons and the wheel, or drags as well, or every move.
    case buttons, drags, motion
  }

  /// The behavior after a signal, the loss of the terminal or a write error has ended the run.
  public enum ExitBehavior: Hashable, Sendable {
    /// After the terminal is restored, the process ends by the same signal. After a write error it
    /// exits with status 74.
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
  /// The program reads keys from the terminal even if standard input is a pipe, so
  /// `result=$(ls | pick)` works. Set ``needsTerminal`` as well: without a terminal, the run would read
  /// keys from standard input, and print its view on standard error.
  public var drawsOnErrors = false
  /// Whether a run throws where there is no terminal, instead of printing.
  ///
  /// Set it to `true` for a program that cannot work without a user.
  public var needsTerminal = false
  /// Whether to read keys from standard input where there is no screen.
  ///
  /// Set it to `false` if standard input carries data. The run reads some thousand keys ahead of the
  /// spin at most; they are outside of the bound of ``RunOptions/mailbox``.
  public var readsKeysFromPipes = true
  /// Whether to capture standard output and standard error while a view is on the screen, and to
  /// print the last 4,096 lines at the end.
  ///
  /// Code that prints never waits for the view. At most four megabytes are kept, and a line says how
  /// many lines were dropped. A line longer than 64 KiB counts as several.
  public var capturesOutput = true
  /// Whether to ask xterm to report more key combinations (modifyOtherKeys).
  ///
  /// Other terminals ignore it.
  public var wantsMoreKeys = false
  /// Whether to ask the terminal what it can do.
  ///
  /// If `nil`, a full screen asks unless the environment says otherwise, and an inline view does not
  /// ask, because it may end before the answer arrives.
  public var asksTerminal: Bool?
  /// The colours to use; `nil` follows the terminal, and `NO_COLOR` and similar variables.
  public var colors: ColorProfile?
  /// Whether the background is dark or light.
  ///
  /// `nil` follows the terminal's answer, see ``asksForAppearance``, or else `COLORFGBG`, or else
  /// assumes a dark one.
  public var appearance: Appearance?
  /// The looks that views share, unless the program's state chooses them.
  public var theme = Theme.standard
  /// Whether to ask the terminal for its background colour, if ``asksTerminal`` allows questions.
  ///
  /// The view is drawn again when the answer comes. Without the question, the colours are those for a
  /// dark background, unless ``appearance`` or `COLORFGBG` tells.
  public var asksForAppearance = true
  /// Whether the view is made for screen readers and magnifiers.
  ///
  /// The cursor is shown where the focus is, and there are few frames a second.
  /// `SPINTTY_ACCESSIBLE=1` asks for it too.
  public var isAccessible = false
  /// Whether views show at once what an ``Animated`` moves to.
  ///
  /// `SPINTTY_REDUCED_MOTION=1` asks for it too, and so does a view made for screen readers.
  public var reducesMotion = false
  /// The maximum number of frames per second, from 1 to 240; other values are clamped.
  ///
  /// A resize draws at once. Lines printed above the view appear with its next frame.
  public var frameLimit = 60
  /// The time that effects have to finish after the run has ended.
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

  func reducesMotion(on profile: TerminalProfile) -> Bool {
    reducesMotion || profile.reducesMotion || isAccessible(on: profile)
  }

  /// How many frames a second there are, if all of them are drawn.
  func frameLimit(on profile: TerminalProfile) -> Int {
    let limit = FrameScheduler.clamp(frameLimit)
    return isAccessible(on: profile) ? min(limit, UIOptions.accessibleFrameLimit) : limit
  }

  /// Whether to ask a terminal what it can do.
  func asksTerminal(_ profile: TerminalProfile) -> Bool {
    asksTerminal ?? (placement == .fullScreen && profile.allowsQueries)
  }

  /// Whether to ask the terminal for its background colour.
  var asksForBackground: Bool { asksForAppearance && appearance == nil }

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
