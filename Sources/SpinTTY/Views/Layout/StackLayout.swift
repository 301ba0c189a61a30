/// Divides the room of a stack among its views.
///
/// If there is enough room, each view gets the length that it measures, ratios get their part, and
/// views that fill share the rest by weight. If room is tight in a row and a view would be cut, the
/// spacing shrinks first, to one column at least. Then each view keeps its floor, and the rest is
/// offered by priority. Views of one priority are offered equal shares, the least flexible
/// view first, so that a long text does not push out a short one. If there is not even room for the
/// floors, the spacing goes first, and then views are omitted by priority. Ties go to the left or the
/// top.
///
/// There are two kinds of minimum. A view with a declared minimum gets it or is omitted. The floor
/// of a view without one, such as all the rows of a stack, may be cut for one view, because a stack
/// inside a stack omits views itself.
struct StackLayout {
  let axis: Axis
  let spacing: Int
  let distribution: StackDistribution
  let views: [any View]
  let environment: ViewEnvironment
  /// The length offered across the axis.
  let cross: Int?

  private typealias Item = StackPlan.Item

  /// Plans the views along the axis in `total` cells, or in as many as they ask for.
  func plan(total: Int?) -> StackPlan {
    var items = views.map { Item(constraint: $0.constraint(along: axis, in: environment)) }
    var gapCount = Swift.max(0, views.count - 1)
    var wantedGaps: Int { spacing * gapCount }
    var leastGaps: Int { Swift.min(spacing, 1) * gapCount }
    let room = total.map { Swift.max(0, $0 - wantedGaps) }
    wish(&items, in: room)
    var gaps = wantedGaps
    let lengths = items.reduce(0) { $0 + $1.length }
    var need = lengths + gaps
    let isTight = need > total ?? .max
    if isTight, axis == .horizontal, let total, total - lengths >= leastGaps {
      gaps = total - lengths
      need = total
    } else if isTight, let total, let room {
      findFloors(&items)
      var floors = items.reduce(0) { $0 + $1.floor }
      need = Swift.max(floors, Swift.min(need, total))
      if floors > total {
        gapCount = Swift.max(0, leaveOut(&items, for: total) - 1)
        floors = items.reduce(0) { $0 + $1.floor }
      }
      gaps = Swift.min(wantedGaps, Swift.max(0, total - floors))
      var rest = gaps < wantedGaps || need > total ? total - gaps : room
      let asked = items
      squeeze(&items, into: rest)
      if axis == .horizontal, gaps > leastGaps, isAnyCut(items, asked) {
        (items, gaps) = (asked, leastGaps)
        rest = total - gaps
        squeeze(&items, into: rest)
      }
      fill(&items, in: rest)
    } else if let room {
      fill(&items, in: room)
      if items.contains(where: \.constraint.takesRoom) || distribution.takesRoom {
        need = total ?? need
      }
    }
    var thickness = 0
    for index in items.indices {
      let item = items[index]
      let cross = item.isLeftOut ? 0 : item.cross ?? measure(index, item.room).cross
      items[index].cross = cross
      thickness = Swift.max(thickness, cross)
    }
    return StackPlan(
      items: items, gaps: gaps, size: axis.size(main: need, cross: widened(thickness)),
      isRoomy: !isTight)
  }

  /// Returns the length of the stack across its axis: all the room if a view takes a ratio of it.
  private func widened(_ most: Int) -> Int {
    guard let cross, cross > most else { return most }
    let hasRatio = views.contains { $0.constraint(along: axis.across, in: environment).isRatio }
    return hasRatio ? cross : most
  }

  private func measure(_ index: Int, _ main: Int?) -> (main: Int, cross: Int) {
    let size = views[index].measure(axis.proposal(main: main, cross: cross), in: environment)
    return (axis.main(size).inCells, axis.cross(size).inCells)
  }

  /// Sets the length that each view asks for; for views that fill, the floor.
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

  /// Divides the room that the others leave among the views that fill.
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

  /// Returns the lengths that views that fill had when a fitted room was measured, if there is
  /// room.
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

  /// Omits the views whose floors do not fit, and returns the number of views shown.
  ///
  /// Views are considered by priority. The first one may be cut to the room there is. After the
  /// first view that does not fit, no view gets room; views of the same priority that need none
  /// stay, because they may fill the rest.
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

  /// Gives each view its floor and then divides the rest, the highest priority first.
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

  /// Returns whether a view is cut: it is shorter than it asked for, but does not get more lines.
  private func isAnyCut(_ items: [Item], _ asked: [Item]) -> Bool {
    items.indices.contains { index in
      let item = items[index]
      guard item.length < asked[index].length, !item.isLeftOut else { return false }
      let cross = item.cross ?? measure(index, item.room).cross
      return cross <= asked[index].cross ?? cross
    }
  }

  /// Offers the rest to the views of one priority.
  private func share(
    _ rest: inout Int, among order: ArraySlice<Int>, _ wishes: [Int], _ items: inout [Item]
  ) {
    // Room that a view declines in the first round is offered again.
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

  /// Offers `length` cells to a view.
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
