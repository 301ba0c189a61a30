extension TextInput.Model {
  /// Edits the text, as the other form does, by what the user did in an input that has a name; a click
  /// puts the cursor before the character that was pointed at.
  ///
  /// - Parameters:
  ///   - input: What the user did.
  ///   - id: The name of the input, see ``View/id(_:)``.
  ///   - mask: What is shown in place of each character, as the input has it.
  ///   - widths: How the terminal measures text. Terminals differ in characters of several scalars, so
  ///     that a click behind one of those may be taken for one beside it.
  /// - Returns: Whether the input was for the text.
  @discardableResult
  public mutating func reduce(
    _ input: UserInput, in id: some Hashable & Sendable, mask: Character? = nil,
    widths: WidthRules = WidthRules()
  ) -> Bool {
    guard let event = input.event(in: id) else { return false }
    guard case .mouse(let mouse) = event else { return reduce(event) }
    guard mouse.action == .press(.left), let columns = input.size(of: id)?.columns else {
      return false
    }
    func width(_ text: Substring) -> Int {
      guard let mask else { return widths.width(of: String(text)) }
      return widths.width(of: mask) * text.count
    }
    let window = window(of: columns, width: width)
    move(to: place(at: mouse.column + window.offset, from: window.start, width: width))
    return true
  }
}
