/// The styles of eight tokens, such as an accent or an error, on dark and on light backgrounds.
///
/// Views take their styles from it, so that a program looks alike everywhere.
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
/// Text("saved").styled(.success)                                             // a look of the theme
/// ```
///
/// What a theme leaves open is as in ``standard``.
///
/// On a terminal of fewer colours the theme takes the nearest of them with which text can be read: a
/// contrast of 4.5 with 256 colours and of 3 with 16, unless the theme itself has less. The 16 are
/// measured as xterm shows them. If none of the 16 can be read, the text has the terminal's own colour
/// and is bold. ``Token/success``, ``Token/warning`` and ``Token/error`` become green, yellow and red. A
/// selection that could not be told from its background is in reverse. Without colours, as with
/// `NO_COLOR`, a selection is in reverse too, an accent is bold and secondary text is faint.
///
/// A theme is a reference to its styles, so environments that have one are copied and compared at
/// little cost. Make a theme once, and not for each frame.
public struct Theme: Hashable, Sendable {
  /// What a look stands for.
  public enum Token: Int, Hashable, Sendable, CaseIterable {
    /// Text, and the background of everything if it has one.
    case text
    /// What matters less: placeholders, captions, what keys do.
    case secondary
    /// What stands out: titles of columns, keys, bars, what is current without the focus.
    case accent
    /// What is selected, or has the focus.
    case selection
    /// Borders and dividers.
    case border
    /// What went well.
    case success
    /// What needs attention.
    case warning
    /// What failed, or is not valid.
    case error
  }

  private let looks: ThemeLooks

  /// Creates a theme.
  ///
  /// - Parameters:
  ///   - dark: The styles on a dark background.
  ///   - light: The styles on a light background.
  public init(dark: Styles, light: Styles) {
    looks = ThemeLooks(dark.over(.standardDark), light.over(.standardLight))
  }

  /// Creates a theme with the same styles on every background.
  ///
  /// Such a theme should have a background of its own, in ``Styles/text``.
  public init(_ styles: Styles) { self.init(dark: styles, light: styles) }

  /// The theme of a terminal whose colours nobody knows.
  ///
  /// Text, borders and bars have the terminal's own colours, a selection is in reverse, an accent is
  /// bold, and secondary text is faint. On a dark background, success, warnings and errors are the
  /// terminal's own green, yellow and red; on a light one they are darker.
  public static let standard = Theme(dark: Styles(), light: Styles())

  /// The styles on a background, with nothing left open.
  public func styles(_ appearance: Appearance) -> Styles { looks.styles(appearance) }

  /// The look of a token.
  ///
  /// - Parameters:
  ///   - token: What it stands for.
  ///   - appearance: The background of the terminal.
  ///   - colors: The colours that the terminal can show.
  /// - Returns: The style, in colours that the terminal can show.
  /// - Complexity: O(1).
  public func style(
    _ token: Token, _ appearance: Appearance, colors: ColorProfile = .trueColor
  ) -> Style {
    looks.style(token, appearance, colors)
  }

  /// Whether two themes have the same styles.
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
