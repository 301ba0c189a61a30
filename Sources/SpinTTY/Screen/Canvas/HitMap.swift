/// The regions of a frame, to find the region that the mouse pointed at while that frame was shown.
public struct HitMap: Hashable, Sendable {
  /// A place in a region, such as that of the mouse.
  public struct Hit: Hashable, Sendable {
    /// The region.
    public let id: RegionID
    /// The place in the region, from its left edge, even if that is cut off.
    public let column: Int
    /// The place in the region, from its top edge, even if that is cut off.
    public let row: Int
    /// The region's size, with the parts that are cut off.
    public let size: Size
    /// The same place in the regions that the region lies in, the innermost first; these have none
    /// around them.
    public let around: [Hit]

    /// Creates a place in a region, for tests of reducers and bindings.
    ///
    /// - Parameters:
    ///   - id: The name of the region.
    ///   - column: The place in the region, from its left edge.
    ///   - row: The place in the region, from its top edge.
    ///   - size: The region's size.
    ///   - around: The same place in the regions that the region lies in, the innermost first.
    public init(
      _ id: some Hashable & Sendable, column: Int, row: Int, size: Size, around: [Hit] = []
    ) {
      self.id = RegionID(id)
      self.column = column
      self.row = row
      self.size = size
      self.around = around
    }

    /// The place in a region of that name: this one, or one that it lies in.
    func within(_ id: RegionID) -> Hit? {
      self.id == id ? self : around.first { $0.id == id }
    }
  }

  private struct Region: Hashable {
    var id: RegionID
    var frame: Rectangle
    var visible: Rectangle
    /// The number of the region that it lies in.
    var parent: Int?
  }

  /// What hides regions, and has no name itself.
  private struct Cover: Hashable {
    var area: Rectangle
    /// The number of regions that were declared before it: those with smaller numbers lie below.
    var level: Int
    /// The number of the region that it lies in, and belongs to.
    var parent: Int?
  }

  private var regions: [Region] = []
  private var covers: [Cover] = []
  /// The number of the region that the focus is in.
  private var focusRegion: Int?
  /// Where the focus is: where a cursor stands for those who follow it by ear or by magnifier.
  package private(set) var focusAnchor: Place?

  /// A cell of the screen.
  package struct Place: Hashable, Sendable {
    /// The column, from zero.
    package let column: Int
    /// The row, from zero.
    package let row: Int
  }

  /// Creates a map without regions.
  package init() {}

  /// What is at a place of the screen: the topmost, innermost region.
  ///
  /// Where a view without a name hides others it is the region that this view lies in.
  package func hit(column: Int, row: Int) -> Hit? {
    numbers(column: column, row: row).first.map { hit(column: column, row: row, in: $0) }
  }

  /// All regions at a place of the screen, the topmost and innermost first, without those that are
  /// hidden there.
  ///
  /// - Complexity: O(*regions*).
  package func hits(column: Int, row: Int) -> [Hit] {
    numbers(column: column, row: row).map { hit(column: column, row: row, in: $0) }
  }

  private func numbers(column: Int, row: Int) -> [Int] {
    let cover = covers.last { $0.area.contains(column: column, row: row) }
    var numbers = ((cover?.level ?? 0)..<regions.count).reversed().filter {
      regions[$0].visible.contains(column: column, row: row)
    }
    var parent = cover?.parent
    while let number = parent {
      numbers.append(number)
      parent = regions[number].parent
    }
    return numbers
  }

  /// The place of the focus, in the region that it is in.
  var focus: Hit? {
    guard let focusRegion, let focusAnchor else { return nil }
    return hit(column: focusAnchor.column, row: focusAnchor.row, in: focusRegion)
  }

  private func hit(column: Int, row: Int, in number: Int) -> Hit {
    var around: [Hit] = []
    var parent = regions[number].parent
    while let number = parent {
      around.append(hit(column, row, regions[number]))
      parent = regions[number].parent
    }
    return hit(column, row, regions[number], around: around)
  }

  private func hit(_ column: Int, _ row: Int, _ region: Region, around: [Hit] = []) -> Hit {
    Hit(
      region.id, column: column - region.frame.column, row: row - region.frame.row,
      size: region.frame.size, around: around)
  }

  /// The part of a region that is visible; nil if none is.
  package func visible(_ id: RegionID) -> Rectangle? { regions.last { $0.id == id }?.visible }

  /// Adds a region, on top of those before it.
  ///
  /// `parent` is the number of the region that it lies in.
  ///
  /// - Returns: The number of the region; nil if none of it is visible.
  mutating func add(
    _ id: RegionID, frame: Rectangle, visible: Rectangle, in parent: Int? = nil
  ) -> Int? {
    guard !visible.size.isEmpty else { return nil }
    regions.append(Region(id: id, frame: frame, visible: visible, parent: parent))
    return regions.count - 1
  }

  /// Hides the regions that were added so far, but for those around it.
  ///
  /// `parent` is the number of the region that it lies in.
  mutating func cover(_ area: Rectangle, in parent: Int?) {
    guard !area.size.isEmpty, !regions.isEmpty else { return }
    if let last = covers.last, last.level == regions.count, last.parent == parent {
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
    covers.append(Cover(area: area, level: regions.count, parent: parent))
  }

  /// Declares where the focus is, and the number of the region it is in; the last one counts.
  mutating func anchor(column: Int, row: Int, in region: Int? = nil) {
    focusAnchor = Place(column: column, row: row)
    focusRegion = region
  }

  mutating func removeAll() {
    regions.removeAll(keepingCapacity: true)
    covers.removeAll(keepingCapacity: true)
    focusAnchor = nil
    focusRegion = nil
  }
}
