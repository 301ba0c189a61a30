/// The regions of a frame, to tell what the mouse pointed at while that frame was shown.
public struct HitMap: Hashable, Sendable {
  /// What is at a place.
  public struct Hit: Hashable, Sendable {
    /// The region.
    public let id: RegionID
    /// The place in the region, from its left edge, also if that is cut off.
    public let column: Int
    /// The place in the region, from its top edge, also if that is cut off.
    public let row: Int
    /// The region's size, with the parts that are cut off.
    public let size: Size
  }

  private struct Region: Hashable {
    var id: RegionID
    var frame: Rectangle
    var visible: Rectangle
  }

  private var regions: [Region] = []
  /// Where the focus is: where a cursor stands for those who follow it by ear or by magnifier.
  public private(set) var focusAnchor: Place?

  /// A cell of the screen.
  public struct Place: Hashable, Sendable {
    /// The column, from zero.
    public let column: Int
    /// The row, from zero.
    public let row: Int
  }

  /// Creates a map without regions.
  public init() {}

  /// What is at a place of the screen: the topmost, innermost region.
  public func hit(column: Int, row: Int) -> Hit? { hits(column: column, row: row).first }

  /// All regions at a place of the screen, the topmost and innermost first.
  ///
  /// - Complexity: O(*regions*).
  public func hits(column: Int, row: Int) -> [Hit] {
    regions.reversed().filter { $0.visible.contains(column: column, row: row) }.map { region in
      Hit(
        id: region.id, column: column - region.frame.column, row: row - region.frame.row,
        size: region.frame.size)
    }
  }

  /// The part of a region that is visible; nil if none is.
  public func visible(_ id: RegionID) -> Rectangle? { regions.last { $0.id == id }?.visible }

  /// Adds a region, on top of those before it.
  mutating func add(_ id: RegionID, frame: Rectangle, visible: Rectangle) {
    guard !visible.size.isEmpty else { return }
    regions.append(Region(id: id, frame: frame, visible: visible))
  }

  /// Declares where the focus is; the last declaration counts.
  mutating func anchor(column: Int, row: Int) {
    focusAnchor = Place(column: column, row: row)
  }

  mutating func removeAll() {
    regions.removeAll(keepingCapacity: true)
    focusAnchor = nil
  }
}
