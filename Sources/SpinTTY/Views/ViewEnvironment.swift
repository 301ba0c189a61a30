/// The settings that views are shown with, passed down from the frame as a value.
public struct ViewEnvironment: Hashable, Sendable {
  /// Whether the terminal's background is dark or light.
  public var appearance: Appearance
  /// The theme of the views; ``View/theme(_:)`` changes it.
  public internal(set) var theme: Theme
  /// The colours that the terminal can show; every cell is reduced to them in any case.
  public var colors: ColorProfile
  /// The rules that text is measured by; while a view is drawn, those of the canvas.
  public internal(set) var widths: WidthRules
  /// Whether the terminal shows only ASCII.
  public var isASCII: Bool
  /// The entries that ``Help`` shows.
  public var help: [HelpItem]
  /// Whether views show the target of an ``Animated`` at once; see ``UIOptions/reducesMotion``.
  public var reducesMotion = false
  /// The focused region of the layer being drawn, if there is one.
  var focus: RegionKey?
  /// Whether the view is in the focused region, or no region has the focus.
  public internal(set) var isFocused = true
  /// Whether a region has the focus and the view is in it.
  ///
  /// ``isFocused`` is also true if the layer has no focus, and would then mark every button.
  var hasFocus: Bool { focus != nil && isFocused }
  /// The axis of the stack around the view; `.vertical` outside a stack.
  var axis = Axis.vertical
  /// Whether the room has the height that the views asked for, as in an inline view.
  var isFitted = false
  /// The width in columns of the labels of fields, in a form.
  var labelColumns: Int?
  /// Whether the view is the control of a field, which omits the blank on its left.
  var isInField = false

  /// Creates an environment; the default is a modern terminal with a dark background.
  public init(
    appearance: Appearance = .dark, theme: Theme = .standard, colors: ColorProfile = .trueColor,
    widths: WidthRules = WidthRules(), isASCII: Bool = false, help: [HelpItem] = []
  ) {
    self.appearance = appearance
    self.theme = theme
    self.colors = colors
    self.widths = widths
    self.isASCII = isASCII
    self.help = help
  }

  /// Whether lines, blocks and dots are drawn in ASCII.
  ///
  /// This is also true if ambiguous characters are wide, because lines and blocks are among them
  /// and would take two columns each.
  var drawsASCII: Bool { isASCII || widths.ambiguousIsWide }

  /// Returns the style of a token, in colours that the terminal can show.
  public func style(_ token: Theme.Token) -> Style {
    theme.style(token, appearance, colors: colors)
  }

  /// The text that replaces text cut off.
  var ellipsis: String { drawsASCII ? "..." : "…" }
}

extension View {
  /// Changes a property of the view's environment.
  ///
  /// ```swift
  /// Sparkline(state.load).environment(\.isASCII, true)
  /// ```
  public func environment<Value>(
    _ property: WritableKeyPath<ViewEnvironment, Value>, _ value: Value
  ) -> some View {
    Wrapped(self) { environment in environment[keyPath: property] = value }
  }
}

/// A view composed from its environment.
///
/// ```swift
/// EnvironmentReader { environment in
///   Text("late").foreground(environment.appearance == .dark ? .yellow : .red)
/// }
/// ```
public struct EnvironmentReader: View {
  private let content: (ViewEnvironment) -> ViewList
  private let latest = Latest()

  /// The environment asked for last and its view; a layout asks several times for the same one.
  private final class Latest {
    var made: (environment: ViewEnvironment, view: any View)?
  }

  /// Creates a view that `content` composes.
  public init(@ViewBuilder content: @escaping (ViewEnvironment) -> ViewList) {
    self.content = content
  }

  private func view(in environment: ViewEnvironment) -> any View {
    if let made = latest.made, made.environment == environment { return made.view }
    let view = content(environment).resolved
    latest.made = (environment, view)
    return view
  }

  /// Measures the views that `content` returns.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    view(in: environment).measure(proposal, in: environment)
  }

  /// Draws the views that `content` returns.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    view(in: environment).draw(into: surface, in: environment)
  }

  /// Returns the constraint of the views that `content` returns.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    view(in: environment).constraint(along: axis, in: environment)
  }

  /// Describes the views that `content` returns.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    view(in: environment).describe(into: &text, in: environment)
  }
}
