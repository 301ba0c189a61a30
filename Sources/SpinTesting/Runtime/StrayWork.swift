internal import SpinCore

/// What other threads have made ready while a call of the test worked that does not wait for them.
///
/// A job is set aside until `run(until:)` waits for it, so that the speed of another thread does not
/// decide what a call does. A turn cannot wait: the events of its loop are behind it.
struct StrayWork: Sendable {
  struct Item: Sendable {
    /// The job that was set aside, or the turn that was not.
    let work: Agenda.Work
    /// The failure of a test that never waits for the work; `nil` if nothing depends on it.
    let failure: TestFailure?

    /// Whether the loop was told to stop before the test has waited.
    var isOver: Bool {
      switch work {
      case .turn(let turn): turn.loopIsStopped
      case .job(_, let execution): execution.loopIsStopped
      case .condition, .alarm: false
      }
    }
  }

  private var items: [Item] = []

  var isEmpty: Bool { items.isEmpty }

  /// The failures of a test that never waits.
  var failures: [TestFailure] { items.compactMap(\.failure) }

  mutating func append(_ item: Item) {
    items.append(item)
  }

  func contains(_ execution: TestExecution) -> Bool {
    items.contains { $0.work.isJob(of: execution) }
  }

  /// Takes everything, in the order in which it came.
  mutating func takeAll() -> [Item] {
    defer { items = [] }
    return items
  }

  /// Takes what is of loops that were told to stop.
  mutating func takeOver() -> [Item] {
    let over = items.filter(\.isOver)
    if !over.isEmpty { items.removeAll(where: \.isOver) }
    return over
  }
}
