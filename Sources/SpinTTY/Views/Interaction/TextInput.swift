/// A line of text that is edited, with the cursor in it.
///
/// ```swift
/// TextInput(state.name, placeholder: "name").id(Field.name)
/// ```
///
/// If the input has the focus, the cursor stands where the next character goes. The input has the
/// focus if it is inside of the focused region, or if its layer names no focus; otherwise it is
/// underlined. Text that is too long scrolls by half the width, so that the cursor is always visible. A
/// key costs no more in a text of a megabyte than in a short one. A secret text, see ``Model/isSecret``,
/// is shown as bullets.
/// Without a screen, the terminal itself echoes what the user types.
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
  ///   - mask: What is shown in place of each character of a secret text; nil shows a bullet.
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
  private func shown(_ text: some StringProtocol, in environment: ViewEnvironment) -> String {
    guard model.isSecret else { return String(text) }
    let mask = mask ?? (environment.drawsASCII ? "*" : "•")
    return String(repeating: CleanText(String(mask)).string, count: text.count)
  }

  /// The width offered, or what the text and the cursor take; one row.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    if let columns = proposal.columns { return Size(columns: max(1, columns), rows: 1) }
    let shown = model.text.isEmpty ? placeholder : shown(model.text, in: environment)
    return Size(columns: environment.widths.width(of: shown) + 1, rows: 1)
  }

  /// Draws the part of the text that the cursor is in.
  ///
  /// - Complexity: O(*columns*), however long the text is.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let columns = surface.size.columns
    func width(_ text: Substring) -> Int {
      environment.widths.width(of: shown(text, in: environment))
    }
    let window = model.window(of: columns, width: width)
    if model.text.isEmpty {
      surface.put(placeholder, style: environment.style(.secondary))
    } else {
      let end = model.place(at: columns - window.cursor, from: model.index, width: width)
      surface.put(
        shown(model.text[window.start..<end], in: environment), column: -window.offset)
    }
    if !environment.isFocused { surface.drawFieldLine() }
    if surface.isInRegion {
      declare(window, of: columns, on: surface, width)
    }
    if environment.isFocused {
      surface.placeCursor(column: window.cursor, row: 0, shape: shape)
    }
  }

  /// Says where the characters stand that are seen, so that a click finds them.
  private func declare(
    _ window: Model.Window, of columns: Int, on surface: Surface, _ width: (Substring) -> Int
  ) {
    let columns = min(columns, surface.canvas.size.columns)
    let text = model.text
    var offsets: [Int] = []
    var (index, column) = (window.start, -window.offset)
    while index < text.endIndex, column < columns {
      let next = text.index(after: index)
      column += width(text[index..<next])
      while offsets.count < min(column, columns) { offsets.append(model.position(of: index)) }
      index = next
    }
    surface.declareFocusable()
    surface.update { $0.beginsAtEdge = true }
    surface.update {
      $0.isSecret = model.isSecret
      $0.stops = TextStops(
        column: surface.corner.column, row: surface.corner.row, offsets: offsets,
        end: model.position(of: index))
    }
  }

  /// Fills the width.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == .horizontal ? .fill : .content
  }

  /// Says the text, or the placeholder.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    text.append(model.text.isEmpty ? placeholder : shown(model.text, in: environment))
  }
}
