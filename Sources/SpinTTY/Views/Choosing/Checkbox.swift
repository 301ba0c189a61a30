/// A box with a title that is ticked or not.
///
/// A click toggles it; so do enter and space while it has the focus.
///
/// ```swift
/// Checkbox("I agree", state.agrees, id: Area.agree)  // the view
/// Click(Area.agree, .toggle)                         // its input
/// case .toggle: agrees.toggle()                      // the reducer
/// ```
public struct Checkbox: View {
  private let title: String
  private let isOn: Bool
  private let key: RegionKey

  /// Creates a box.
  ///
  /// - Parameters:
  ///   - title: The title beside the box.
  ///   - isOn: Whether the box is ticked.
  ///   - id: The region that bindings name.
  public init(_ title: String, _ isOn: Bool, id: some Hashable & Sendable) {
    self.title = title.onOneLine
    self.isOn = isOn
    key = RegionKey(id)
  }

  /// The box and the title, in the style of the theme's selection while they have the focus.
  ///
  /// A ticked box has the accent as its background, and an empty one that of a ``Button``, on
  /// terminals with enough colours.
  public var body: some View {
    CheckboxFace(title: title, isOn: isOn).focusable().id(key)
  }
}

private struct CheckboxFace: View {
  let title: String
  let isOn: Bool

  private var words: String { "[\(isOn ? "x" : " ")] \(title)" }

  private func text(in environment: ViewEnvironment) -> Text {
    var box = environment.box(isOn)
    guard environment.hasFocus else { return Text([box, Text.Run(" " + title)], wrapping: .none) }
    let selection = environment.style(.selection)
    // A filled box is told from an empty one beside it.
    if box.style.background != environment.style(.primary).background { box.style = selection }
    return Text([box, Text.Run(" " + title, style: selection)], wrapping: .none)
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    text(in: environment).measure(proposal, in: environment)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    surface.update { $0.isButton = true }
    text(in: environment).draw(into: surface, in: environment)
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    text.append(environment.described(words))
  }
}

extension ViewEnvironment {
  /// Returns a box to tick: on a plate with the accent if it is ticked, otherwise on that of a button.
  ///
  /// On terminals with few colours, the box has ends and no plate.
  func box(_ isOn: Bool) -> Text.Run {
    let mark = isOn ? drawsASCII ? "x" : "✓" : " "
    let primary = style(.primary)
    if isOn, primary.background != nil, !drawsASCII { return Text.Run(" \(mark) ", style: primary) }
    return Text.Run("[\(mark)]", style: isOn ? style(.accent) : controlStyle ?? style(.secondary))
  }

  /// Returns the mark of one of several options, which is round and has no plate.
  func dot(_ isOn: Bool) -> Text.Run {
    let mark = drawsASCII ? isOn ? "(*)" : "( )" : isOn ? "◉" : "○"
    return Text.Run(mark, style: style(isOn ? .accent : .secondary))
  }
}
