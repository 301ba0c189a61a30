/// A cache of the layouts of a text that is long or has several lines.
///
/// A text is measured several times before it is drawn, mostly in the same room, and each time the
/// whole text would be read. The layouts depend only on the text, which never changes, so a cached
/// layout and a new one are the same.
final class TextLayouts {
  private struct Key: Equatable {
    var columns: Int?
    var rows: Int?
    var widths: WidthRules
    var ellipsis: String

    /// Returns whether the number of rows is unlimited and both keys measure and cut text alike.
    func serves(_ other: Key) -> Bool {
      rows == nil && widths == other.widths && ellipsis == other.ellipsis
    }
  }

  private var entries: [(key: Key, layout: TextLayout)] = []

  /// The largest number of layouts, which only a view that is kept and resized exceeds.
  private static let limit = 8

  /// The number of bytes below which a text is mostly drawn without a layout.
  static let threshold = 256

  /// Whether the text is shorter than the threshold.
  let isShort: Bool

  /// - Parameter length: The number of bytes of the text.
  init(length: Int) { isShort = length < TextLayouts.threshold }

  /// The number of cached layouts.
  var count: Int { entries.count }

  /// Returns the layout in a room, from the cache if possible.
  ///
  /// If all lines fit, the layout is the same as with an unlimited number of rows. It is also the
  /// same in every width from its longest line to the width that it was made for and, if no line
  /// was broken, in every greater width. A line may be wider than its room, because a character
  /// does not break.
  func layout(
    _ proposal: Proposal, in environment: ViewEnvironment, make: (Proposal) -> TextLayout
  ) -> TextLayout {
    var key = Key(
      columns: proposal.columns, rows: nil, widths: environment.widths,
      ellipsis: environment.ellipsis)
    let whole = entries.last { entry in
      let (columns, room) = (entry.key.columns ?? .max, proposal.columns ?? .max)
      guard entry.key.serves(key) else { return false }
      return room == columns
        || entry.layout.width <= room && (entry.layout.isUnbroken || room <= columns)
    }?.layout
    guard let rows = proposal.rows else {
      return whole ?? keep(make(proposal), for: key)
    }
    if let whole = whole ?? wholeIfShort(key, make), whole.lines.count <= rows { return whole }
    key.rows = rows
    return entries.last { $0.key == key }?.layout ?? keep(make(proposal), for: key)
  }

  /// Returns a new layout of all lines if the text is short; it serves most other rooms too.
  private func wholeIfShort(_ key: Key, _ make: (Proposal) -> TextLayout) -> TextLayout? {
    isShort ? keep(make(Proposal(columns: key.columns, rows: nil)), for: key) : nil
  }

  private func keep(_ layout: TextLayout, for key: Key) -> TextLayout {
    if entries.count == TextLayouts.limit { entries.removeAll() }
    entries.append((key, layout))
    return layout
  }
}
