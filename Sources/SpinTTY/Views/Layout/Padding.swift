/// The blank cells at the four edges of a view.
public struct Insets: Hashable, Sendable {
  /// The number of rows above.
  public var top: Int
  /// The number of columns on the left.
  public var leading: Int
  /// The number of rows below.
  public var bottom: Int
  /// The number of columns on the right.
  public var trailing: Int

  /// Creates insets.
  public init(top: Int = 0, leading: Int = 0, bottom: Int = 0, trailing: Int = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// The insets, clamped so that sums do not overflow.
  var bounded: Insets {
    Insets(
      top: top.inCells, leading: leading.inCells, bottom: bottom.inCells,
      trailing: trailing.inCells)
  }

  var columns: Int { leading + trailing }
  var rows: Int { top + bottom }
}

extension View {
  /// Adds blank cells around the view; the view's own style does not apply to them.
  @inlinable
  public func padding(_ insets: Insets) -> some View {
    ResolvedView(padding: resolved, insets)
  }

  /// Adds blank columns on the left and right, and blank rows above and below.
  @inlinable
  public func padding(horizontal: Int = 0, vertical: Int = 0) -> some View {
    padding(
      Insets(top: vertical, leading: horizontal, bottom: vertical, trailing: horizontal))
  }

  /// Adds the same number of blank columns or rows on each side.
  @inlinable
  public func padding(_ length: Int = 1) -> some View {
    padding(horizontal: length, vertical: length)
  }
}

extension ResolvedView {
  @usableFromInline
  init(padding content: any View, _ insets: Insets) {
    self.init(Padded(content: content, insets: insets.bounded))
  }
}

struct Padded: ContentView {
  let content: any View
  let insets: Insets

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let inner = content.measure(
      proposal.less(columns: insets.columns, rows: insets.rows), in: environment)
    return Size(columns: inner.columns + insets.columns, rows: inner.rows + insets.rows)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let inner = Rectangle(
      column: insets.leading, row: insets.top, columns: surface.size.columns - insets.columns,
      rows: surface.size.rows - insets.rows)
    guard !inner.size.isEmpty else { return }
    content.draw(into: surface.region(inner), in: environment)
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    content.constraint(along: axis, in: environment).insetBy(
      axis == .horizontal ? insets.columns : insets.rows)
  }
}
