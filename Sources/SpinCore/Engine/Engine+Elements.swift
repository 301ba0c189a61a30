/// The elements of feedbacks: each has effects of its own. A plain feedback has one, element 0.
///
/// Every effect belongs to an element. An element of a collection may have to wait for a place:
///
/// ```
///            ┌─ throttled: held ──period over──┐
/// wanted ────┤                                 ▼
///            └──────────────────▶ place free? ─yes─▶ called ──▶ at work ──▶ idle
///                                     └─no─▶ in line ──place free──▲
/// ```
/// An element that leaves or is withdrawn loses its hold, its place in line and its executions.
extension Engine {
  /// The change of an element by a new state.
  @usableFromInline
  package enum ElementChange: UInt8, Sendable {
    /// It is new, or its value has changed: an effect is wanted.
    case wanted
    /// The next attempt of its work is wanted. If the attempt before it has just ended, its place is
    /// still free, and elements in line do not take it.
    case retried
    /// The state did not pass the filter.
    case declined
    /// The selected value is gone.
    case withdrawn
    /// It is new and has no value; only monitors are told of this change.
    case absent
    /// It has left the collection; the feedback may reuse its number.
    case left
    /// The life of its part has ended; the feedback may reuse its number.
    case ended

    /// Whether it is gone, and the feedback may reuse its number.
    var isGone: Bool { self == .left || self == .ended }
  }

  /// The engine's order about an element.
  package enum ElementOrder: Hashable, Sendable {
    case nothing
    /// Call its effect closure in this step.
    case call
    /// Set an alarm, and post ``EntryTag/Kind/holdEnded`` when it is due.
    case hold(serial: UInt64, Duration)
  }

  // MARK: Changes

  /// A feedback was asked about the new state, and one of its elements has changed.
  ///
  /// This function carries out what the strategy decides about running effects. Where nothing runs, a strategy
  /// has nothing to decide. ``effectDescribed(_:element:immediates:parts:)`` lets effects wait in a queue.
  ///
  /// - Parameters:
  ///   - feedback: The feedback.
  ///   - element: The element.
  ///   - change: The change of the element.
  ///   - group: The group that the element belongs to while it is in the collection.
  ///   - now: The time of the loop's scheduler, if the feedback is throttled.
  /// - Returns: The order to carry out.
  @inline(__always)
  package mutating func elementChanged(
    _ feedback: Int, _ element: Int, _ change: ElementChange, in group: Int = 0,
    now: @autoclosure () -> Duration = .zero
  ) -> ElementOrder {
    let collection = records[feedback].collection
    if let collection { collections[collection].makeRoom(for: element, in: group) }
    switch change {
    case .wanted, .retried:
      let isAtWork = isAtWork(feedback, element)
      if isAtWork {
        let rules = records[feedback].strategy.rules
        if rules.skips { return .nothing }
        if rules.replaces { doomExecutions(feedback, element) }
      }
      guard let collection else { return .call }
      return placeWanted(
        feedback, collection, element, isAtWork: isAtWork, isRetried: change == .retried, now())
    case .declined where records[feedback].strategy.rules.replaces, .withdrawn:
      dismiss(feedback, element)
    case .declined:
      if let collection { forgetHold(feedback, collection, element) }
    case .absent: break
    case .left, .ended:
      if change == .ended { lifeEnded(feedback, element) }
      dismiss(feedback, element)
      if let collection { collections[collection].update(element) { $0.latestStart = nil } }
    }
    return .nothing
  }

  /// An element of a collection wants a place.
  private mutating func placeWanted(
    _ feedback: Int, _ collection: Int, _ element: Int, isAtWork: Bool, isRetried: Bool,
    _ now: Duration
  ) -> ElementOrder {
    let record = collections[collection][element]
    if record.isInLine { return .nothing }
    if let delay = collections[collection].throttle?.delay(after: record.latestStart, now) {
      return held(collection, element, delay)
    }
    forgetHold(feedback, collection, element)
    let keepsPlace = isAtWork || isRetried && collections[collection].isOpen(for: element)
    return takePlace(collection, element, isAtWork: keepsPlace) ? .call : .nothing
  }

