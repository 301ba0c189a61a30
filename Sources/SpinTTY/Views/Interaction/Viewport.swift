/// A scrollable window on a view that may be larger.
///
/// ```swift
/// Viewport(state.scroll) {
///   Text(state.manual)
/// }
/// ```
///
/// The content has the width of the viewport and the height that it asks for; with `.horizontal`
/// among the axes, also the width that it asks for. The window never leaves the content. A region
/// that contains a viewport (see ``View/id(_:)``) knows the size of the content, and ``Scroll``
/// takes its limits from the region. Tab does not move the focus to regions that are scrolled out of
/// sight: a ``Form`` scrolls to the focus instead.
///
/// - Complexity: The whole content is measured in each frame; a ``Text`` is read once. For a log of
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
    surface.declareContent(wanted, page: surface.size, firstRow: place.row)
    // Smaller content gets the whole window, unless it takes a ratio of it.
    func length(_ axis: Axis) -> Int {
      let isRatio = content.constraint(along: axis, in: environment).isRatio
      return isRatio ? axis.main(wanted) : max(axis.main(wanted), axis.main(surface.size))
    }
    let size = Size(columns: length(.horizontal), rows: length(.vertical))
    content.draw(
      into: surface.region(
        Rectangle(
          column: -place.column, row: -place.row, columns: size.columns, rows: size.rows)),
      in: environment)
  }

  /// Fills the room in both directions.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  /// Describes the whole content.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    content.describe(into: &text, in: environment)
  }
}
