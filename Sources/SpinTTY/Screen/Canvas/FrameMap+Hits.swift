/// What lies at a place of a frame.
extension FrameMap {
  /// What the mouse points at.
  package struct Hit: Hashable, Sendable {
    /// The layer on top at that place.
    package let layer: Int
    /// The numbers of the topmost and innermost region there, and of those that it lies in.
    package let regions: [Int]
  }

  /// Finds what lies at a place of the screen.
  ///
  /// Where a view without an id hides others, it is the region that this view lies in.
  ///
  /// - Complexity: O(*regions* + *covers*).
  package func hit(column: Int, row: Int) -> Hit {
    let cover = covers.last { $0.area.contains(column: column, row: row) }
    let level = cover?.level ?? 0
    let top = regions[level...].lastIndex { $0.visible.contains(column: column, row: row) }
    let number = top ?? cover?.parent
    let layer = number.map { regions[$0].layer } ?? cover?.layer ?? 0
    return Hit(layer: layer, regions: number.map(path) ?? [])
  }

  /// The innermost region at a place whose id is of a type.
  package func id<ID: Hashable & Sendable>(as type: ID.Type, column: Int, row: Int) -> ID? {
    hit(column: column, row: row).regions.lazy.compactMap { regions[$0].id(as: type) }.first
  }

  /// A region and those that it lies in, the innermost first.
  func path(from number: Int) -> [Int] {
    Array(sequence(first: number) { regions[$0].parent })
  }
}
