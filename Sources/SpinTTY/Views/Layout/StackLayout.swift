/// Where a stack puts its views: the lengths along its axis, and across it.
struct StackPlan {
  /// The length of each view along the axis.
  var lengths: [Int]
  /// The length of each view across the axis.
  var crosses: [Int]
  /// The cells between views, all together.
  var gaps: Int
  /// What the stack takes.
  var size: Size
}

/// Divides the room of a stack among its views.
///
/// With room enough each view gets what it measures, ratios their part, and those that fill share
/// the rest by weight. When it is tight the spacing goes first; then each view keeps what it cannot
/// do without, and the rest is offered to them one after the other, the least flexible first, in
/// equal shares, so that one long text does not push a short one out. If there is not even room for
/// what they cannot do without, the first ones get theirs. Ties go to the left or the top.
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

    /// What to offer so that it is of this length.
    var room: Int { constraint.room(for: length) }
  }

  /// Lays out along the axis in `total` cells, or in as many as the views would like to have.
  func plan(total: Int?) -> StackPlan {
    var items = views.map { Item(constraint: $0.constraint(along: axis, in: environment)) }
    let wantedGaps = spacing * Swift.max(0, views.count - 1)
    let room = total.map { Swift.max(0, $0 - wantedGaps) }
    wish(&items, in: room)
    var gaps = wantedGaps
    var need = items.reduce(gaps) { $0 + $1.length }
    if let total, let room, need > total {
      findFloors(&items)
      let floors = items.reduce(0) { $0 + $1.floor }
      gaps = Swift.min(wantedGaps, Swift.max(0, total - floors))
      need = Swift.max(floors, Swift.min(need, total))
      squeeze(&items, into: gaps < wantedGaps ? Swift.max(0, total - gaps) : room)
    } else if let room {
      fill(&items, in: room)
      if items.contains(where: \.constraint.takesRoom) || distribution.takesRoom {
        need = total ?? need
      }
    }
    let crosses = views.indices.map { index in
      items[index].cross ?? measure(index, items[index].room).cross
    }
    return StackPlan(
      lengths: items.map(\.length), crosses: crosses, gaps: gaps,
      size: axis.size(main: need, cross: thickness(crosses)))
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
      switch items[index].constraint {
      case .fill where room != nil:
        items[index].length = measure(index, 0).main
        items[index].floor = items[index].length
      case .ratio(let part, let whole) where room != nil:
        ratios.append((index, (part, whole)))
      default:
        let size = measure(index, room)
        items[index].length = size.main
        items[index].cross = size.cross
      }
    }
    guard let room, !ratios.isEmpty else { return }
    for (entry, length) in zip(ratios, Shares.parts(of: room, ratios.map(\.ratio))) {
      items[entry.index].length = length
    }
  }

  /// Gives those that fill what the others leave.
  private func fill(_ items: inout [Item], in room: Int) {
    let indices = items.indices.filter { items[$0].constraint.isFill }
    guard !indices.isEmpty else { return }
    let taken = items.reduce(0) { $0 + ($1.constraint.isFill ? 0 : $1.length) }
    if indices.count == 1 {
      items[indices[0]].length = Swift.max(items[indices[0]].floor, room - taken)
      return
    }
    let shares = Shares.divide(
      room - taken, by: indices.map { items[$0].constraint.weight },
      floors: fittedLengths(of: indices, in: room - taken) ?? indices.map { items[$0].floor })
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
      if items[index].constraint.isRatio { continue }
      items[index].floor = Swift.min(items[index].length, measure(index, 0).main)
    }
  }

  /// Gives each view its floor and then shares what is left.
  private func squeeze(_ items: inout [Item], into room: Int) {
    var rest = room
    let wishes = items.map(\.length)
    for index in items.indices {
      items[index].length = Swift.min(items[index].floor, rest)
      rest -= items[index].length
      items[index].cross = nil
    }
    guard rest > 0 else { return }
    let order = items.indices.sorted { left, right in
      let flexibility = (wishes[left] - items[left].floor, wishes[right] - items[right].floor)
      return flexibility.0 == flexibility.1 ? left < right : flexibility.0 < flexibility.1
    }
    // What a view declines in the first round is offered once more.
    for _ in 0..<2 where rest > 0 {
      for (place, index) in order.enumerated() {
        let share = (rest + order.count - place - 1) / (order.count - place)
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

extension Constraint {
  fileprivate var weight: Int {
    if case .fill(let weight) = self { weight.asWeight } else { 0 }
  }
}
