/// A title that is clicked, with the mouse or, while it has the focus, with enter or space.
///
/// ```swift
/// Button("Save", id: Area.save)             // the view
/// Click(Area.save, help: "save", .save)     // its input
/// ```
public struct Button: View {
  private let title: String
  private let key: RegionKey
  private let isDefault: Bool

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: What stands on it.
  ///   - id: The region that bindings name.
  ///   - isDefault: Whether it is bold, as the one that most users want.
  public init(_ title: String, id: some Hashable & Sendable, isDefault: Bool = false) {
    self.title = title
    key = RegionKey(id)
    self.isDefault = isDefault
  }

  /// The title between brackets, in reverse while it has the focus.
  public var body: some View {
    ButtonFace(title: title, isDefault: isDefault).focusable().id(key)
  }
}

private struct ButtonFace: View {
  let title: String
  let isDefault: Bool

  private func text(in environment: ViewEnvironment) -> Text {
    var style = isDefault ? Style(attributes: .bold) : Style.plain
    // Only the region that has the focus: without any, all buttons would be in reverse.
    if environment.focus != nil, environment.isFocused { style = Style(attributes: .reverse) }
    return Text([Text.Run("[ \(title) ]", style: style)], wrapping: .none)
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    text(in: environment).measure(proposal, in: environment)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    text(in: environment).draw(into: surface, in: environment)
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    text.append("[\(title)]")
  }
}
