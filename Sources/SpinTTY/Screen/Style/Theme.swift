/// The styles of tokens, such as an accent or an error, for dark and for light backgrounds.
///
/// Views take their styles from the theme, so that the whole program has the same look.
///
/// ```swift
/// extension Theme {
///   static let ocean = Theme(
///     dark: Styles(
///       accent: Style(foreground: .rgb(95, 215, 255)),
///       selection: Style(background: .rgb(0, 75, 125))),
///     light: Styles(
///       accent: Style(foreground: .rgb(0, 95, 135)),
///       selection: Style(background: .rgb(175, 215, 255))))
/// }
///
/// UISpin(spin, theme: { $0.isCalm ? .ocean : .standard }) { state, _ in … }  // the whole program
/// Sidebar(state).theme(.ocean)                                               // some views
/// Text("saved").styled(.success)                                             // a theme style
/// ```
///
/// A style that a theme does not set is taken from ``standard``, with two exceptions. The focus has
/// the colour of the accent, and a theme with a background of its own mixes its surface, its tracks
/// and its controls from that background and its text.
///
/// The series of a chart have colours of their own. In the bundled themes they differ from a warning
/// and an error in hue and in lightness.
///
/// On a terminal with fewer colours, the theme uses the nearest readable ones: those with a
/// contrast of at least 4.5 with 256 colours and of 3 with 16, unless the theme itself has less.
/// The 16 colours count as xterm's, and a saturated colour becomes one of the twelve that are not
/// grey, so that it keeps its hue. With 16 colours, ``Token/success``, ``Token/warning`` and
/// ``Token/error`` become green, yellow and red, text for which no colour is readable has the
/// terminal's own colour and is bold, a surface looks like the background, and a track is faint. A
/// selection that would not stand out from its background is in reverse. Without colours, as with
/// `NO_COLOR`, a selection is in reverse too, an accent and the focus are bold, and secondary text
/// is faint.
///
/// A theme is a reference to its styles, so copying and comparing an environment is cheap. Create a
/// theme once, not for each frame.
public struct Theme: Hashable, Sendable {
  /// The meaning of a style.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Token: Int, Hashable, Sendable, CaseIterable {
    /// Text, and the background of everything if it has one.
    case text
    /// Less important text: placeholders, captions, the actions of keys.
    case secondary
    /// Emphasis: titles of columns, keys, bars, the current row without the focus.
    case accent
    /// A ticked box and a chosen option, and the button that enter clicks; by default filled with the accent.
    case primary
    /// The selected row or option of the view that has the focus.
    case selection
    /// Borders and dividers.
    case border
    /// The border around the region that has the focus; by default in the colour of the accent.
    case focus
    /// What lies a step above the page: the inside of a border, dialogs, menus, and a row of help at
    /// the edge of the screen. Only the background counts.
    case surface
    /// What lies a step deeper than what is around it: the inside of a text field, and a block of
    /// code. Only the background counts.
    case field
    /// What something moves in: the rest of a bar, the line of a scrollbar and the options beside each
    /// other; also the titles of a table. The foreground counts: where text stands on a track, this is
    /// its background.
    case track
    /// The plate of a button without the focus, and of an empty box; by default the colour of a track,
    /// mixed with that of text until the plate stands out.
    case control
    /// Text that reports a success.
    case success
    /// Text that warns of a problem.
    case warning
    /// Text that reports a failure, and an invalid value.
    case error

    /// Whether the token is text or lines, which stand on backgrounds of others.
    var isInk: Bool {
      switch self {
      case .primary, .selection, .surface, .field, .control: false
      case .text, .secondary, .accent, .border, .focus, .track, .success, .warning, .error: true
      }
    }
  }

  private let looks: ThemeLooks

  /// Creates a theme.
  ///
  /// - Parameters:
  ///   - dark: The styles on a dark background.
  ///   - light: The styles on a light background.
  public init(dark: Styles, light: Styles) {
    looks = ThemeLooks(dark, light)
  }

  /// Creates a theme with the same styles on every background.
  ///
  /// Such a theme should have a background of its own, in ``Token/text``.
  public init(_ styles: Styles) { self.init(dark: styles, light: styles) }

  /// The default theme, for terminals with unknown backgrounds.
  ///
  /// Text has the terminal's own colours. From 256 colours on, the accent is a blue, borders and
  /// secondary text are grey, and a selection, a surface and a track have backgrounds; all of them
  /// can be read on the usual dark and light backgrounds. With 16 colours and without colours, an
  /// accent is bold, secondary text is faint, a selection is in reverse, and only the focus and the
  /// three signals have a colour, one of the terminal's own.
  public static let standard = Theme(dark: Styles(), light: Styles())

  /// Returns the complete styles for a background.
  public func styles(_ appearance: Appearance) -> Styles { looks.styles(appearance) }

  /// Returns the style of a token.
  ///
  /// - Parameters:
  ///   - token: The meaning of the style.
  ///   - appearance: The background of the terminal.
  ///   - colors: The colours that the terminal can show.
  /// - Returns: The style, in colours that the terminal can show.
  /// - Complexity: O(1).
  public func style(
    _ token: Token, _ appearance: Appearance, colors: ColorProfile = .trueColor
  ) -> Style {
    looks.style(token, appearance, colors)
  }

  /// The colours of the first series of a chart, in 256 colours or more.
  func series(_ appearance: Appearance) -> [Color] { looks.series(appearance) }

  /// Returns whether two themes have the same styles.
  public static func == (left: Theme, right: Theme) -> Bool {
    left.looks === right.looks
      || left.styles(.dark) == right.styles(.dark) && left.styles(.light) == right.styles(.light)
  }

  /// Feeds the styles to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(styles(.dark))
    hasher.combine(styles(.light))
  }
}
