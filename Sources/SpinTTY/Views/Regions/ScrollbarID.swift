/// The id of the region of a scrollbar.
struct ScrollbarID: Hashable, Sendable {
  /// The region that the scrollbar scrolls.
  let region: RegionKey
}

extension ControlInput {
  /// Whether the wheel turned in a direction in which the region has no more rows.
  ///
  /// The views around the region are asked then.
  var isScrolledBeyondTheEnd: Bool {
    guard let region, let firstRow = region.firstRow else { return false }
    switch mouse?.action {
    case .scroll(.up): return firstRow <= 0
    case .scroll(.down): return firstRow >= region.content.rows - region.page.rows
    default: return false
    }
  }

  /// The first row to show, if the left button is pressed or held on the scrollbar of the control.
  ///
  /// It is a row and not a step, so that the last one of several motions over one frame counts.
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
