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
    self.title = title
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
    Text(
      environment.runs(
        ends: "[]", mark: environment.drawsASCII ? "x" : "✓", isOn: isOn, title: " " + title,
        hasFocus: environment.hasFocus),
      wrapping: .none)
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    text(in: environment).measure(proposal, in: environment)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    text(in: environment).draw(into: surface, in: environment)
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    text.append(words)
  }
}

extension ViewEnvironment {
  /// Returns the text of an option with a mark in a box: the mark of one that is on lies on the accent,
  /// the ends of an empty one are secondary, and an option that has the focus is a selection.
  ///
  /// On terminals with few colours, the box of a mark has ends and no background.
  func runs(
    ends: String, mark: String, isOn: Bool, title: String, hasFocus: Bool
  ) -> [Text.Run] {
    let primary = style(.primary)
    let isFilled = isOn && primary.background != nil && !drawsASCII
    let box = isFilled ? " \(mark) " : "\(ends.prefix(1))\(isOn ? mark : " ")\(ends.suffix(1))"
    let empty = style(.secondary).over(controlStyle ?? .plain)
    let look = isOn ? (isFilled ? primary : style(.accent)) : empty
    if !hasFocus { return [Text.Run(box, style: look), Text.Run(title)] }
    return [
      Text.Run(box, style: isFilled ? look : style(.selection)),
      Text.Run(title, style: style(.selection)),
    ]
  }
}
