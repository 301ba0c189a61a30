/// Divides the room of a stack among its views.
///
/// With room enough each view gets what it measures, ratios their part, and those that fill share
/// the rest by weight. When it is tight the spacing goes first; then each view keeps what it cannot
/// do without, and the rest is offered to them by priority: of one priority one after the other, the
/// least flexible first, in equal shares, so that one long text does not push a short one out. If
/// there is not even room for what they cannot do without, views are left out by priority. Ties go
/// to the left or the top.
///
/// There are two minima. One that a constraint declares is kept, or the view is left out. What a view
/// without one cannot do without, such as all the rows of a stack, may be cut once: a stack in a
/// stack leaves views out itself.
struct StackLayout {
  let axis: Axis
  let spacing: Int
  let distribution: StackDistribution
  let views: [any View]
  let environment: ViewEnvironment
  /// What is offered across the axis.
  let cross: Int?

  private struct Item {
    var constraint: Constraint
    /// The length it has, or would like to have.
    var length = 0
    /// The length it cannot do without.
    var floor = 0
    /// What it takes across the axis, where that is known for `length`.
    var cross: Int?
    /// Whether there is no room for it.
    var isLeftOut = false

    /// Whether it takes what the others leave.
    var fills: Bool { constraint.isFill && !isLeftOut }

    /// What to offer so that it is of this length.
    var room: Int { constraint.room(for: length) }
  }

  /// Lays out along the axis in `total` cells, or in as many as the views would like to have.
  func plan(total: Int?) -> StackPlan {
    var items = views.map { Item(constraint: $0.constraint(along: axis, in: environment)) }
    var wantedGaps = spacing * Swift.max(0, views.count - 1)
    let room = total.map { Swift.max(0, $0 - wantedGaps) }
    wish(&items, in: room)
    var gaps = wantedGaps
    var need = items.reduce(gaps) { $0 + $1.length }
    if let total, let room, need > total {
      findFloors(&items)
      var floors = items.reduce(0) { $0 + $1.floor }
      need = Swift.max(floors, Swift.min(need, total))
      if floors > total {
        let shown = leaveOut(&items, for: total)
        wantedGaps = spacing * Swift.max(0, shown - 1)
        floors = items.reduce(0) { $0 + $1.floor }
      }
      gaps = Swift.min(wantedGaps, Swift.max(0, total - floors))
      let rest = gaps < wantedGaps || need > total ? total - gaps : room
      squeeze(&items, into: rest)
      fill(&items, in: rest)
    } else if let room {
      fill(&items, in: room)
      if items.contains(where: \.constraint.takesRoom) || distribution.takesRoom {
        need = total ?? need
      }
    }
    let crosses = views.indices.map { index in
      let item = items[index]
      return item.isLeftOut ? 0 : item.cross ?? measure(index, item.room).cross
    }
    return StackPlan(
      lengths: items.map(\.length), crosses: crosses, gaps: gaps,
      size: axis.size(main: need, cross: thickness(crosses)),
      isLeftOut: items.map(\.isLeftOut))
  }

  /// The length of the stack across its axis: all of it if a view takes a ratio of that.
  private func thickness(_ crosses: [Int]) -> Int {
    let most = crosses.max() ?? 0
    guard let cross, cross > most else { return most }
    let hasRatio = views.contains { $0.constraint(along: axis.across, in: environment).isRatio }
    return hasRatio ? cross : most
  }

  private func measure(_ index: Int, _ main: Int?) -> (main: Int, cross: Int) {
    let size = views[index].measure(axis.proposal(main: main, cross: cross), in: environment)
    return (axis.main(size).inCells, axis.cross(size).inCells)
  }

  /// What each view would like to have; those that fill, what they cannot do without.
  private func wish(_ items: inout [Item], in room: Int?) {
    var ratios: [(index: Int, ratio: (Int, Int))] = []
    for index in items.indices {
      let constraint = items[index].constraint
      switch constraint.basis {
      case .fill where room != nil:
        items[index].length = Swift.max(constraint.minimum, measure(index, 0).main)
        items[index].floor = items[index].length
      case .ratio(let part, let whole) where room != nil:
        ratios.append((index, (part, whole)))
      default:
        let size = measure(index, room)
        items[index].length = constraint.bounded(size.main)
        if items[index].length == size.main { items[index].cross = size.cross }
      }
    }
    guard let room, !ratios.isEmpty else { return }
    for (entry, length) in zip(ratios, Shares.parts(of: room, ratios.map(\.ratio))) {
      items[entry.index].length = items[entry.index].constraint.bounded(length)
    }
  }

