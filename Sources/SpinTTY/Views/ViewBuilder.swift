/// Builds a list of views with `if`, `switch`, `for` and optionals.
@resultBuilder
public enum ViewBuilder {
  /// Takes a view.
  public static func buildExpression(_ view: some View) -> ViewList {
    ViewList([view.resolved])
  }

  /// Takes views that are already a list.
  public static func buildExpression(_ list: ViewList) -> ViewList { list }

  /// Takes a type-erased view.
  public static func buildExpression(_ view: any View) -> ViewList {
    ViewList([view.resolved])
  }

  /// Joins lists.
  public static func buildBlock(_ lists: ViewList...) -> ViewList {
    lists.count == 1 ? lists[0] : buildArray(lists)
  }

  /// Takes no views if the condition is false.
  public static func buildOptional(_ list: ViewList?) -> ViewList { list ?? ViewList([]) }

  /// Takes the first branch.
  public static func buildEither(first list: ViewList) -> ViewList { list }

  /// Takes the second branch.
  public static func buildEither(second list: ViewList) -> ViewList { list }

  /// Joins the lists of a loop.
  public static func buildArray(_ lists: [ViewList]) -> ViewList {
    var views: [any View] = []
    views.reserveCapacity(lists.reduce(0) { $0 + $1.views.count })
    for list in lists { views += list.views }
    return ViewList(views)
  }

  /// Takes views that depend on the version of the system.
  public static func buildLimitedAvailability(_ list: ViewList) -> ViewList { list }
}

/// A list of views; outside a stack they are stacked vertically.
///
/// A custom container takes `@ViewBuilder content: () -> ViewList` and reads its ``views``.
public struct ViewList: View {
  /// The views, each of which draws itself.
  public let views: [any View]

  /// Creates a list.
  @usableFromInline
  init(_ views: [any View]) {
    self.views = views
  }
}

/// A view that shows nothing and takes no room.
public struct EmptyView: View {
  /// Creates an empty view.
  public init() {}

  /// Returns an empty size.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size { .zero }

  /// Draws nothing.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {}
}
