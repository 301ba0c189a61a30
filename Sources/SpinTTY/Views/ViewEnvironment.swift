/// What views know of where they are shown; passed down from the frame, as a value.
public struct ViewEnvironment: Hashable, Sendable {
  /// Whether the terminal's background is dark or light.
  public var appearance: Appearance
  /// The looks that views share; ``View/theme(_:)`` changes them.
  public internal(set) var theme: Theme
  /// The colours that the terminal can show; cells are brought down to them in any case.
  public var colors: ColorProfile
  /// How text is measured; that of the canvas while a view is drawn.
  public var widths: WidthRules
  /// Whether the terminal shows no more than ASCII.
  public var isASCII: Bool
  /// What ``Help`` shows.
  public var help: [HelpItem]
  /// Whether views show at once what an ``Animated`` moves to; see ``UIOptions/reducesMotion``.
  public var reducesMotion = false
  /// The region that has the focus in the layer that is drawn, if one has.
  var focus: RegionKey?
  /// Whether what is drawn is, or may be taken for, in the region that has the focus.
  public internal(set) var isFocused = true
  /// Whether a region has the focus, and what is drawn is in it.
  ///
  /// ``isFocused`` is also true where the layer has no focus, which would mark every button.
  var hasFocus: Bool { focus != nil && isFocused }
  /// The axis of the stack around what is drawn; views that no stack holds stand in a column.
  var axis = Axis.vertical
  /// Whether the room is as high as the views asked for, as that of an inline view is.
  var isFitted = false
  /// The columns of the labels of fields, in a form.
  var labelColumns: Int?
  /// Whether the view is the control of a field, which leaves out the blank at its left.
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

  /// Whether lines, blocks and dots are to be written in ASCII.
  ///
  /// Also where ambiguous characters are wide: the lines and blocks are among them, and would take
  /// two columns each.
  var drawsASCII: Bool { isASCII || widths.ambiguousIsWide }

  /// The look of a token, in colours that the terminal can show.
  public func style(_ token: Theme.Token) -> Style {
    theme.style(token, appearance, colors: colors)
  }

  /// What stands for text that was left out.
  var ellipsis: String { drawsASCII ? "..." : "…" }
}

extension View {
  /// Changes the environment of the view.
  ///
  /// ```swift
  /// Chart(state.load).environment(\.isASCII, true)
  /// ```
  public func environment<Value>(
    _ property: WritableKeyPath<ViewEnvironment, Value>, _ value: Value
  ) -> some View {
    Wrapped(self) { environment in environment[keyPath: property] = value }
  }
}

/// Composes a view from its environment.
///
/// ```swift
/// EnvironmentReader { environment in
///   Text("late").foreground(environment.appearance == .dark ? .yellow : .red)
/// }
/// ```
public struct EnvironmentReader: View {
  private let content: (ViewEnvironment) -> ViewList
  private let latest = Latest()

  /// The view of the environment asked for last: layout asks several times for the same.
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

  /// As what `content` composes.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    view(in: environment).measure(proposal, in: environment)
  }

  /// As what `content` composes.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    view(in: environment).draw(into: surface, in: environment)
  }

  /// As what `content` composes.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    view(in: environment).constraint(along: axis, in: environment)
  }

  /// As what `content` composes.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    view(in: environment).describe(into: &text, in: environment)
  }
}
