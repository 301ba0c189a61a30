/// The layouts made of a text that is long or has several lines.
///
/// Layout measures a text several times before it is drawn, mostly in the same room; a text of many
/// lines would be read through each time. The layouts follow from the text, which never changes, so
/// nobody can tell whether one is kept or made again.
final class TextLayouts {
  private struct Key: Equatable {
    var columns: Int?
    var rows: Int?
    var widths: WidthRules
    var ellipsis: String

    /// Whether its rows have no limit, and both measure and cut text alike.
    func serves(_ other: Key) -> Bool {
      rows == nil && widths == other.widths && ellipsis == other.ellipsis
    }
  }

  private var entries: [(key: Key, layout: TextLayout)] = []

  /// More rooms than a frame offers; only resizing a view that is kept would go beyond it.
  private static let limit = 8

  /// A line shorter than this is mostly drawn without a layout.
  static let threshold = 256

  private let isShort: Bool

  /// - Parameter length: The number of bytes of the text.
  init(length: Int) { isShort = length < TextLayouts.threshold }

  /// The number of layouts that were made and are kept.
  var count: Int { entries.count }

  /// The layout in some room: one that is kept, or a new one.
  ///
  /// A text with room enough for its lines is laid out as if it had any number of rows, and in any
  /// width between its longest line and the one it was laid out in its lines are the same. If none of
  /// them was broken, they are the same in any greater width too. A line may be wider than its room: a
  /// character does not break.
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

  /// A new layout of all lines, if the text is short: it serves most other rooms too.
  private func wholeIfShort(_ key: Key, _ make: (Proposal) -> TextLayout) -> TextLayout? {
    isShort ? keep(make(Proposal(columns: key.columns, rows: nil)), for: key) : nil
  }

  private func keep(_ layout: TextLayout, for key: Key) -> TextLayout {
    if entries.count == TextLayouts.limit { entries.removeAll() }
    entries.append((key, layout))
    return layout
  }
}
