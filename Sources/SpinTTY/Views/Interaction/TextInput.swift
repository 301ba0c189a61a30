/// A line of text that is edited, with the cursor in it.
///
/// ```swift
/// TextInput(state.name, placeholder: "name").id(Field.name)
/// ```
///
/// The terminal's cursor stands where the next character goes, if the input has the focus: if
/// nothing is said about the focus at all, or if the region that has it is around this view. Text
/// that is too long scrolls by half the width, so that the cursor is always seen. With a `mask` a
/// password can be typed unseen: each character is shown, and said, as that one.
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
    let shown = model.text.isEmpty ? placeholder : shown(model.text)
    let wanted = environment.widths.width(of: shown) + 1
    return Size(columns: max(1, proposal.columns ?? wanted), rows: 1)
  }

  /// Draws the part of the text that the cursor is in.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let columns = surface.size.columns
    let cursor = environment.widths.width(of: shown(model.textBeforeCursor))
    let offset = TextInput.offset(of: cursor, in: columns)
    if model.text.isEmpty {
      surface.put(placeholder, style: Style(attributes: .dim))
    } else {
      surface.put(shown(model.text), column: -offset)
    }
    if environment.isFocused {
      surface.placeCursor(column: cursor - offset, row: 0, shape: shape)
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

  /// The columns to leave out on the left, a multiple of half the width: what is seen follows from
  /// the text and the cursor alone, and does not move with every key.
  static func offset(of cursor: Int, in columns: Int) -> Int {
    guard cursor >= columns else { return 0 }
    let half = max(1, columns / 2)
    return ((cursor - columns) / half + 1) * half
  }
}
