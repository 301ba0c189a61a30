/// The end of effects that are no longer wanted.
extension Engine {
  // MARK: One element

  /// Dooms the executions of an element, and forgets its queued effects, held start and place in
  /// line.
  ///
  /// Messages of a sender cannot be taken back: only a stop dooms them.
  mutating func dismiss(_ feedback: Int, _ element: Int) {
    if records[feedback].kind != .sender { doomExecutions(feedback, element) }
    guard let collection = records[feedback].collection else { return }
    forgetHold(feedback, collection, element)
    if collections[collection][element].isInLine {
      collections[collection].leaveLine(element)
      alive -= 1
    }
    collections[collection].update(element) { $0.isReserved = false }
  }

  /// Dooms the executions of an element, and forgets its queued effects.
  mutating func doomExecutions(_ feedback: Int, _ element: Int) {
    let work = work(feedback, element)
    guard work.isAtWork else { return }
    if work.live > 0 {
      for serial in serials(feedback, element) { doomExecution(feedback, serial) }
    }
    if records[feedback].kind.countsEffects { alive -= Int32(work.live + work.waiting) }
    update(feedback, element) { work in
      work.live = 0
      work.waiting = 0
    }
    streamRested(feedback, element)
  }

  /// Takes the serials of the executions of an element, oldest first.
  private mutating func serials(_ feedback: Int, _ element: Int) -> [UInt64] {
    guard let collection = records[feedback].collection else {
      return records[feedback].executions.serials
    }
    return collections[collection].takeSerials(of: element)
  }

  private mutating func doomExecution(_ feedback: Int, _ serial: UInt64) {
    guard let index = records[feedback].executions.index(of: serial) else {
      unreachable("an element has an execution that is not alive")
    }
    records[feedback].executions.remove(at: index)
    doom(feedback, serial)
  }

  private mutating func doom(_ feedback: Int, _ serial: UInt64) {
    let tag = EntryTag.execution(feedback: feedback, serial: serial)
    doomed.append(tag)
    if !stages.isEmpty { doomBranches(of: tag) }
  }

  /// Forgets the held start of an element.
  mutating func forgetHold(_ feedback: Int, _ collection: Int, _ element: Int) {
    guard let serial = collections[collection].forgetHold(element) else { return }
    doomed.append(EntryTag.execution(feedback: feedback, serial: serial))
    alive -= 1
  }

  // MARK: All elements

  /// Dooms everything of a feedback because the life of its part has ended, except for messages.
  mutating func endLife(_ feedback: Int) {
    lifeEnded(feedback)
    guard records[feedback].kind == .sender else { return doomAll(feedback) }
    for element in 0..<elementCount(feedback) { _ = elementChanged(feedback, element, .left) }
  }

  /// Dooms everything of all elements, oldest first, and forgets them.
  mutating func doomAll(_ feedback: Int) {
    let held = records[feedback].collection.map { collections[$0].held.keys.sorted() } ?? []
    for serial in records[feedback].executions.serials + held { doom(feedback, serial) }
    if records[feedback].kind.countsEffects {
      alive -= Int32(records[feedback].executions.count + waitingCount(feedback))
    }
    busyStreams -= Int32(busyCount(feedback))
    records[feedback].executions.removeAll()
    records[feedback].work = ElementWork()
    if let collection = records[feedback].collection { collections[collection].removeAll() }
  }

  private func elementCount(_ feedback: Int) -> Int {
    records[feedback].collection.map { collections[$0].elements.count } ?? 1
  }
}
