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
    if collections[collection].leaveLine(element) { alive -= 1 }
    collections[collection].update(element) { $0.isReserved = false }
  }

  /// Dooms the executions of an element, and forgets its queued effects.
  @inline(__always)
  mutating func doomExecutions(_ feedback: Int, _ element: Int) {
    if let collection = records[feedback].collection {
      doomExecutions(feedback, collection, element)
    } else {
      doomAll(feedback)
    }
  }

  private mutating func doomExecutions(_ feedback: Int, _ collection: Int, _ element: Int) {
    let work = collections[collection][element].work
    guard work.isAtWork else { return }
    for serial in collections[collection].takeSerials(of: element) {
      guard let index = records[feedback].executions.index(of: serial) else {
        unreachable("an element has an execution that is not alive")
      }
      records[feedback].executions.remove(at: index)
      doom(feedback, serial)
    }
    if records[feedback].kind.countsEffects { alive -= work.live + work.waiting }
    update(feedback, element) { work in
      work.live = 0
      work.waiting = 0
    }
    streamRested(feedback, element)
  }

  private mutating func doom(_ feedback: Int, _ serial: UInt64) {
    let tag = EntryTag.execution(feedback: feedback, serial: serial)
    doomed.append(tag)
    if hasStages { doomBranches(of: tag) }
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
    let count = records[feedback].collection.map { collections[$0].elements.count } ?? 1
    for element in 0..<count { _ = elementChanged(feedback, element, .left) }
  }

  /// Dooms everything of all elements, oldest first, and forgets them.
  mutating func doomAll(_ feedback: Int) {
    let (serials, old) = records[feedback].forgetWork()
    for serial in serials { doom(feedback, serial) }
    if let collection = records[feedback].collection { forgetAll(feedback, collection) }
    if records[feedback].kind.countsEffects { alive -= Int32(serials.count) + old.waiting }
    if old.isBusy { busyStreams -= 1 }
  }

  /// Forgets all elements of a collection except for their executions.
  private mutating func forgetAll(_ feedback: Int, _ collection: Int) {
    for serial in collections[collection].held.keys.sorted() { doom(feedback, serial) }
    if records[feedback].kind.countsEffects { alive -= Int32(collections[collection].waitingCount) }
    busyStreams -= Int32(collections[collection].busyCount)
    collections[collection].removeAll()
  }
}
