/// A scrollable window on a view that may be larger.
///
/// ```swift
/// Viewport(state.scroll) {
///   Text(state.manual)
/// }
/// ```
///
/// The content has the width of the viewport and the height that it asks for; with `.horizontal`
/// among the axes, also the width that it asks for. The window never leaves the content. Without
/// `.horizontal`, views that keep their lines, such as the code in a document of Markdown, move sideways one by
/// one. A region
/// that contains a viewport (see ``View/id(_:)``) knows the size of the content, and ``Scroll``
/// takes its limits from the region.
///
/// Within the first 1,000 rows, tab reaches the regions out of sight, and the viewport scrolls to the
/// focus until the user scrolls with the mouse.
///
/// - Complexity: The whole content is measured in each frame; a ``Text`` is read once. Content that
///   does not fit is drawn twice to find the focus, unless the viewport itself has it. For a log of
///   many lines use a ``LogView``, which reads only the visible ones.
public struct Viewport: View {
  /// The directions in which a viewport scrolls.
  public struct Axes: OptionSet, Hashable, Sendable {
    /// One bit for each direction.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Scrolls up and down.
    public static let vertical = Axes(rawValue: 1)
    /// Scrolls left and right.
    public static let horizontal = Axes(rawValue: 2)
  }

  private let scroll: Scroll
  private let axes: Axes
  private let content: any View

  /// Creates a viewport of `content`.
  public init(
    _ scroll: Scroll, axes: Axes = .vertical, @ViewBuilder content: () -> ViewList
  ) {
    self.scroll = scroll
    self.axes = axes
    self.content = content().resolved
  }

  private func offer(_ proposal: Proposal) -> Proposal {
    Proposal(
      columns: axes.contains(.horizontal) ? nil : proposal.columns,
      rows: axes.contains(.vertical) ? nil : proposal.rows)
  }

  /// Returns the size of the content in a viewport of a size.
  private func contentSize(_ page: Size, in environment: ViewEnvironment) -> Size {
    content.measure(offer(Proposal(page)), in: environment)
  }

  /// Returns the size of the content up to the room offered, at least one cell.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let wanted = content.measure(offer(proposal), in: environment)
    func length(_ axis: Axis) -> Int {
      let room = axis.main(proposal)
      let isRatio = content.constraint(along: axis, in: environment).isRatio
      return max(1, isRatio ? room ?? axis.main(wanted) : min(axis.main(wanted), room ?? .max))
    }
    return Size(columns: length(.horizontal), rows: length(.vertical))
  }

  /// Draws the visible part of the content.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.size.isEmpty else { return }
    let wanted = contentSize(surface.size, in: environment)
    surface.declareFocusable()
    let place = scroll.bounded(content: wanted, page: surface.size)
    var environment = environment
    environment.firstColumn = axes.contains(.horizontal) ? 0 : max(0, scroll.column)
    // Smaller content gets the whole window, unless it takes a ratio of it.
    func length(_ axis: Axis) -> Int {
      let isRatio = content.constraint(along: axis, in: environment).isRatio
      return isRatio ? axis.main(wanted) : max(axis.main(wanted), axis.main(surface.size))
    }
    let size = Size(columns: length(.horizontal), rows: length(.vertical))
    let all = Rectangle(column: -place.column, columns: size.columns, rows: size.rows)
    func declare(firstRow: Int) {
      surface.declareContent(wanted, page: surface.size, firstRow: firstRow)
      surface.update { $0.isAtFocus = firstRow != place.row }
    }
    var focused = environment
    focused.suspendsFocus = false
    guard let focus = focused.focus, focus != surface.regionKey, size.rows > surface.size.rows
    else {
      declare(firstRow: place.row)
      return content.draw(
        into: surface.region(all.moved(columns: 0, rows: -place.row)), in: environment)
    }
    surface.drawAroundFocus(
      rows: size.rows, from: place.row, follows: environment.followsFocus, in: environment
    ) { part, environment in
      if part.canvas === surface.canvas { declare(firstRow: surface.corner.row - part.corner.row) }
      content.draw(into: part.region(all), in: environment)
    }
  }

  /// Fills the room in both directions.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  /// Describes the whole content.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    content.describe(into: &text, in: environment)
  }
}
