/// The settings that views are shown with, passed down from the frame as a value.
public struct ViewEnvironment: Hashable, Sendable {
  /// The values that few views change.
  ///
  /// NB: a reference, because each stack copies and compares environments several times.
  private var shared: Shared

  private final class Shared: Sendable {
    let values: Values

    init(_ values: Values) { self.values = values }
  }

  /// Words behind a reference, because environments are copied and compared often.
  private final class SharedWords: Hashable, Sendable {
    static let english = SharedWords(Words())
    let words: Words

    init(_ words: Words) { self.words = words }

    static func == (left: SharedWords, right: SharedWords) -> Bool {
      left === right || left.words == right.words
    }

    func hash(into hasher: inout Hasher) { hasher.combine(words) }
  }

  private struct Values: Hashable {
    var appearance: Appearance
    var theme: Theme
    var colors: ColorProfile
    var widths: WidthRules
    var isASCII: Bool
    var help: [HelpItem]
    var words = SharedWords.english
    var reducesMotion = false
    var opensLinks = true
    var focus: RegionKey?
    var focusOrigin: RegionKey?
    var suspendsFocus = false
    var followsFocus = false
    var isInTopLayer = false
    var namesKeys = false
    var hasHelpRow = false
    var knowsGround = true
    var chosen: ChosenOption?
    var isEnabled = true
    var firstColumn = 0
    var density = Density.compact
  }

  /// Whether the view is in the focused region, or no region has the focus.
  public internal(set) var isFocused = true
  /// The axis of the stack around the view; `.vertical` outside a stack.
  var axis = Axis.vertical
  /// Whether the room has the height that the views asked for, as in an inline view.
  var isFitted = false
  /// Whether the view is the content of a row of one line, in which a text shows its newlines.
  var isRow = false
  /// The width in columns of the labels of fields, in a form.
  var labelColumns: Int?

  /// Creates an environment; the default is a modern terminal with a dark background.
  public init(
    appearance: Appearance = .dark, theme: Theme = .standard, colors: ColorProfile = .trueColor,
    widths: WidthRules = WidthRules(), isASCII: Bool = false, help: [HelpItem] = []
  ) {
    shared = Shared(
      Values(
        appearance: appearance, theme: theme, colors: colors, widths: widths, isASCII: isASCII,
        help: help))
  }

  /// Whether the terminal's background is dark or light.
  public var appearance: Appearance {
    get { shared.values.appearance }
    set { change { $0.appearance = newValue } }
  }
  /// The theme of the views; ``View/theme(_:)`` changes it.
  public internal(set) var theme: Theme {
    get { shared.values.theme }
    set { change { $0.theme = newValue } }
  }
  /// The colours that the terminal can show; every cell is reduced to them in any case.
  public var colors: ColorProfile {
    get { shared.values.colors }
    set { change { $0.colors = newValue } }
  }
  /// The rules that text is measured by; while a view is drawn, those of the canvas.
  public internal(set) var widths: WidthRules {
    get { shared.values.widths }
    set { if newValue != widths { change { $0.widths = newValue } } }
  }
  /// Whether the terminal shows only ASCII.
  public var isASCII: Bool {
    get { shared.values.isASCII }
    set { if newValue != isASCII { change { $0.isASCII = newValue } } }
  }
  /// The entries that ``Help`` shows.
  public var help: [HelpItem] {
    get { shared.values.help }
    set { change { $0.help = newValue } }
  }
  /// The words that the library's own views show.
  public var words: Words {
    get { shared.values.words.words }
    set { if newValue != words { change { $0.words = SharedWords(newValue) } } }
  }
  /// Whether views show the target of an ``Animated`` at once; see ``UIOptions/reducesMotion``.
  public var reducesMotion: Bool {
    get { shared.values.reducesMotion }
    set { if newValue != reducesMotion { change { $0.reducesMotion = newValue } } }
  }
  /// Whether the terminal opens the ``Link`` of text; otherwise a view may write the address.
  public var opensLinks: Bool {
    get { shared.values.opensLinks }
    set { if newValue != opensLinks { change { $0.opensLinks = newValue } } }
  }
  /// How much room fields and buttons take; see ``UIOptions/density``.
  public var density: Density {
    get { shared.values.density }
    set { if newValue != density { change { $0.density = newValue } } }
  }
  /// Whether controls take input; `false` inside of ``View/disabled(_:)``.
  public internal(set) var isEnabled: Bool {
    get { shared.values.isEnabled }
    set { if newValue != isEnabled { change { $0.isEnabled = newValue } } }
  }
  /// The focused region of the layer being drawn; `nil` if there is none, or if a modal layer has
  /// taken the focus.
  var focus: RegionKey? {
    get { shared.values.suspendsFocus ? nil : shared.values.focus }
    set { change { $0.focus = newValue } }
  }
  /// The region that had the focus before moves such as clicks, for which forms stay scrolled.
  var focusOrigin: RegionKey? {
    get { shared.values.focusOrigin }
    set { change { $0.focusOrigin = newValue } }
  }
  /// Whether a modal layer has taken the focus of the layer being drawn.
  var suspendsFocus: Bool {
    get { shared.values.suspendsFocus }
    set { if newValue != suspendsFocus { change { $0.suspendsFocus = newValue } } }
  }

  /// Whether the focus has moved by tab since the user last scrolled with the mouse, so that
  /// viewports show it.
  var followsFocus: Bool {
    get { shared.values.followsFocus }
    set { if newValue != followsFocus { change { $0.followsFocus = newValue } } }
  }

