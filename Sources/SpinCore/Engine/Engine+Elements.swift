/// The elements of a collection: each has effects of its own, which may have to wait for a place.
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
    /// It is new, or has become another one.
    case wanted
    /// The state did not pass the filter.
    case declined
    /// The selected value is gone.
    case withdrawn
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

  /// Whether the engine needs the time when an element of a feedback changes.
  package func isThrottled(_ feedback: Int) -> Bool {
    records[feedback].collection.map { collections[$0].throttle != nil } ?? false
  }

  /// A feedback was asked about the new state, and one of its elements has changed.
  ///
  /// - Parameters:
  ///   - feedback: The feedback.
  ///   - element: The element.
  ///   - change: The change of the element.
  ///   - group: The group that the element belongs to while it is in the collection.
  ///   - now: The time of the loop's scheduler, if the feedback is throttled.
  /// - Returns: The order to carry out.
  package mutating func elementChanged(
    _ feedback: Int, _ element: Int, _ change: ElementChange, in group: Int = 0,
    now: Duration = .zero
  ) -> ElementOrder {
    let collection = collection(of: feedback)
    collections[collection].makeRoom(for: element, in: group)
    switch change {
    case .wanted:
      return elementWanted(feedback, collection, element, now)
    case .declined:
      if records[feedback].strategy == .cancelOnNewState {
        dismiss(feedback, collection, element)
      } else {
        forgetHold(feedback, collection, element)
      }
    case .withdrawn:
      dismiss(feedback, collection, element)
    case .left:
      dismiss(feedback, collection, element)
      collections[collection].update(element) { $0.latestStart = nil }
    case .ended:
      lifeEnded(collection, element)
      return elementChanged(feedback, element, .left, in: group)
    }
    return .nothing
  }

  private mutating func elementWanted(
    _ feedback: Int, _ collection: Int, _ element: Int, _ now: Duration
  ) -> ElementOrder {
    let isAtWork = collections[collection][element].isAtWork
    // Only a reacting feedback has a strategy.
    let isReacting = records[feedback].kind == .reacting
    switch isReacting ? records[feedback].strategy : .continueOnNewState {
    case .ignoreNewState where isAtWork: return .nothing
    case .cancelOnNewState: doomExecutions(feedback, collection, element)
    case .continueOnNewState, .ignoreNewState, .queueNewState: break
    }
    let record = collections[collection][element]
    if record.isInLine { return .nothing }
    if let delay = collections[collection].throttle?.delay(after: record.latestStart, now) {
      return held(collection, element, delay)
    }
    forgetHold(feedback, collection, element)
    guard isAtWork || collections[collection].hasPlace(for: element) else {
      collections[collection].joinLine(element)
      alive += 1
      return .nothing
    }
    collections[collection].update(element) { $0.isReserved = true }
    return .call
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
    guard isAtWork || collections[collection].hasPlace(for: element) else {
      collections[collection].joinLine(element)
      alive += 1
      return nil
    }
    collections[collection].update(element) { $0.isReserved = true }
    return element
  }

  /// Takes the first element in line, if there is a place for it; the drain must call its closure.
  package mutating func nextInLine(_ feedback: Int) -> Int? {
    let collection = collection(of: feedback)
    guard let element = collections[collection].takeNext() else { return nil }
    collections[collection].update(element) { $0.isReserved = true }
    alive -= 1
    return element
  }

  /// Whether an element waits for a place, or for the end of a period.
  package func elementWaits(_ feedback: Int, _ element: Int) -> Bool {
    let record = collections[collection(of: feedback)][element]
    return record.isInLine || record.hold != 0
  }

  // MARK: Its effects

  /// The effect closure of an element is about to be called.
  package mutating func elementCalled(_ feedback: Int, _ element: Int, now: Duration = .zero) {
    let collection = collection(of: feedback)
    if collections[collection].throttle == nil { return }
    collections[collection].update(element) { $0.latestStart = now }
  }

  /// The effect closure of an element described an effect.
  package mutating func elementDescribed(
    _ feedback: Int, _ element: Int, immediates: Int, parts: Int
  ) -> Disposition {
    let collection = collection(of: feedback)
    if isStopped { return .ignore }
    let disposition = disposition(feedback, collection, element, immediates, parts)
    collections[collection].update(element) { $0.isReserved = false }
    return disposition
  }

  private mutating func disposition(
    _ feedback: Int, _ collection: Int, _ element: Int, _ immediates: Int, _ parts: Int
  ) -> Disposition {
    if immediates + parts == 0 { return .ignore }
    let record = collections[collection][element]
    guard records[feedback].queues else {
      if parts == 0 { return .post(serial: posted(feedback, element, immediates)) }
      return begin(feedback, element: element, immediates: immediates, parts: parts)
    }
    if record.serials.isEmpty && record.waiting == 0 {
      return begin(feedback, element: element, immediates: immediates, parts: parts)
    }
    collections[collection].update(element) { $0.waiting += 1 }
    alive += 1
    return .wait
  }

  /// Takes an element whose next queued effect may start.
  package mutating func nextReadyElement(_ feedback: Int) -> Int? {
    collections[collection(of: feedback)].takeReady()
  }

  /// A queued effect of an element is about to start.
  package mutating func waitingEffectTaken(
    _ feedback: Int, element: Int, immediates: Int, parts: Int
  ) -> Disposition {
    let order = begin(feedback, element: element, immediates: immediates, parts: parts)
    collections[collection(of: feedback)].update(element) { $0.waiting -= 1 }
    alive -= 1
    return order
  }

  private mutating func begin(
    _ feedback: Int, element: Int, immediates: Int, parts: Int
  ) -> Disposition {
    let order = begin(feedback, of: element, immediates: immediates, parts: parts)
    let serial = newestSerial
    collections[collection(of: feedback)].update(element) { record in
      record.serials.append(serial)
      record.handed = 0
    }
    return order
  }

  /// An execution of an element ended by itself.
  mutating func elementEnded(_ collection: Int, _ element: Int, _ serial: UInt64) {
    let isReady = collections[collection].update(element) { record in
      record.serials.remove(serial)
      return record.serials.isEmpty && record.waiting > 0
    }
    if isReady { collections[collection].noteReady(element) }
    if collections[collection].elements[element].serials.isEmpty {
      streamRested(collection, element)
    }
  }

  /// The element that a live execution or branch belongs to.
  package func element(of tag: EntryTag) -> Int? {
    let serial = branches[tag.serial]?.execution ?? tag.serial
    return records[tag.feedback].executions.index(of: serial)
      .map { records[tag.feedback].executions[$0].element }
  }

  /// The collection of a feedback for each element.
  func collection(of feedback: Int) -> Int {
    guard let collection = records[feedback].collection else {
      unreachable("a feedback without elements is asked about one")
    }
    return collection
  }
}

extension Throttle {
  /// How long a start must wait; `nil` if it may be made now.
  fileprivate func delay(after latest: Duration?, _ now: Duration) -> Duration? {
    guard let end = latest?.addingClamped(period), now < end else { return nil }
    return end.subtractingClamped(now)
  }
}
