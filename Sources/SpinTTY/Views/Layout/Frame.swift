/// Gives a view lengths of its own.
public struct Frame: View {
  private let content: any View
  private let width: Constraint
  private let height: Constraint
  private let alignment: Alignment

  /// Creates a frame around `content`, which stands at `alignment` where it is smaller.
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

  /// The lengths of the frame; where they follow the content, its lengths in the frame.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let offer = Proposal(
      columns: width.offer(of: proposal.columns), rows: height.offer(of: proposal.rows))
    let inner = content.measure(offer, in: environment)
    return Size(
      columns: width.length(in: proposal.columns, content: inner.columns),
      rows: height.length(in: proposal.rows, content: inner.rows))
  }

  /// Draws the content, aligned.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    content.place(in: surface, at: alignment, in: environment)
  }

  /// The frame's, or the content's where the frame follows it.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    let own = axis == .horizontal ? width : height
    return own == .content ? content.constraint(along: axis, in: environment) : own
  }

  /// Says the content.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    content.describe(into: &text, in: environment)
  }
}

extension View {
  /// Gives the view a width and a height.
  ///
  /// ```swift
  /// Text("name").frame(width: .fixed(12))
  /// LineChart([1, 3, 2]).frame(width: .ratio(2, 3), height: .fill)
  /// ```
  public func frame(
    width: Constraint = .content, height: Constraint = .content,
    alignment: Alignment = .topLeading
  ) -> some View {
    Frame(resolved, width: width, height: height, alignment: alignment)
  }

  /// Lets the view take all the room, and stand at `alignment` in it.
  public func alignment(_ alignment: Alignment) -> some View {
    Frame(resolved, width: .fill, height: .fill, alignment: alignment)
  }
}
