/// A direction in which views are laid out.
public enum Axis: Hashable, Sendable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical

  /// The other axis.
  var across: Axis { self == .horizontal ? .vertical : .horizontal }

  /// Returns the length along the axis.
  func main(_ size: Size) -> Int { self == .horizontal ? size.columns : size.rows }

  /// Returns the length across the axis.
  func cross(_ size: Size) -> Int { self == .horizontal ? size.rows : size.columns }

  func main(_ proposal: Proposal) -> Int? {
    self == .horizontal ? proposal.columns : proposal.rows
  }

  func cross(_ proposal: Proposal) -> Int? {
    self == .horizontal ? proposal.rows : proposal.columns
  }

  func proposal(main: Int?, cross: Int?) -> Proposal {
    self == .horizontal
      ? Proposal(columns: main, rows: cross) : Proposal(columns: cross, rows: main)
  }

  func size(main: Int, cross: Int) -> Size {
    self == .horizontal ? Size(columns: main, rows: cross) : Size(columns: cross, rows: main)
  }

  func rectangle(at main: Int, cross: Int, size: Size) -> Rectangle {
    self == .horizontal
      ? Rectangle(column: main, row: cross, columns: size.columns, rows: size.rows)
      : Rectangle(column: cross, row: main, columns: size.columns, rows: size.rows)
  }
}
