extension Engine {
  /// The feedbacks that keep the loop from being settled, in order of declaration, once for each
  /// effect that is alive.
  package var liveFeedbacks: [Int] {
    records.indices.flatMap { index in
      let record = records[index]
      let count =
        record.kind.countsEffects
        ? record.executions.count + waitingCount(index) : busyCount(index)
      return repeatElement(index, count: count)
    }
  }

  /// The executions of a feedback, oldest first, and the elements that they belong to.
  func executions(_ feedback: Int) -> [(serial: UInt64, element: Int)] {
    let list = records[feedback].executions
    return zip(list.serials, list.elements).map { ($0, $1.element) }
  }

  /// The branches of each execution that has some, oldest first.
  var branchesOfExecutions: [UInt64: [UInt64]] {
    Dictionary(grouping: branches.keys.sorted()) { branches[$0]?.execution ?? 0 }
  }

  /// Whether an execution or a branch can have sent an entry, given what it has done so far.
  ///
  /// For an execution that is not alive, the result is `true`: all of its entries are stale.
  func mayHaveSent(_ tag: EntryTag) -> Bool {
    if let index = records[tag.feedback].executions.index(of: tag.serial) {
      let isOfBranch = tag.kind == .stageDue || tag.kind == .attemptFailed
      let parts = records[tag.feedback].executions[index].parts
      // A staged part sends nothing itself.
      return !isOfBranch && parts > machine(of: tag.serial)?.open ?? 0
    }
    guard let branch = branch(tag.serial), let machine = machine(of: branch.execution) else {
      return true
    }
    let node = machine.nodes[branch.node]
    return switch tag.kind {
    case .stageDue: node.isWaiting
    case .attemptFailed: node.kind == .attempt && !node.isWaiting
    default: !node.isWaiting
    }
  }

  /// What an element waits for before its closure is called.
  enum ElementWaiting {
    /// A place, since a transition.
    case place(since: Int)
    /// The alarm of a held start.
    case period(serial: UInt64)
  }

  /// What an element waits for; `nil` if it does not wait.
  func waiting(_ feedback: Int, _ element: Int) -> ElementWaiting? {
    guard let collection = records[feedback].collection else { return nil }
    let record = collections[collection][element]
    if record.isInLine { return .place(since: record.since) }
    return record.hold == 0 ? nil : .period(serial: record.hold)
  }

  /// Whether the strategy skips new work of an element, because an effect runs.
  func skipsNewState(_ feedback: Int, _ element: Int) -> Bool {
    records[feedback].strategy.rules.skips && work(feedback, element).isAtWork
  }

  /// The elements of a feedback that wait before their closures are called.
  func waitingElements(_ feedback: Int) -> [(number: Int, waiting: ElementWaiting)] {
    guard let collection = records[feedback].collection else { return [] }
    return collections[collection].elements.indices.compactMap { element in
      waiting(feedback, element).map { (element, $0) }
    }
  }

  /// The element whose start is held until an alarm.
  func heldElement(_ feedback: Int, _ serial: UInt64) -> Int? {
    records[feedback].collection.flatMap { collections[$0].held[serial] }
  }

  /// The number of a feedback's busy streams and of its receivers that have not joined.
  func busyCount(_ feedback: Int) -> Int {
    guard let collection = records[feedback].collection else {
      return records[feedback].work.isBusy ? 1 : 0
    }
    return collections[collection].busyCount
  }

  /// The number of a feedback's queued effects, elements in line and held starts.
  func waitingCount(_ feedback: Int) -> Int {
    guard let collection = records[feedback].collection else {
      return Int(records[feedback].work.waiting)
    }
    return collections[collection].waitingCount
  }
}
