extension Selection.Action: ControlAction {
  /// Creates an action from arrow keys with or without shift, page up and down, home, end, enter,
  /// space, the wheel, a click on a row with or without ctrl, or the scrollbar.
  ///
  /// A click refers to the row that the user saw there, wherever that row is now. At the first and
  /// the last row, the wheel is left to the views around the rows.
  public init?(_ input: ControlInput) {
    if input.isScrolledBeyondTheEnd { return nil }
    let page = input.region.map { max(1, $0.page.rows) }
    if let row = input.scrolledRow {
      self = .jump(to: row, of: page ?? 10)
      return
    }
    if let mouse = input.mouse {
      switch mouse.action {
      case .scroll(.up): self = .scroll(-3, of: page ?? 10)
      case .scroll(.down): self = .scroll(3, of: page ?? 10)
      case .press(.left):
        guard let row = input.row(ID.self) else { return nil }
        if mouse.modifiers.contains(.ctrl) {
          self = .markRow(row, of: page)
        } else {
          self = input.clicks.isMultiple(of: 2) ? .activate(row) : .select(row, of: page)
        }
      default: return nil
      }
      return
    }
    let keys: [(chord: KeyChord, action: Selection.Action)] = [
      (.up, .move(-1, of: page)), (.down, .move(1, of: page)),
      (.home, .move(.min, of: page)), (.end, .move(.max, of: page)),
      (.pageUp, .page(-1, of: page ?? 10)), (.pageDown, .page(1, of: page ?? 10)),
      (.shift(.up), .extend(-1, of: page)), (.shift(.down), .extend(1, of: page)),
      (.enter, .activate()), (.space, .mark),
    ]
    guard let action = input.action(of: keys) else { return nil }
    self = action
  }
}
