/// Views stacked from top to bottom.
///
/// ```swift
/// VStack(alignment: .center, spacing: 1) {
///   Text("ready")
///   ProgressBar(3, of: 10)
/// }
/// ```
///
/// A stack is as long as its views. It takes all the room if a view fills it or takes a ratio of
/// it, or if `distribution` requires that. If there is too little room, the views shrink as far as they
/// can, then the spacing goes, and then the last views are omitted. A ``Constraint`` gives a view a
/// minimum, a maximum and a priority.
public struct VStack: View {
  private let node: StackNode

  /// Creates a stack.
  ///
  /// - Parameters:
  ///   - alignment: The position of views narrower than the stack.
  ///   - spacing: The number of blank rows between two views.
  ///   - distribution: The use of room that no view takes.
  ///   - content: The views, from top to bottom.
  public init(
    alignment: HorizontalAlignment = .leading, spacing: Int = 0,
    distribution: StackDistribution = .start, @ViewBuilder content: () -> ViewList
  ) {
    node = StackNode(
      .vertical, at: Alignment(horizontal: alignment, vertical: .top), spacing: spacing,
      distribution: distribution, views: content().views)
  }

  /// The views, from top to bottom.
  public var body: some View { return ResolvedView(node) }
}

/// Views side by side, with the rules of ``VStack``.
///
/// Before a view is cut, the spacing shrinks to one column.
public struct HStack: View {
  private let node: StackNode

  /// Creates a stack.
  ///
  /// - Parameters:
  ///   - alignment: The position of views lower than the stack.
  ///   - spacing: The number of blank columns between two views.
  ///   - distribution: The use of room that no view takes.
  ///   - content: The views, from left to right.
  public init(
    alignment: VerticalAlignment = .top, spacing: Int = 0,
    distribution: StackDistribution = .start, @ViewBuilder content: () -> ViewList
  ) {
    node = StackNode(
      .horizontal, at: Alignment(horizontal: .leading, vertical: alignment), spacing: spacing,
      distribution: distribution, views: content().views)
  }

  /// The views, from left to right.
  public var body: some View { return ResolvedView(node) }
}

/// Views on top of each other, with the last one topmost.
///
/// A view hides only the cells that it draws; with a ``View/background(_:)``, it hides all the
/// cells that it covers. Where it hides a view with an ``View/id(_:)``, it catches the mouse too,
/// unless the upper view has ``View/clickThrough()``. A view that fills, such as a ``List``, is as large as the stack, also
/// on top of others.
public struct ZStack: View {
  private let views: [any View]
  private let alignment: Alignment

  /// Creates a stack.
  ///
  /// - Parameters:
  ///   - alignment: The position of views smaller than the stack.
  ///   - content: The views, from the lowest to the topmost.
  public init(alignment: Alignment = .topLeading, @ViewBuilder content: () -> ViewList) {
    self.alignment = alignment
    views = content().views
  }

  /// Returns the largest width and height; all the room in a direction if a view takes a ratio of
  /// it.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    views.reduce(Size.zero) { size, view in
      let other = view.measure(proposal, in: environment)
      let wide = view.constraint(along: .horizontal, in: environment).isRatio
      let high = view.constraint(along: .vertical, in: environment).isRatio
      return Size(
        columns: max(size.columns, other.columns, wide ? proposal.columns ?? 0 : 0),
        rows: max(size.rows, other.rows, high ? proposal.rows ?? 0 : 0))
    }
  }

  /// Draws the views from the lowest to the topmost.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    for (number, view) in views.enumerated() {
      view.place(in: number == 0 ? surface : surface.onTop, at: alignment, in: environment)
    }
  }

  /// Fills if a view fills or takes a ratio.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    views.contains { $0.constraint(along: axis, in: environment).takesRoom } ? .fill : .content
  }

  /// Describes the views from the lowest to the topmost.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    for view in views { view.describe(into: &text, in: environment) }
  }
}
