/// A window on a view that may be larger.
///
/// ```swift
/// Viewport(state.scroll) {
///   Text(state.manual)
/// }
/// ```
///
/// The content has the viewport's width and all the height it wants; with `.horizontal` among the
/// axes also all the width. However far it is scrolled, the window does not leave the
/// content. A region with a viewport in it, see ``View/id(_:)``, knows the size of the content, and
/// ``Scroll`` takes its limits from there.
///
/// - Complexity: the content is measured whole in each frame: a ``Text`` is read through once. For a
///   log of many lines use a ``LogView``, which reads only those that are seen.
public struct Viewport: View {
  /// The directions in which a viewport scrolls.
  public struct Axes: OptionSet, Hashable, Sendable {
    /// One bit for each direction.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Up and down.
    public static let vertical = Axes(rawValue: 1)
    /// Left and right.
    public static let horizontal = Axes(rawValue: 2)
  }

  private let scroll: Scroll
  private let axes: Axes
  private let content: any View

  /// Creates a window on `content`.
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

  /// The size that the content has in a viewport of this size.
  private func contentSize(_ page: Size, in environment: ViewEnvironment) -> Size {
    content.measure(offer(Proposal(page)), in: environment)
  }

  /// The size of the content, or what is offered of it; at least one cell.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let wanted = content.measure(offer(proposal), in: environment)
    func length(_ axis: Axis) -> Int {
      let room = axis.main(proposal)
      let isRatio = content.constraint(along: axis, in: environment).isRatio
      return max(1, isRatio ? room ?? axis.main(wanted) : min(axis.main(wanted), room ?? .max))
    }
    return Size(columns: length(.horizontal), rows: length(.vertical))
  }

  /// Draws the part of the content that is in the window.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.size.isEmpty else { return }
    let wanted = contentSize(surface.size, in: environment)
    surface.declareFocusable()
    let place = scroll.bounded(content: wanted, page: surface.size)
    surface.declareContent(wanted, page: surface.size, firstRow: place.row)
    // Content that is smaller has the whole window, unless it asked for a part of it.
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

  /// Fills both ways.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  /// Says all of the content.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    content.describe(into: &text, in: environment)
  }
}
