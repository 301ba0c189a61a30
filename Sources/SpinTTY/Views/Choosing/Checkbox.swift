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
  /// A tick has the accent, and an empty box is secondary.
  public var body: some View {
    CheckboxFace(title: title, isOn: isOn).focusable().id(key)
  }
}

private struct CheckboxFace: View {
  let title: String
  let isOn: Bool

  private var words: String { "[\(isOn ? "x" : " ")] \(title)" }

  private func text(in environment: ViewEnvironment) -> Text {
    let mark = environment.drawsASCII ? String(words.prefix(3)) : isOn ? "☑" : "☐"
    return Text(
      environment.runs(mark: mark, isOn: isOn, title: " " + title, hasFocus: environment.hasFocus),
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
  /// Returns the text of an option with a mark: the mark of one that is on has the accent, the others
  /// are secondary, and an option that has the focus is a selection.
  func runs(mark: String, isOn: Bool, title: String, hasFocus: Bool) -> [Text.Run] {
    if hasFocus { return [Text.Run(mark + title, style: style(.selection))] }
    return [Text.Run(mark, style: style(isOn ? .accent : .secondary)), Text.Run(title)]
  }
}