  /// Gives those that fill what the others leave.
  private func fill(_ items: inout [Item], in room: Int) {
    let indices = items.indices.filter { items[$0].fills }
    guard !indices.isEmpty else { return }
    let taken = items.reduce(0) { $0 + ($1.fills ? 0 : $1.length) }
    if indices.count == 1 {
      let only = items[indices[0]]
      items[indices[0]].length =
        Swift.max(only.floor, Swift.min(room - taken, only.constraint.maximum))
      return
    }
    let shares = Shares.divide(
      room - taken, by: indices.map { items[$0].constraint.weight },
      floors: fittedLengths(of: indices, in: room - taken) ?? indices.map { items[$0].floor },
      caps: indices.map { items[$0].constraint.maximum })
    for (index, share) in zip(indices, shares) { items[index].length = share }
  }

  /// What those that fill were counted with when the room was asked for, if they are to have that.
  private func fittedLengths(of indices: [Int], in room: Int) -> [Int]? {
    guard environment.isFitted, axis == .vertical else { return nil }
    let lengths = indices.map { measure($0, nil).main }
    return lengths.reduce(0, +) <= room ? lengths : nil
  }

  private func findFloors(_ items: inout [Item]) {
    for index in items.indices where !items[index].constraint.isFill {
      let constraint = items[index].constraint
      let least = constraint.isRatio ? 0 : measure(index, 0).main
      items[index].floor = Swift.min(items[index].length, constraint.bounded(least))
    }
  }

  /// Leaves out the views whose minima do not fit, and says how many are shown.
  ///
  /// The views come by priority. The first of all gets what there is. After the first that does not
  /// fit no other view gets any room; those of its own priority that need none stay, for they may
  /// fill what is left.
  private func leaveOut(_ items: inout [Item], for total: Int) -> Int {
    let order = items.indices.sorted {
      let priorities = (items[$0].constraint.priority, items[$1].constraint.priority)
      return priorities.0 == priorities.1 ? $0 < $1 : priorities.0 > priorities.1
    }
    var rest = total
    var lowest: Int?
    var shown = 0
    for index in order {
      let item = items[index]
      let needed = item.floor
      if needed > rest || lowest != nil {
        let mayStay = lowest.map { needed == 0 && item.constraint.priority == $0 }
        lowest = lowest ?? item.constraint.priority
        let mayBeCut = rest == total || item.constraint.minimum <= rest && rest > 0
        if !(mayStay ?? mayBeCut) {
          items[index].isLeftOut = true
          items[index].length = 0
        }
        items[index].floor = items[index].isLeftOut ? 0 : Swift.min(needed, rest)
      }
      rest -= items[index].floor
      if !items[index].isLeftOut { shown += 1 }
    }
    return shown
  }

  /// Gives each view its floor and then shares what is left, the highest priority first.
  private func squeeze(_ items: inout [Item], into room: Int) {
    var rest = room
    let wishes = items.map(\.length)
    for index in items.indices {
      items[index].length = items[index].floor
      rest -= items[index].floor
      items[index].cross = nil
    }
    guard rest > 0 else { return }
    let order = items.indices.sorted { left, right in
      let priorities = (items[left].constraint.priority, items[right].constraint.priority)
      guard priorities.0 == priorities.1 else { return priorities.0 > priorities.1 }
      let flexibility = (wishes[left] - items[left].floor, wishes[right] - items[right].floor)
      return flexibility.0 == flexibility.1 ? left < right : flexibility.0 < flexibility.1
    }
    var equals = order[...]
    while let first = equals.first, rest > 0 {
      let priority = items[first].constraint.priority
      let end = equals.firstIndex { items[$0].constraint.priority != priority }
      share(&rest, among: equals[..<(end ?? equals.endIndex)], wishes, &items)
      equals = equals[(end ?? equals.endIndex)...]
    }
  }

  /// Offers what is left to views of one priority.
  private func share(
    _ rest: inout Int, among order: ArraySlice<Int>, _ wishes: [Int], _ items: inout [Item]
  ) {
    // What a view declines in the first round is offered once more.
    for _ in 0..<2 where rest > 0 {
      for place in order.indices {
        let index = order[place]
        let others = order.endIndex - place
        let share = (rest + others - 1) / others
        let length = items[index].length
        offer(length + Swift.min(wishes[index] - length, share), to: index, of: &items)
        rest -= items[index].length - length
      }
    }
  }

  /// Lets a view take up to `length` cells.
  private func offer(_ length: Int, to index: Int, of items: inout [Item]) {
    guard length > items[index].length else { return }
    guard !items[index].constraint.isRatio else {
      items[index].length = length
      return
    }
    let size = measure(index, length)
    items[index].length = Swift.min(Swift.max(size.main, items[index].length), length)
    items[index].cross = size.cross
  }
}
