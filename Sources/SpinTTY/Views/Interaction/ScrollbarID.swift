/// The id of the region of a scrollbar.
struct ScrollbarID: Hashable, Sendable {
  /// The region that the scrollbar scrolls.
  let region: RegionKey
}

extension ControlInput {
  /// The row that is to be the first one seen, if a button is pressed or held on the scrollbar of the
  /// control.
  ///
  /// A row, and not a step: of several motions on one frame the last one counts.
  var scrolledRow: Int? {
    guard let mouse, let region else { return nil }
    guard mouse.action == .press(.left) || mouse.action == .drag(.left) else { return nil }
    let bar = inside.first { $0.id(as: ScrollbarID.self)?.region == region.key }
    let limit = region.content.rows - region.page.rows
    guard let bar, limit > 0 else { return nil }
    let last = bar.rectangle.size.rows - 1
    let place = min(max(mouse.row - bar.rectangle.row, 0), last)
    if place == last { return last == 0 ? nil : limit }
    return Int((Double(place) / Double(last) * Double(limit)).rounded())
  }
}
