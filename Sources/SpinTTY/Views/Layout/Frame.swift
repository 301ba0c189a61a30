/// A view with a width and a height of its own.
public struct Frame: View {
  let content: any View
  private let width: Constraint
  private let height: Constraint
  private let alignment: Alignment

  /// Creates a frame.
  ///
  /// - Parameters:
  ///   - width: The width of the frame.
  ///   - height: The height of the frame.
  ///   - alignment: The position of content smaller than the frame. Content that fills, such as a
  ///     list, is as large as the frame.
  ///   - content: The view in the frame.
  public init(
    width: Constraint = .content, height: Constraint = .content,
    alignment: Alignment = .topLeading, @ViewBuilder content: () -> ViewList
  ) {
    self.init(content().resolved, width: width, height: height, alignment: alignment)
  }

  init(_ content: any View, width: Constraint, height: Constraint, alignment: Alignment) {
    self.content = content
    self.width = width
    self.height = height
    self.alignment = alignment
  }

  /// Returns the size of the frame; where it follows the content, the content's size in the frame.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    if let columns = width.length(in: proposal.columns),
      let rows = height.length(in: proposal.rows)
    {
      return Size(columns: columns, rows: rows)
    }
    let offer = Proposal(
      columns: width.offer(of: proposal.columns), rows: height.offer(of: proposal.rows))
    let inner = content.measure(offer, in: environment)
    return Size(
      columns: width.length(
        in: proposal.columns, content: length(.horizontal, offer, inner, in: environment)),
      rows: height.length(
        in: proposal.rows, content: length(.vertical, offer, inner, in: environment)))
  }

  /// Returns the length that the content gives the frame.
  ///
  /// The length is the content's own, or the whole offer if the frame only bounds content that
  /// takes a ratio of it.
  private func length(
    _ axis: Axis, _ offer: Proposal, _ inner: Size, in environment: ViewEnvironment
  ) -> Int {
    let isBound = (axis == .horizontal ? width : height).isBound
    guard isBound, content.constraint(along: axis, in: environment).isRatio else {
      return axis.main(inner)
    }
    return max(axis.main(offer) ?? 0, axis.main(inner))
  }

  /// Draws the content, aligned; content that fills gets the whole frame.
  ///
  /// If the frame follows content that takes a ratio of the room, the content gets the whole frame;
  /// measured in the frame, it would take the ratio twice.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.size.isEmpty else { return }
    let size = surface.size
    let across = content.constraint(along: .horizontal, in: environment)
    let along = content.constraint(along: .vertical, in: environment)
    var room = Proposal(size)
    if width.followsContent { room.columns = across.room(for: size.columns) }
    if height.followsContent { room.rows = along.room(for: size.rows) }
    let own = content.measure(room, in: environment)
    let wanted = Size(
      columns: across.filled(own.columns, in: size.columns),
      rows: along.filled(own.rows, in: size.rows))
    let place = alignment.place(wanted, in: surface.size)
    content.draw(into: surface.region(place), in: environment)
  }

  /// Returns the frame's own constraint, or the content's if the frame follows it.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    let own = axis == .horizontal ? width : height
    guard own.followsContent else { return own }
    let inner = content.constraint(along: axis, in: environment)
    return own.priority == 0 ? inner : inner.priority(own.priority)
  }

  /// Describes the content.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    content.describe(into: &text, in: environment)
  }
}

extension View {
  /// Gives the view a width and a height.
  ///
  /// A view that fills, such as a list, fills the frame. A modifier applies to the view before it:
  /// in `List(…).border().frame(height: .fill)` the border is in the frame.
  ///
  /// ```swift
  /// Text("name").frame(width: .fixed(12))
  /// LineChart([1, 3, 2]).frame(width: .ratio(2, 3), height: .fill.atLeast(5))
  /// ```
  @inlinable
  public func frame(
    width: Constraint = .content, height: Constraint = .content,
    alignment: Alignment = .topLeading
  ) -> some View {
    ResolvedView(framing: resolved, width, height, alignment)
  }

  /// Gives the view all the room and aligns it there.
  @inlinable
  public func alignment(_ alignment: Alignment) -> some View {
    ResolvedView(framing: resolved, .fill, .fill, alignment)
  }
}

extension ResolvedView {
  @usableFromInline
  init(
    framing content: any View, _ width: Constraint, _ height: Constraint, _ alignment: Alignment
  ) {
    self.init(Frame(content, width: width, height: height, alignment: alignment))
  }
}
