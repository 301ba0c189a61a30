/// The end of what belongs to elements that leave.
extension Engine {
  /// Dooms the executions of an element, and forgets its queued effects, held start and place in
  /// line.
  mutating func dismiss(_ feedback: Int, _ collection: Int, _ element: Int) {
    if records[feedback].kind != .sender { doomExecutions(feedback, collection, element) }
    forgetHold(feedback, collection, element)
    if collections[collection][element].isInLine {
      collections[collection].leaveLine(element)
      alive -= 1
    }
    collections[collection].update(element) { $0.isReserved = false }
  }

  /// Dooms the executions of an element.
  mutating func doomExecutions(_ feedback: Int, _ collection: Int, _ element: Int) {
    let record = collections[collection][element]
    for serial in record.serials.all {
      guard let index = records[feedback].executions.index(of: serial) else {
        unreachable("an element has an execution that is not alive")
      }
      records[feedback].executions.remove(at: index)
      let tag = EntryTag.execution(feedback: feedback, serial: serial)
      doomed.append(tag)
      if !stages.isEmpty { doomBranches(of: tag) }
    }
    if records[feedback].kind.countsEffects {
      alive -= Int32(record.serials.count + record.waiting)
    }
    collections[collection].update(element) { record in
      record.serials.removeAll()
      record.waiting = 0
    }
    streamRested(collection, element)
  }

  /// Forgets the held start of an element.
  mutating func forgetHold(_ feedback: Int, _ collection: Int, _ element: Int) {
    guard let serial = collections[collection].forgetHold(element) else { return }
    doomed.append(EntryTag.execution(feedback: feedback, serial: serial))
    alive -= 1
  }

  /// Forgets all elements, but dooms none of the messages that they send.
  mutating func forgetAll(_ feedback: Int, _ collection: Int) {
    for element in collections[collection].elements.indices {
      _ = elementChanged(feedback, element, .left)
    }
  }

  /// Dooms everything of all elements, and forgets them.
  mutating func dismissAll(_ feedback: Int, _ collection: Int) {
    let all = collections[collection]
    for serial in records[feedback].executions.serials + all.held.keys.sorted() {
      let tag = EntryTag.execution(feedback: feedback, serial: serial)
      doomed.append(tag)
      if !stages.isEmpty { doomBranches(of: tag) }
    }
    if records[feedback].kind.countsEffects {
      alive -= Int32(records[feedback].executions.count + all.waitingCount)
    }
    busyStreams -= Int32(all.busyCount)
    records[feedback].executions.removeAll()
    collections[collection].removeAll()
  }
}
