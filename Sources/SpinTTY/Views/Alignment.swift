/// The position of a view in a room larger than the view.
public struct Alignment: Hashable, Sendable {
  /// The horizontal position.
  public var horizontal: HorizontalAlignment
  /// The vertical position.
  public var vertical: VerticalAlignment

  /// Creates an alignment.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Returns the rectangle of a size aligned in a room, and cut to it.
  func place(_ size: Size, in room: Size) -> Rectangle {
    Rectangle(
      column: horizontal.offset(of: size.columns, in: room.columns),
      row: vertical.offset(of: size.rows, in: room.rows),
      columns: min(size.columns, room.columns), rows: min(size.rows, room.rows))
  }

  /// The top left corner.
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  /// The middle of the top edge.
  public static let top = Alignment(horizontal: .center, vertical: .top)
  /// The top right corner.
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  /// The middle of the left edge.
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  /// The middle.
  public static let center = Alignment(horizontal: .center, vertical: .center)
  /// The middle of the right edge.
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  /// The bottom left corner.
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  /// The middle of the bottom edge.
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  /// The bottom right corner.
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
}

/// The horizontal position of a view.
public enum HorizontalAlignment: Hashable, Sendable {
  /// At the left edge, in the middle, at the right edge.
  case leading, center, trailing

  func offset(of length: Int, in room: Int) -> Int {
    switch self {
    case .leading: 0
    case .center: max(0, room - length) / 2
    case .trailing: max(0, room - length)
    }
  }
}

/// The vertical position of a view.
public enum VerticalAlignment: Hashable, Sendable {
  /// At the top, in the middle, at the bottom.
  case top, center, bottom

  func offset(of length: Int, in room: Int) -> Int {
    switch self {
    case .top: 0
    case .center: max(0, room - length) / 2
    case .bottom: max(0, room - length)
    }
  }
}