  /// Takes a place for an element that is about to be called, or else lets it join the line.
  private mutating func takePlace(_ collection: Int, _ element: Int, isAtWork: Bool) -> Bool {
    guard isAtWork || collections[collection].hasPlace(for: element) else {
      collections[collection].joinLine(element, since: nextNumber - 1)
      alive += 1
      return false
    }
    collections[collection].update(element) { $0.isReserved = true }
    return true
  }

  private mutating func held(_ collection: Int, _ element: Int, _ delay: Duration) -> ElementOrder {
    guard collections[collection].throttle?.latest == true,
      collections[collection][element].hold == 0
    else { return .nothing }
    let serial = nextSerial()
    collections[collection].hold(element, serial: serial)
    alive += 1
    return .hold(serial: serial, delay)
  }

  /// The alarm that the start of an element was waiting for was due.
  ///
  /// - Returns: The element whose closure must be called now; `nil` if there is none, or no place
  ///   for it.
  package mutating func holdEnded(_ tag: EntryTag) -> Int? {
    guard let collection = records[tag.feedback].collection,
      let element = collections[collection].held[tag.serial]
    else { return nil }
    _ = collections[collection].forgetHold(element)
    alive -= 1
    let isAtWork = collections[collection][element].isAtWork
    return takePlace(collection, element, isAtWork: isAtWork) ? element : nil
  }

  // MARK: Places

  /// Whether the engine needs the time when an element of a feedback changes.
  package func isThrottled(_ feedback: Int) -> Bool {
    records[feedback].collection.map { collections[$0].throttle != nil } ?? false
  }

  /// Takes the first element in line, if there is a place for it; the drain must call its closure.
  package mutating func nextInLine(_ feedback: Int) -> Int? {
    guard let collection = records[feedback].collection,
      let element = collections[collection].takeNext()
    else { return nil }
    collections[collection].update(element) { $0.isReserved = true }
    alive -= 1
    return element
  }

  /// The effect closure of an element is about to be called.
  package mutating func elementCalled(_ feedback: Int, _ element: Int, now: Duration) {
    guard let collection = records[feedback].collection, collections[collection].throttle != nil
    else { return }
    collections[collection].update(element) { $0.latestStart = now }
  }

  // MARK: Records

  /// The record of the effects of an element.
  @inline(__always)
  func work(_ feedback: Int, _ element: Int) -> ElementWork {
    guard let collection = records[feedback].collection else { return records[feedback].work }
    return collections[collection][element].work
  }

  /// Changes the record of the effects of an element.
  @inline(__always)
  mutating func update<Result>(
    _ feedback: Int, _ element: Int, _ change: (inout ElementWork) -> Result
  ) -> Result {
    guard let collection = records[feedback].collection else {
      return change(&records[feedback].work)
    }
    return collections[collection].update(element) { change(&$0.work) }
  }

  /// Whether an element has a place.
  private func isAtWork(_ feedback: Int, _ element: Int) -> Bool {
    guard let collection = records[feedback].collection else {
      return records[feedback].work.isAtWork
    }
    return collections[collection][element].isAtWork
  }

  /// The element that a live execution or branch belongs to.
  package func element(of tag: EntryTag) -> Int? {
    let serial = branch(tag.serial)?.execution ?? tag.serial
    return records[tag.feedback].executions.index(of: serial)
      .map { records[tag.feedback].executions[$0].element }
  }
}

extension Answer {
  /// The change that the answer means for a feedback without a collection, apart from the end of a life.
  var change: Engine.ElementChange? {
    switch self {
    case .wanted, .wantedAgain: .wanted
    case .declined: .declined
    case .withdrawn: .withdrawn
    case .unchanged, .listed, .listedAgain, .ended: nil
    }
  }
}

extension Throttle {
  /// How long a start must wait; `nil` if it may be made now.
  fileprivate func delay(after latest: Duration?, _ now: Duration) -> Duration? {
    guard let end = latest?.addingClamped(period), now < end else { return nil }
    return end.subtractingClamped(now)
  }
}
