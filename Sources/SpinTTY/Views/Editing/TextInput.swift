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
/// background of the theme's fields. The edge on the left is a bar, which has the style of the focus while the
/// input has it. In ASCII and on terminals with few colours, an input without the focus is underlined instead. In
/// the regular ``Density``, it has a frame instead of the edge and the line.
///
/// Text that is too long scrolls by half the width, so that the cursor is always visible, and a click
/// moves no text. The time to draw does not depend on the length of the text. A secret text (see
/// ``Model/isSecret``) is shown as bullets.
///
/// Without a screen, the terminal itself echoes the keys that the user types.
public struct TextInput: View, FramedControl {
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

  /// What is shown for each character of a secret text.
  private func mask(in environment: ViewEnvironment) -> String? {
    guard model.isSecret else { return nil }
    return CleanText(String(mask ?? (environment.drawsASCII ? "*" : "•"))).string
  }

  /// The text as it is shown, or the placeholder.
  private func shown(in environment: ViewEnvironment) -> String {
    if model.text.isEmpty { return placeholder }
    return mask(in: environment).map { String(repeating: $0, count: model.text.count) }
      ?? model.text
  }

  /// Returns one row of the width offered, or of the text, the cursor and the blank columns, and the rows
  /// of the frame.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let insets = environment.fieldInsets(in: proposal)
    let rows = 1 + insets.rows
    if let columns = proposal.columns { return Size(columns: max(1, columns), rows: rows) }
    let width = environment.widths.width(of: shown(in: environment))
    return Size(columns: width + 1 + insets.columns, rows: rows)
  }

  /// Draws the part of the text around the cursor.
  ///
  /// - Complexity: O(*n*) in the columns, regardless of the length of the text.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    var whole = surface
    let hasFrame = environment.framesControl(in: Proposal(surface.size))
    if hasFrame {
      whole = surface.region(Rectangle(columns: surface.size.columns, rows: 3))
    }
    let surface = whole.field(in: environment)
    let (columns, text) = (surface.size.columns, model.text)
    let (widths, mask) = (environment.widths, mask(in: environment))
    func read(_ bytes: Range<Int>) -> [TextAtom] {
      AtomReader.atoms(of: text, in: bytes, widths, mask: mask)
    }
    func width(_ bytes: Range<Int>) -> Int {
      mask == nil ? widths.width(of: text.part(bytes)) : read(bytes).width
    }
    let first = model.firstShown(in: columns, width: width, read)
    let seen = first..<text.utf8.count
    // Beside text that fills the room, a click means its last character.
    let row = TextRow(
      text, seen, isLast: true, columns: min(columns, surface.visible.endColumn) - 1, widths,
      mask: mask)
    let cursor = row.column(of: model.position)
    if text.isEmpty {
      surface.put(placeholder, style: environment.style(.secondary))
    } else {
      row.draw(into: surface, row: 0)
      let selected = model.selectedBytes.clamped(to: seen)
      let start = row.column(of: selected.lowerBound)
      surface.mark(
        Rectangle(
          column: start, row: 0, columns: row.column(of: selected.upperBound) - start, rows: 1),
        in: environment)
    }
    if !environment.isFocused { whole.drawFieldLine(in: environment) }
    if surface.isInRegion {
      surface.declareFocusable()
      let (offsets, end) = row.stops
      surface.update {
        $0.isSecret = model.isSecret
        $0.stops = TextStops(
          column: surface.corner.column, row: surface.corner.row, offsets: offsets, end: end,
          framed: hasFrame ? 1 : 0, isCut: end < text.utf8.count)
      }
    }
    if environment.isFocused { surface.placeCursor(column: cursor, row: 0, shape: shape) }
  }

  /// Fills the width.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == .horizontal ? .fill : .content
  }

  /// Adds the text or the placeholder.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    text.append(environment.described(shown(in: environment)))
  }
}
