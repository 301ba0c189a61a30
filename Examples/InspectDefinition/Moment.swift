import SpinRecording

/// What is known of the moment after an entry: the state with its changes, and the effects that are alive.
struct Moment: Sendable {
  /// The entry, by its place in the log.
  let index: Int
  /// What the state is, and which one it is compared with.
  let title: String
  /// Why the state is not that of the entry; `nil` if it is.
  let caveat: String?
  let roots: [Node]
  let effects: [Effect]

  /// An execution that is alive, or may be, with the run that has it if there are two.
  struct Effect: Hashable, Sendable, Identifiable {
    let alive: Executions.Alive
    /// Whether the second run has it, and not the first; `nil` if both have it, or if there is only one.
    let isSecond: Bool?
    var id: String { "\(isSecond.map { $0 ? "+" : "-" } ?? "")\(alive.feedback) #\(alive.number)" }
  }

  /// The moment of one run: its state beside the one that was kept before.
  init(_ run: Run, at index: Int) {
    self.index = index
    effects = run.executions.alive(at: index).map { Effect(alive: $0, isSecond: nil) }
    guard let place = run.keptPlace(at: index) else {
      (title, caveat, roots) = ("state", "No state was kept.", [])
      return
    }
    let (number, last) = (run.number(at: index), run.number(at: run.kept[place]))
    let before = place > 0 ? run.kept[place - 1] : nil
    let new = run.log.entries[run.kept[place]].state
    roots = Node.roots(before.map { run.log.entries[$0].state } ?? new, new)
    let count = roots.reduce(0) { $0 + $1.changeCount }
    let since =
      before.map { ", \(count.of("change", "changes")) since \(run.number(at: $0))" } ?? ""
    title = "state \(last)\(since)"
    caveat =
      number == last
      ? nil
      : "That of \(number) was not kept: keeping: .all keeps each."
  }

  /// The moment of two runs: the state of the second beside that of the first.
  init(_ first: Run, _ second: Run, at index: Int) {
    self.index = index
    effects = Self.effects(first, second, at: index)
    let last = (min(index, first.count - 1), min(index, second.count - 1))
    guard last.0 >= 0, last.1 >= 0, let places = Self.common(first, second, at: last) else {
      (title, caveat, roots) = ("states", "The runs have kept no state of the same transition.", [])
      return
    }
    let entries = (first.kept[places.0], second.kept[places.1])
    roots = Node.roots(first.log.entries[entries.0].state, second.log.entries[entries.1].state)
    let count = roots.reduce(0) { $0 + $1.changeCount }
    let number = first.number(at: entries.0)
    title = "states \(number), \(count == 0 ? "equal" : count.of("difference", "differences"))"
    let wanted = max(first.number(at: last.0), second.number(at: last.1))
    caveat =
      wanted == number
      ? nil
      : "Both have not kept that of \(wanted): keeping: .all keeps each."
  }

  /// The newest states that both have kept of the same transition.
  private static func common(_ first: Run, _ second: Run, at last: (Int, Int)) -> (Int, Int)? {
    guard var left = first.keptPlace(at: last.0), var right = second.keptPlace(at: last.1) else {
      return nil
    }
    while left >= 0, right >= 0 {
      let numbers = (first.number(at: first.kept[left]), second.number(at: second.kept[right]))
      if numbers.0 == numbers.1 { return (left, right) }
      if numbers.0 > numbers.1 { left -= 1 } else { right -= 1 }
    }
    return nil
  }

  private static func effects(_ first: Run, _ second: Run, at index: Int) -> [Effect] {
    func alive(_ run: Run) -> [Executions.Alive] {
      run.count == 0 ? [] : run.executions.alive(at: min(index, run.count - 1))
    }
    func name(_ alive: Executions.Alive) -> String {
      "\(alive.feedback) #\(alive.number) \(alive.shape ?? "")"
    }
    let (left, right) = (alive(first), alive(second))
    let (names, others) = (Set(left.map(name)), Set(right.map(name)))
    return left.map { Effect(alive: $0, isSecond: others.contains(name($0)) ? nil : false) }
      + right.filter { !names.contains(name($0)) }.map { Effect(alive: $0, isSecond: true) }
  }
}
