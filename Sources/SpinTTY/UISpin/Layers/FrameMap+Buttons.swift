/// Buttons beside each other, between which arrow keys move the focus.
extension FrameMap {
  /// Whether a region is a button; `nil` if the frame does not know it.
  func isButton(_ key: RegionKey, in layer: Int) -> Bool? {
    index(of: key, in: layer).map { regions[$0].isButton }
  }

  /// Returns the button that is nearest to the focused one in the direction of an arrow key; `nil` if there
  /// is none, or if another region that the focus can move to is nearer.
  func button(beside focus: RegionKey, toward arrow: KeyChord, in layer: Int) -> RegionKey? {
    guard let start = index(of: focus, in: layer), regions[start].isButton else { return nil }
    let place = regions[start].rectangle
    let near = focusOrder(in: layer).compactMap { key -> (gap: Int, region: Region)? in
      guard let number = index(of: key, in: layer) else { return nil }
      return place.gap(to: regions[number].rectangle, toward: arrow).map { ($0, regions[number]) }
    }
    return near.min { $0.gap < $1.gap }.flatMap { $0.region.isButton ? $0.region.key : nil }
  }
}

extension Rectangle {
  /// Returns the number of cells up to another rectangle, in the direction of an arrow key; `nil` if that one
  /// is not beside this one there.
  fileprivate func gap(to other: Rectangle, toward arrow: KeyChord) -> Int? {
    let gap =
      switch arrow {
      case .left: column - other.endColumn
      case .right: other.column - endColumn
      case .up: row - other.endRow
      default: other.row - endRow
      }
    let isBeside =
      [.left, .right].contains(arrow)
      ? row < other.endRow && other.row < endRow
      : column < other.endColumn && other.column < endColumn
    return isBeside && gap >= 0 ? gap : nil
  }
}

extension KeyChord {
  /// The keys that may move the focus: tab, and arrows from a button.
  static let movingFocus: [KeyChord] = [.tab, .shift(.tab), .left, .right, .up, .down]
}
