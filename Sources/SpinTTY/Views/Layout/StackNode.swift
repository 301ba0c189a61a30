/// The views of a horizontal or vertical stack, with a cache of their plans.
///
/// A stack is measured and then drawn, and an outer stack may measure it several times. Without the
/// cache, the cost would multiply at each level of nesting. The views never change, so a cached
/// plan and a new one for the same proposal are the same.
final class StackNode: View {
  let axis: Axis
  let views: [any View]
  /// Whether the views are the cells of a ``GridRow``.
  let isGridRow: Bool
  private let spacing: Int
  private let distribution: StackDistribution
  /// The position of views across the axis, for which only one direction counts.
  private let alignment: Alignment
  // NB: exclusivity is not checked at run time: one thread draws, and neither is touched while the
  // views are asked.
  @safe @exclusivity(unchecked) private var plans: [Known] = []
  @safe @exclusivity(unchecked) private var fills: Fills?

  private struct Known {
    let proposal: Proposal
    let environment: ViewEnvironment
    let plan: StackPlan

    func serves(_ proposal: Proposal, in environment: ViewEnvironment) -> Bool {
      (proposal == self.proposal || isOwnSize(proposal)) && environment == self.environment
    }

    /// Returns whether a proposal is exactly the size that the views took in a room that was at
    /// least as large.
    ///
    /// Views take the same size there; see ``View/measure(_:in:)``.
    private func isOwnSize(_ room: Proposal) -> Bool {
      guard plan.isRoomy, room == Proposal(plan.size), let columns = proposal.columns,
        let rows = proposal.rows
      else { return false }
      return plan.size.columns <= columns && plan.size.rows <= rows
    }
  }

  private struct Fills {
    let environment: ViewEnvironment
    let along: Constraint
    let across: Constraint

    func constraint(isAlong: Bool, in environment: ViewEnvironment) -> Constraint? {
      environment == self.environment ? isAlong ? along : across : nil
    }
  }

  /// The largest number of cached plans, which only a view that is kept and resized exceeds.
  private static let planLimit = 64

  init(
    _ axis: Axis, at alignment: Alignment = .topLeading, spacing: Int = 0,
    distribution: StackDistribution = .start, views: [any View], isGridRow: Bool = false
  ) {
    self.axis = axis
    self.alignment = alignment
    self.isGridRow = isGridRow
    self.spacing = spacing.inCells
    self.distribution = distribution
    self.views = views
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    plan(proposal, in: environment).size
  }

  /// Returns the plan for a proposal.
  func plan(_ proposal: Proposal, in environment: ViewEnvironment) -> StackPlan {
    // NB: by index, because copying a large child costs more than finding it.
    let known = plans
    for index in known.indices.reversed() where known[index].serves(proposal, in: environment) {
      return known[index].plan
    }
    let layout = StackLayout(
      axis: axis, spacing: spacing, distribution: distribution, views: views,
      environment: environment.along(axis), cross: axis.cross(proposal))
    let plan = layout.plan(total: axis.main(proposal))
    if plans.count == StackNode.planLimit { plans.removeAll() }
    plans.append(Known(proposal: proposal, environment: environment, plan: plan))
    return plan
  }

  /// Fills if a view fills or takes a ratio.
  ///
  /// Across its axis, the stack has the largest of the views' minima.
  func constraint(along direction: Axis, in environment: ViewEnvironment) -> Constraint {
    if let known = fills?.constraint(isAlong: direction == axis, in: environment) { return known }
    let inner = environment.along(axis)
    let along = views.contains { $0.constraint(along: axis, in: inner).takesRoom }
    var fillsAcross = false
    var least = 0
    for view in views {
      let constraint = view.constraint(along: axis.across, in: inner)
      fillsAcross = fillsAcross || constraint.takesRoom
      least = max(least, constraint.minimum)
    }
    let known = Fills(
      environment: environment, along: along ? Constraint.fill : .content,
      across: (fillsAcross ? Constraint.fill : .content).atLeast(least))
    fills = known
    return direction == axis ? known.along : known.across
  }

  /// Draws the views one after another.
  func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.visible.size.isEmpty, !views.isEmpty else { return }
    var plan = plan(Proposal(surface.size), in: environment)
    let inner = environment.along(axis)
    let total = axis.main(surface.size)
    let room = axis.cross(surface.size)
    let rest = max(0, total - plan.gaps - plan.items.reduce(0) { $0 + $1.length })
    if distribution == .stretch {
      let more = Shares.divide(rest, by: plan.items.map { $0.isLeftOut ? 0 : 1 })
      for index in more.indices { plan.items[index].length += more[index] }
    }
    let gaps =
      distribution == .start || distribution == .stretch || rest == 0
      ? [] : distribution.gaps(rest, count: plan.shownCount)
    plan.forEachShown(after: gaps) { index, place in
      let item = plan.items[index]
      var cross = min(item.cross ?? 0, room)
      if cross < room {
        let across = views[index].constraint(along: axis.across, in: inner)
        cross = across.filled(cross, in: room)
      }
      let region = surface.region(
        axis.rectangle(
          at: place, cross: offset(of: cross, in: room),
          size: axis.size(main: item.length, cross: cross)))
      if !region.visible.size.isEmpty { views[index].draw(into: region, in: inner) }
    }
  }

  private func offset(of cross: Int, in room: Int) -> Int {
    axis == .vertical
      ? alignment.horizontal.offset(of: cross, in: room)
      : alignment.vertical.offset(of: cross, in: room)
  }

  /// Describes the views one after another; in a row, on one line if they are one line each.
  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    let environment = environment.along(axis)
    guard axis == .horizontal else {
      for view in views { view.describe(into: &text, in: environment) }
      return
    }
    let parts = views.map { view in
      var part = text.unwrapped()
      view.describe(into: &part, in: environment)
      return part
    }
    if parts.allSatisfy({ $0.lines.count < 2 }) {
      text.append(parts.map(\.lines).joined().joined(separator: " "))
    } else if text.width == nil {
      // Describing the views again would double the cost with each row around this one.
      for part in parts { text.append(part) }
    } else {
      for view in views { view.describe(into: &text, in: environment) }
    }
  }
}

extension ViewEnvironment {
  /// Returns the environment of views in a stack along an axis.
  func along(_ axis: Axis) -> ViewEnvironment {
    guard self.axis != axis else { return self }
    var inner = self
    inner.axis = axis
    return inner
  }
}
