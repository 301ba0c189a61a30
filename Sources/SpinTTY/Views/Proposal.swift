/// The room that a view is offered; nil in one direction asks for the size that the view would like.
public struct Proposal: Hashable, Sendable {
  /// The columns offered.
  public var columns: Int?
  /// The rows offered.
  public var rows: Int?

  /// Creates a proposal; negative numbers count as zero.
  public init(columns: Int?, rows: Int?) {
    self.columns = columns.map(\.inCells)
    self.rows = rows.map(\.inCells)
  }

  /// Offers a size.
  public init(_ size: Size) {
    self.init(columns: size.columns, rows: size.rows)
  }

  /// Offers as much room as the view would like.
  public static let unlimited = Proposal(columns: nil, rows: nil)

  /// The same with less to offer, as what surrounds a view takes it away.
  func less(columns: Int, rows: Int) -> Proposal {
    Proposal(columns: self.columns.map { $0 - columns }, rows: self.rows.map { $0 - rows })
  }
}

extension Int {
  /// The number between zero and a thousand million, so that no sum of lengths can overflow.
  var inCells: Int { Swift.min(Swift.max(self, 0), Rectangle.bound) }

  /// A ratio's part or a weight, small enough to be multiplied with a length.
  var asWeight: Int { Swift.min(Swift.max(self, 0), 1 << 20) }
}