  /// Whether the view is in the topmost layer that catches everything.
  var isInTopLayer: Bool {
    get { shared.values.isInTopLayer }
    set { change { $0.isInTopLayer = newValue } }
  }

  /// Whether ``help`` has only the keys of the layer that the view is in.
  var namesKeys: Bool {
    get { shared.values.namesKeys }
    set { change { $0.namesKeys = newValue } }
  }

  /// Whether a row of ``Help`` that the layer leaves uncovered names its keys.
  var hasHelpRow: Bool {
    get { shared.values.hasHelpRow }
    set { if newValue != hasHelpRow { change { $0.hasHelpRow = newValue } } }
  }

  /// The first column that the viewport around the view shows of views that are too wide for it.
  package internal(set) var firstColumn: Int {
    get { shared.values.firstColumn }
    set { if newValue != firstColumn { change { $0.firstColumn = newValue } } }
  }

  /// Whether the appearance is known, and not assumed.
  ///
  /// Where it is not, large backgrounds are left to the terminal, and text on small ones has a colour
  /// of its own.
  var knowsGround: Bool {
    get { shared.values.knowsGround }
    set { if newValue != knowsGround { change { $0.knowsGround = newValue } } }
  }

  /// The current option of the control that the view lies below, as a menu.
  var chosen: ChosenOption? {
    get { shared.values.chosen }
    set { if newValue != chosen { change { $0.chosen = newValue } } }
  }

  private mutating func change(_ change: (inout Values) -> Void) {
    var values = shared.values
    change(&values)
    shared = Shared(values)
  }

  /// Whether a region has the focus and the view is in it.
  ///
  /// ``isFocused`` is also true if the layer has no focus, and would then mark every button.
  var hasFocus: Bool { focus != nil && isFocused }

  /// Names enter for the default button of the layer being drawn, see ``addEnter(forClickOn:)``.
  mutating func addEnter(of frame: FrameMap) {
    if let button = frame.defaultRegion(in: frame.layer) { addEnter(forClickOn: button) }
  }

  /// Names enter for a default button, unless a binding, a control or the focus takes it.
  ///
  /// A control that leaves enter to the button does not choose with it.
  mutating func addEnter(forClickOn button: RegionKey) {
    let isLeft = help.contains { $0.isLive && $0.leavesEnter }
    if isLeft { help.removeAll(where: \.leavesEnter) }
    // NB: the bindings of the layers below a modal one are among the items, and take nothing.
    guard focus == nil || isLeft, !help.contains(where: { $0.isLive && $0.hasEnter })
    else { return }
    for index in help.indices { help[index].addEnter(forClickOn: button) }
  }

  /// Whether lines, blocks and dots are drawn in ASCII.
  ///
  /// This is also true if ambiguous characters are wide, because lines and blocks are among them
  /// and would take two columns each.
  package var drawsASCII: Bool { isASCII || widths.ambiguousIsWide }

  /// Returns the style of a token, in colours that the terminal can show.
  ///
  /// The styles of text and lines come without the background of the page, so that text keeps the
  /// background of the surface or the selection that it stands on.
  public func style(_ token: Theme.Token) -> Style {
    var style = theme.style(token, appearance, colors: colors)
    if style.background != nil, token.isInk, style.background == page.background {
      style.background = nil
    }
    return style
  }

  /// The style of the page: the theme's text on its background.
  var page: Style { theme.style(.text, appearance, colors: colors) }

  /// The background of tracks; `nil` if the terminal has too few colours for it.
  var trackGround: Color? { style(.track).foreground }

  /// The style of text on a track; `nil` if a track has no background.
  var trackStyle: Style? { trackGround.map { ground($0) } }

  /// The style of a control that does not have the focus; `nil` if it has no background.
  var controlStyle: Style? {
    let style = style(.control)
    return style.background == nil ? nil : style
  }

  /// Returns the style of a layer on the surface, or of a menu.
  ///
  /// The background of a menu lies between that of a surface and that of controls, because a menu may
  /// lie on a surface.
  func layerStyle(isMenu: Bool) -> Style {
    guard let surface = style(.surface).background else { return style(.surface) }
    guard isMenu, let track = trackGround else { return ground(surface) }
    return ground(surface.mixed(with: track, 0.4).entry(ifLike: surface))
  }

  /// Returns a style with a background, and a colour of text if that may be unreadable otherwise.
  func ground(_ color: Color) -> Style {
    let ink = knowsGround || page.background != nil ? nil : appearance.assumed.foreground
    return Style(foreground: ink, background: color)
  }

  /// Whether a background is the page's or a surface's, and not one that the program gave.
  func isOwn(_ ground: Color?) -> Bool {
    guard let ground else { return true }
    return ground == page.background || ground == style(.surface).background
  }

  /// The text that replaces text cut off.
  package var ellipsis: String { drawsASCII ? "..." : "…" }
}

extension ViewEnvironment {
  /// Returns whether all values of two environments are equal.
  public static func == (left: ViewEnvironment, right: ViewEnvironment) -> Bool {
    left.isFocused == right.isFocused && left.axis == right.axis
      && left.isFitted == right.isFitted && left.isRow == right.isRow
      && left.labelColumns == right.labelColumns
      && (left.shared === right.shared || left.shared.values == right.shared.values)
  }

  /// Feeds the values that few views change to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(shared.values) }
}

extension View {
  /// Changes a property of the view's environment.
  ///
  /// ```swift
  /// Sparkline(state.loads).environment(\.isASCII, true)
  /// ```
  public func environment<Value>(
    _ property: WritableKeyPath<ViewEnvironment, Value>, _ value: Value
  ) -> some View {
    Wrapped(self) { environment in environment[keyPath: property] = value }
  }
}
