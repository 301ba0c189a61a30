/// The lookup of regions by place.
extension FrameMap {
  /// The layer and the regions at a place.
  package struct Hit: Equatable, Sendable {
    /// The topmost layer at the place.
    package let layer: Int
    /// The numbers of the topmost, innermost region and of the regions around it.
    package let regions: [Int]
  }

  /// Returns the layer and the regions at a place of the screen.
  ///
  /// Where a view without an id hides others, the region around that view is hit.
  ///
  /// - Complexity: O(*n*) in the number of regions and covers.
  package func hit(column: Int, row: Int) -> Hit {
    let cover = covers.last { $0.area.contains(column: column, row: row) }
    let level = cover?.level ?? 0
    let top = regions[level...].lastIndex { $0.visible.contains(column: column, row: row) }
    let number = top ?? cover?.parent
    let layer = number.map { regions[$0].layer } ?? cover?.layer ?? 0
    return Hit(layer: layer, regions: number.map(path) ?? [])
  }

  /// Returns the id of the innermost region at a place that has an id of the given type.
  package func id<ID: Hashable & Sendable>(as type: ID.Type, column: Int, row: Int) -> ID? {
    hit(column: column, row: row).regions.lazy.compactMap { regions[$0].id(as: type) }.first
  }

  /// Returns the frame without its topmost layer, as if that had not been drawn.
  ///
  /// - Parameters:
  ///   - layer: The topmost layer.
  ///   - lowest: The topmost modal layer below it.
  /// - Returns: The frame that the program's layers have.
  func below(_ layer: Int, lowest: Int) -> FrameMap {
    var frame = self
    frame.regions.removeAll { $0.layer == layer }
    frame.covers.removeAll { $0.layer == layer }
    frame.lowestLayer = lowest
    return frame
  }

  /// Returns a region and the regions around it, the innermost first.
  func path(from number: Int) -> [Int] {
    Array(sequence(first: number) { regions[$0].parent })
  }
}
