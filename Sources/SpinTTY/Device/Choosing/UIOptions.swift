/// Options for how a program uses the terminal.
///
/// ```swift
/// var options = UIOptions.fullScreen(mouse: .drags)
/// options.frameLimit = 30
/// let ui = UISpin(library, options: options) { library, _ in … }
/// ```
public struct UIOptions: Hashable, Sendable {
  /// Where the view is drawn.
  public enum Placement: Hashable, Sendable {
    /// On the alternate screen, which disappears when the run ends.
    case fullScreen
    /// Below the prompt, in as many rows as the view needs. The last frame stays on the screen.
    case inline
  }

  /// The mouse events that a full-screen program receives.
  ///
  /// While the terminal reports the mouse, the user holds shift to select text.
  public enum Mouse: Hashable, Sendable {
    /// No mouse events.
    case none
    /// Presses, releases and the wheel.
    case buttons
    /// Presses, releases, the wheel, and moves while a button is held.
    case drags
    /// Presses, releases, the wheel, and all moves.
    case motion
  }

  /// The behaviour after a signal, the loss of the terminal or a write error has ended the run.
  public enum ExitBehavior: Hashable, Sendable {
    /// Restores the terminal and ends the process by the same signal. After a write error, the
    /// process exits with status 74.
    case bySignal
    /// Returns from `run` with the reason.
    case returned
  }

  /// Where the view is drawn.
  public var placement: Placement
  /// The mouse events that a full-screen view receives.
  ///
  /// An inline view receives none, because its position on the screen is unknown.
  public var mouse = Mouse.none
  /// Whether the terminal reports changes of the window's focus.
  public var reportsFocus = false
  /// The behaviour after a signal, the loss of the terminal or a write error has ended the run.
  public var exitBehavior = ExitBehavior.bySignal
  /// Whether to draw on standard error if standard output is not a terminal, or else on the terminal
  /// of standard input.
  ///
  /// The view reads keys from the terminal even if standard input is a pipe, so
  /// `result=$(ls | pick)` works. Set ``needsTerminal`` as well: without a terminal, the run would
  /// read keys from standard input and print its view on standard error.
  public var drawsOnStandardError = false
  /// Whether a run throws an error if there is no terminal, instead of printing its view.
  ///
  /// Set it to `true` for a program that cannot work without a user.
  public var needsTerminal = false
  /// Whether to read keys from standard input when there is no screen.
  ///
  /// Set it to `false` if standard input carries data. The run reads at most a few thousand keys
  /// ahead of the spin, which do not count towards ``/SpinCore/RunOptions/mailbox``.
  public var readsKeysFromPipes = true
  /// Whether to capture standard output and standard error while the view is shown, and to print
  /// the last 4,096 lines at the end.
  ///
  /// Code that prints never waits for the view. The run prints at most the last four mebibytes (it
  /// holds up to twice as much meanwhile), and reports how many lines it dropped. A line longer
  /// than 64 KiB counts as several lines.
  ///
  /// A program that your program starts inherits the captured output. After the view, what it prints
  /// goes to the terminal as long as your program runs. What it prints just before your program exits may
  /// be lost, and nobody reads what it prints later. So give a program that must go on an output of its own.
  public var capturesOutput = true
  /// Whether to ask xterm to report more key combinations (modifyOtherKeys).
  ///
  /// Other terminals ignore it.
  public var wantsMoreKeys = false
  /// Whether to ask the terminal about its capabilities.
  ///
  /// If `nil`, a full-screen view asks unless the environment forbids it, and so does the first
  /// ``Prompt`` of a process. Another inline view does not ask, because it may end before the answer
  /// arrives.
  public var asksTerminal: Bool?
  /// The colours to use; `nil` follows the terminal, `NO_COLOR` and similar variables.
  public var colors: ColorProfile?
  /// Whether the background is dark or light.
  ///
  /// If `nil`, the view uses the terminal's answer (see ``asksForAppearance``), or else
  /// `COLORFGBG`, or else assumes a dark background.
  public var appearance: Appearance?
  /// The theme that views use unless the program's state selects another one.
  ///
  /// The user's choice goes first: `SPINTTY_THEME=nord` selects one of ``Theme/bundled``.
  public var theme = Theme.standard
  /// Whether to ask the terminal for its background colour, if ``asksTerminal`` allows it.
  ///
  /// The view is drawn again when the answer arrives. If this is `false`, the view assumes a dark
  /// background unless ``appearance`` or `COLORFGBG` says otherwise.
  public var asksForAppearance = true
  /// Whether the view is made for screen readers and magnifiers.
  ///
  /// The cursor is shown at the focus, and the frame rate is low. `SPINTTY_ACCESSIBLE=1` has the
  /// same effect.
  public var isAccessible = false
  /// Whether views show the target of an ``Animated`` at once, without animation.
  ///
  /// `SPINTTY_REDUCED_MOTION=1` and ``isAccessible`` have the same effect.
  public var reducesMotion = false
  /// How much room fields and buttons take.
  public var density = Density.compact
  /// The maximum number of frames per second, from 1 to 240; other values are clamped.
  ///
  /// A resize draws at once. Lines printed above the view appear with its next frame.
  public var frameLimit = 60
  /// The keys of commands that differ from those that the program has declared.
  public var keyMap = KeyMap()
  /// The words that the library's own views show, for a program in another language.
  public var words = Words()
  /// Whether the user can look at the events and states of the run.
  ///
  /// By default only if `SPINTTY_INSPECTOR=1`.
  public var inspector = Inspector.off
  /// How long effects may take to finish after the run has ended.
  ///
  /// After a signal, the process is ended if the run takes longer than this and eight more seconds
  /// (three without a screen).
  public var patience = Duration.seconds(2)

  /// Creates options with their default values.
  public init(_ placement: Placement = .fullScreen) {
    self.placement = placement
  }

  /// Options for a full-screen view.
  public static var fullScreen: UIOptions { UIOptions(.fullScreen) }

  /// Options for a full-screen view that receives mouse events.
  public static func fullScreen(mouse: Mouse) -> UIOptions {
    var options = UIOptions.fullScreen
    options.mouse = mouse
    return options
  }

  /// Options for an inline view.
  public static var inline: UIOptions { UIOptions(.inline) }
}

extension UIOptions {
  /// The frames per second that a user of a screen reader can follow.
  private static let accessibleFrameLimit = 4

  func isAccessible(on profile: TerminalProfile) -> Bool { isAccessible || profile.isAccessible }

  func reducesMotion(on profile: TerminalProfile) -> Bool {
    reducesMotion || profile.reducesMotion || isAccessible(on: profile)
  }

  /// The maximum number of frames per second, which is lower for a view made for screen readers.
  func frameLimit(on profile: TerminalProfile) -> Int {
    let limit = FrameScheduler.clamp(frameLimit)
    return isAccessible(on: profile) ? min(limit, UIOptions.accessibleFrameLimit) : limit
  }

  /// Whether to ask the terminal about its capabilities.
  func asksTerminal(_ profile: TerminalProfile) -> Bool {
    asksTerminal ?? (placement == .fullScreen && profile.allowsQueries)
  }

  /// Whether to ask the terminal for its background colour.
  var asksForBackground: Bool { asksForAppearance && appearance == nil }

  /// The modes to set at the start, including the alternate screen.
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
