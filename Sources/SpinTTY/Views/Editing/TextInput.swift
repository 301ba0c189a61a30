/// An editor of one line of text.
///
/// ```swift
/// TextInput(state.name, placeholder: "name").id(Area.name)
/// ```
///
/// With the focus, the input shows the cursor where the next character goes, and selected text has
/// the style of the theme's selection; without the focus, it has the accent. The input has the focus
/// if it is inside the focused region, or if its layer names no focus.
///
/// The text has a blank column on each side, unless the input has less than four columns, and the
/// background of the theme's fields. The edge on the left has the style of the focus while the input
/// has it. On terminals with few colours, an input without the focus is underlined instead.
///
/// Text that is too long scrolls by half the width, so that the cursor is always visible, and a click
/// moves no text. The time to draw does not depend on the length of the text. A secret text (see
/// ``Model/isSecret``) is shown as bullets.
///
/// Without a screen, the terminal itself echoes the keys that the user types.
public struct TextInput: View {
  private let model: Model
  private let placeholder: String
  private let mask: Character?
  private let shape: Cursor.Shape

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - model: The text and the cursor.
  ///   - placeholder: The text shown while the input is empty.
  ///   - mask: The character shown for each character of a secret text; `nil` for a bullet.
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

  /// Returns a part of the text as it is shown.
  private func shown(_ text: some StringProtocol, in environment: ViewEnvironment) -> String {
    guard model.isSecret else { return String(text) }
    let mask = mask ?? (environment.drawsASCII ? "*" : "•")
    return String(repeating: CleanText(String(mask)).string, count: text.count)
  }

  /// Returns one row of the width offered, or of the text, the cursor and the blank columns.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    if let columns = proposal.columns { return Size(columns: max(1, columns), rows: 1) }
    let shown = model.text.isEmpty ? placeholder : shown(model.text, in: environment)
    return Size(columns: environment.widths.width(of: shown) + 3, rows: 1)
  }

  /// Draws the part of the text around the cursor.
  ///
  /// - Complexity: O(*n*) in the columns, regardless of the length of the text.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let whole = surface
    let surface = surface.field(in: environment)
    let columns = surface.size.columns
    func width(_ text: Substring) -> Int {
      environment.widths.width(of: shown(text, in: environment))
    }
    let window = model.window(of: columns, width: width)
    if model.text.isEmpty {
      surface.put(placeholder, style: environment.style(.secondary))
    } else {
      let end = model.place(at: columns - window.cursor, from: model.index, width: width)
      surface.put(shown(model.text[window.start..<end], in: environment))
      let seen = model.position(of: window.start)..<model.position(of: end)
      let selected = model.selectedBytes.clamped(to: seen)
      if !selected.isEmpty {
        let first = model.index(at: selected.lowerBound)
        let last = model.index(at: selected.upperBound)
        surface.mark(
          Rectangle(
            column: width(model.text[window.start..<first]), row: 0,
            columns: width(model.text[first..<last]), rows: 1), in: environment)
      }
    }
    if !environment.isFocused { whole.drawFieldLine(in: environment) }
    if surface.isInRegion {
      declare(window, of: columns, on: surface, width)
    }
    if environment.isFocused {
      surface.placeCursor(column: window.cursor, row: 0, shape: shape)
    }
  }

  /// Declares the positions of the visible characters, so that a click finds them.
  private func declare(
    _ window: Model.Window, of columns: Int, on surface: Surface, _ width: (Substring) -> Int
  ) {
    let columns = min(columns, surface.canvas.size.columns)
    let text = model.text
    var offsets: [Int] = []
    var (index, column) = (window.start, 0)
    while index < text.endIndex, column < columns {
      let next = text.index(after: index)
      column += width(text[index..<next])
      while offsets.count < min(column, columns) { offsets.append(text.offset(of: index)) }
      index = next
    }
    surface.declareFocusable()
    surface.update {
      $0.isSecret = model.isSecret
      $0.stops = TextStops(
        column: surface.corner.column, row: surface.corner.row, offsets: offsets,
        // Beside text that fills the room, a click means its last character.
        end: offsets.count < columns ? model.position(of: index) : offsets.last ?? 0)
    }
  }

  /// Fills the width.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == .horizontal ? .fill : .content
  }

  /// Adds the text or the placeholder.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    text.append(model.text.isEmpty ? placeholder : shown(model.text, in: environment))
  }
}
