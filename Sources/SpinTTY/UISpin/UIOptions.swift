/// How a program wants the terminal.
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

  /// What happens when a signal, a closed window, a closed pipe or a full disk has ended the program.
  public enum Death: Hashable, Sendable {
    /// The process dies by that signal once all is restored, as its parent expects; of a full disk it
    /// exits with status 74.
    case bySignal
    /// `run` returns with the reason.
    case returned
  }

  /// Where the picture is.
  public var placement: Placement
  /// What the mouse reports on a full screen.
  ///
  /// An inline view hears nothing of it: it does not know in which row of the screen it is.
  public var mouse = Mouse.none
  /// Whether the focus of the window is reported.
  public var reportsFocus = false
  /// What happens when a signal has ended the program.
  public var death = Death.bySignal
  /// Whether the picture may go to standard error, when the result goes to standard output.
  ///
  /// Keys come from the terminal also where standard input is a pipe, so `result=$(ls | pick)` works.
  /// Such a program reads its input as data: say ``needsTerminal``, or not ``readsKeysFromPipes``.
  public var drawsOnErrors = false
  /// Whether a run throws where there is no terminal, instead of printing: for a program that makes no
  /// sense without somebody who looks.
  public var needsTerminal = false
  /// Whether standard input is read as keys where there is no screen; not, if it is data.
  public var readsKeysFromPipes = true
  /// Whether what is printed meanwhile is kept until the end, instead of spoiling the picture.
  public var capturesOutput = true
  /// Whether more keys are to be told apart even where the terminal does not answer questions.
  public var wantsMoreKeys = false
  /// Whether the terminal may be asked what it can do; nil leaves it to the environment, and does
  /// not ask for an inline view, which may be gone before the answer comes.
  public var asksTerminal: Bool?
  /// The colours to use; nil leaves it to the terminal and to `NO_COLOR` and its like.
  public var colors: ColorProfile?
  /// Whether the ground is dark or light; nil leaves it to what the terminal answers, see
  /// ``asksForTheme``, then to `COLORFGBG`, and else says dark.
  public var theme: ViewEnvironment.Theme?
  /// Whether the terminal is asked for the colour of its ground, if it may be asked at all, see
  /// ``asksTerminal``. Views are drawn anew when the answer comes.
  public var asksForTheme = false
  /// Whether the view is made for screen readers and magnifiers: the cursor is shown where the
  /// focus is, and there are few frames a second. `SPINTTY_ACCESSIBLE=1` asks for it too.
  public var isAccessible = false
  /// The most frames a second, 1 to 240.
  public var frameLimit = 60
  /// How long the effects may take to end when the program does.
  public var patience = Duration.seconds(2)

  /// Creates options; every one has a sensible value.
  public init(_ placement: Placement = .fullScreen) {
    self.placement = placement
  }

  /// On a screen of its own.
  public static var fullScreen: UIOptions { UIOptions(.fullScreen) }

  /// Below the prompt.
  public static var inline: UIOptions { UIOptions(.inline) }
}

extension UIOptions {
  /// The frames a second that somebody who listens can follow.
  private static let accessibleFrameLimit = 4

  /// The same for those who know nothing of spins.
  func terminal(_ environment: [String: String]) -> TerminalOptions {
    var options = TerminalOptions(environment: environment)
    options.placement = placement == .inline ? .inline : .fullScreen
    switch mouse {
    case .none: options.mouse = .none
    case .buttons: options.mouse = .buttons
    case .drags: options.mouse = .drags
    case .motion: options.mouse = .motion
    }
    options.reportsFocus = reportsFocus
    options.wantsMoreKeys = wantsMoreKeys
    options.prefersErrors = drawsOnErrors
    options.capturesOutput = capturesOutput
    options.allowsQueries = asksTerminal ?? (placement == .inline ? false : nil)
    options.colors = colors
    options.asksForGround = asksForTheme && theme == nil
    options.frameLimit =
      isAccessible(environment)
      ? min(frameLimit, UIOptions.accessibleFrameLimit) : frameLimit
    return options
  }

  func isAccessible(_ environment: [String: String]) -> Bool {
    isAccessible || !["", "0"].contains(environment["SPINTTY_ACCESSIBLE", default: ""])
  }

  /// What views are told of the terminal.
  func viewEnvironment(
    _ environment: [String: String], colors: ColorProfile, widths: WidthRules,
    hasLightGround: Bool? = nil
  ) -> ViewEnvironment {
    let answer = hasLightGround.map { $0 ? ViewEnvironment.Theme.light : .dark }
    return ViewEnvironment(
      theme: theme ?? answer ?? ViewEnvironment.Theme(environment), colors: colors, widths: widths,
      isASCII: !environment.speaksUTF8 || TerminalFamily(environment).isConsole)
  }
}

extension ViewEnvironment.Theme {
  /// As `COLORFGBG` says, where rxvt, Konsole and others put the numbers of the text's colour and
  /// the ground's: 7 and 9 to 15 are light.
  init(_ environment: [String: String]) {
    let ground = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    self = ground.map { $0 == 7 || (9...15).contains($0) } == true ? .light : .dark
  }
}

extension [String: String] {
  /// Whether the locale's characters are those of Unicode; without a word about it they are.
  var speaksUTF8: Bool {
    guard
      let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap({ self[$0] })
        .first(where: { !$0.isEmpty })
    else { return true }
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}
