/// The room offered to a view; `nil` in one direction asks for the view's ideal size.
public struct Proposal: Hashable, Sendable {
  /// The number of columns offered.
  public var columns: Int?
  /// The number of rows offered.
  public var rows: Int?

  /// Creates a proposal; negative numbers become zero.
  public init(columns: Int?, rows: Int?) {
    self.columns = columns.map(\.inCells)
    self.rows = rows.map(\.inCells)
  }

  /// Creates a proposal that offers a size.
  public init(_ size: Size) {
    self.init(columns: size.columns, rows: size.rows)
  }

  /// A proposal that asks for the view's ideal size.
  public static let unlimited = Proposal(columns: nil, rows: nil)

  /// Returns the proposal without the cells that a border or padding around the view takes.
  func less(columns: Int, rows: Int) -> Proposal {
    Proposal(columns: self.columns.map { $0 - columns }, rows: self.rows.map { $0 - rows })
  }
}

extension Int {
  /// The number clamped to 0…`Rectangle.bound`, so that no sum of lengths can overflow.
  var inCells: Int { Swift.min(Swift.max(self, 0), Rectangle.bound) }

  /// The number as a part of a ratio or a weight, small enough to multiply a length by.
  var asWeight: Int { Swift.min(Swift.max(self, 0), 1 << 20) }
}
