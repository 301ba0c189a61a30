/// The functions that fill the map while a frame is drawn.
extension FrameMap {
  /// Adds a region on top of the previous ones.
  ///
  /// `parent` is the number of the region around it.
  ///
  /// - Returns: The number of the region, or `nil` if no part of it is visible.
  mutating func add(
    _ key: RegionKey, rectangle: Rectangle, visible: Rectangle, in parent: Int? = nil
  ) -> Int? {
    guard !visible.size.isEmpty else { return nil }
    regions.append(
      Region(
        key: key, layer: layer, rectangle: rectangle, visible: visible, content: rectangle.size,
        page: rectangle.size, parent: parent, pane: pane))
    return regions.count - 1
  }

  /// Notes whether a region takes input, because of a ``View/disabled(_:)`` around its view.
  mutating func enable(_ number: Int, _ isEnabled: Bool) {
    regions[number].isEnabled = isEnabled
    mayDisable = true
  }

  /// Hides the regions added so far in an area, except the region around the area.
  ///
  /// `parent` is the number of the region around the area.
  mutating func cover(_ area: Rectangle, in parent: Int?) {
    guard !area.size.isEmpty else { return }
    if let parent, area == regions[parent].visible { regions[parent].isOpaque = true }
    guard !regions.isEmpty || layer > 0 else { return }
    if let last = covers.last, last.level == regions.count, last.parent == parent,
      last.layer == layer
    {
      if last.area.intersection(area) == area { return }
      // Text is drawn in pieces.
      if last.area.row == area.row, last.area.size.rows == area.size.rows,
        last.area.endColumn == area.column
      {
        covers[covers.count - 1].area = Rectangle(
          column: last.area.column, row: area.row,
          columns: last.area.size.columns + area.size.columns, rows: area.size.rows)
        return
      }
    }
    covers.append(Cover(area: area, level: regions.count, parent: parent, layer: layer))
  }

  mutating func removeAll() {
    regions.removeAll(keepingCapacity: true)
    covers.removeAll(keepingCapacity: true)
    panes.removeAll(keepingCapacity: true)
    pane = nil
    scrolledForms.removeAll(keepingCapacity: true)
    lives = []
    mayDisable = false
    layer = 0
    lowestLayer = 0
    focus = nil
  }
}
