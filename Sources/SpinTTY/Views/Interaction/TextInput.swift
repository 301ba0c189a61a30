/// A line of text that is edited, with the cursor in it.
///
/// ```swift
/// TextInput(state.name, placeholder: "name").id(Field.name)
/// ```
///
/// The terminal's cursor stands where the next character goes, if the input has the focus: if the
/// environment names no focus, or if the region that has the focus is around this view. Text that is
/// too long scrolls by half the width, so that the cursor is always visible. A key costs no more in a
/// text of a megabyte than in a short one. With a `mask` a password can be typed unseen: the view
/// shows the mask in place of each character.
public struct TextInput: View {
  private let model: Model
  private let placeholder: String
  private let mask: Character?
  private let shape: Cursor.Shape

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - model: The text and the cursor.
  ///   - placeholder: What is shown while there is no text.
  ///   - mask: What is shown in place of each character; nil shows the text.
  ///   - shape: The look of the cursor.
  public init(
    _ model: Model, placeholder: String = "", mask: Character? = nil,
    shape: Cursor.Shape = .standard
  ) {
    self.model = model
    self.placeholder = placeholder
    self.mask = mask
    self.shape = shape
  }

  /// What is shown of a part of the text.
  private func shown(_ text: some StringProtocol) -> String {
    guard let mask else { return String(text) }
    return String(repeating: CleanText(String(mask)).string, count: text.count)
  }

  /// The width offered, or what the text and the cursor take; one row.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    if let columns = proposal.columns { return Size(columns: max(1, columns), rows: 1) }
    let shown = model.text.isEmpty ? placeholder : shown(model.text)
    return Size(columns: environment.widths.width(of: shown) + 1, rows: 1)
  }

  /// Draws the part of the text that the cursor is in.
  ///
  /// - Complexity: O(*columns*), however long the text is.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let columns = surface.size.columns
    func width(_ text: Substring) -> Int { environment.widths.width(of: shown(text)) }
    let window = model.window(of: columns, width: width)
    if model.text.isEmpty {
      surface.put(placeholder, style: Style(attributes: .dim))
    } else {
      let end = model.place(at: columns - window.cursor, from: model.index, width: width)
      surface.put(shown(model.text[window.start..<end]), column: -window.offset)
    }
    if environment.isFocused {
      surface.placeCursor(column: window.cursor, row: 0, shape: shape)
    }
  }

  /// Fills the width.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == .horizontal ? .fill : .content
  }

  /// Says the text, or the placeholder.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    text.append(model.text.isEmpty ? placeholder : shown(model.text))
  }
}
