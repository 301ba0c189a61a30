/// The memory of a scope of several parts during a run: the lives of the parts, by number and by
/// id.
///
/// *Isolation*: owned and called by the owner of the drain.
@usableFromInline
final class PartsNode<
  State: Sendable, Event: Sendable, Parts, ID: Hashable & Sendable, Part: Equatable & Sendable,
  PartEvent: Sendable
> {
  @usableFromInline typealias Life = PartLife<Part, PartEvent>

  /// A part that is there.
  @usableFromInline
  struct Record {
    @usableFromInline let id: ID
    @usableFromInline let life: Life
    @usableFromInline var name: ElementID?

    @inlinable
    init(_ id: ID, _ life: Life) {
      self.id = id
      self.life = life
    }
  }

  @usableFromInline let parts: PartsAccess<State, Parts, ID, Part>
  @usableFromInline let event: (Event) -> (ID, PartEvent)?
  @usableFromInline let embed: @Sendable (ID, PartEvent) -> Event
  @usableFromInline let layout: PartLayout<Part, PartEvent>
  @usableFromInline let onlyOwnReducerChangesThem: Bool

  @usableFromInline @safe @exclusivity(unchecked) var records: [Record?] = []
  @usableFromInline @safe @exclusivity(unchecked) var numbers: [ID: Int] = [:]
  @usableFromInline @safe @exclusivity(unchecked) var free: [Int] = []
  /// The parts that have left in the newest step.
  @usableFromInline @safe @exclusivity(unchecked) var left: [Int] = []
  /// The parts that have made a transition or begun a life in the newest step, in the order of the
  /// collection.
  @usableFromInline @safe @exclusivity(unchecked) var touched: [Int] = []
  /// The parts before the step or, if the step took a part's own event, after that event.
  @usableFromInline @safe @exclusivity(unchecked) var before: Parts?
  /// The part whose own event the step took, and the event.
  @usableFromInline @safe @exclusivity(unchecked) var own: (number: Int, event: PartEvent)?
  /// The part's event in the event that is about to be reduced, if a repeat filter has asked for
  /// it.
  @usableFromInline @safe @exclusivity(unchecked) var asked: (ID, PartEvent)??
  /// Whether the part whose own event the step took has changed its id, and a new part has the old id.
  @usableFromInline @safe @exclusivity(unchecked) var isReplaced = false
  /// The new id of the part whose own event the step took, if the event has changed its id.
  @usableFromInline @safe @exclusivity(unchecked) var newID: NewID<ID>?

  @inlinable
  init(
    _ parts: PartsAccess<State, Parts, ID, Part>, event: @escaping (Event) -> (ID, PartEvent)?,
    embed: @escaping @Sendable (ID, PartEvent) -> Event, _ layout: PartLayout<Part, PartEvent>,
    onlyOwnReducerChangesThem: Bool
  ) {
    self.parts = parts
    self.event = event
    self.embed = embed
    self.layout = layout
    self.onlyOwnReducerChangesThem = onlyOwnReducerChangesThem
  }

  @inlinable
  func begin(_ state: inout State) {
    parts.compare(nil, parts.copy(&state)) { note($0) }
  }

  /// Finds a part's own event, and keeps a copy of all parts if there is none.
  @inlinable
  func look(_ state: inout State, _ whole: Event) {
    forgetStep()
    if let (id, event) = asked.take() ?? event(whole), let number = numbers[id] {
      own = (number, event)
    } else if !onlyOwnReducerChangesThem {
      before = parts.copy(&state)
    }
  }

  /// Reduces a part's own event, and keeps a copy of all parts after that.
  ///
  /// A copy from before the event would force the reducer to copy the part for each change.
  @inlinable
  func take(_ state: inout State) {
    guard let own, let record = records[own.number] else { return }
    newID = parts.modify(&state, record.id) { record.life.scopes.take(&$0, own.event) }
    if !onlyOwnReducerChangesThem { before = parts.copy(&state) }
  }

  /// Compares the parts with their states before the step, and follows their lives.
  @inlinable
  func settle(_ state: inout State, _ wholeBefore: Address<State>?) {
    if let wholeBefore {
      forgetStep()
      before = parts.copy(&wholeBefore.value)
    }
    if let before = before.take() { parts.compare(before, parts.copy(&state)) { note($0) } }
    defer { own = nil }
    // A part that has left has no transition.
    guard let own, let record = records[own.number], !touched.contains(own.number) else { return }
    // Another part with the old id may be behind the one that has changed its id.
    let isAnotherPart = newID != nil && !isReplaced
    guard !isAnotherPart, var part = parts.find(&state, record.id) else {
      return followChangedIDs(&state, insteadOf: record.id)
    }
    record.life.scopes.settle(&part, before: nil)
    record.life.advance(own.event, &part)
    touch(own.number, in: &state)
    if isReplaced { beginUnknown(&state) }
  }

  /// Adds a part to the touched ones, in its place among them.
  ///
  /// - Complexity: O(*m*) if *m* others are touched.
  @inlinable
  func touch(_ number: Int, in state: inout State) {
    guard let id = records[number]?.id else { return }
    let place = touched.firstIndex { other in
      records[other].map { parts.isInOrder(&state, id, $0.id) } ?? false
    }
    touched.insert(number, at: place ?? touched.endIndex)
  }

  /// Ends the life of a part that has changed its own id, and begins the life of the part with the
  /// new id.
  ///
  /// - Complexity: O(n).
  @inlinable
  func followChangedIDs(_ state: inout State, insteadOf old: ID) {
    note(.left(old))
    // The part has replaced another one with its new id, which is behind it.
    if let newID, newID.isFirst, let number = numbers[newID.id] {
      touched.removeAll { $0 == number }
      note(.left(newID.id))
    }
    beginUnknown(&state)
  }

  /// Begins the lives of the parts that have none.
  @inlinable
  func beginUnknown(_ state: inout State) {
    parts.compare(nil, parts.copy(&state)) { change in
      guard case .appeared(let id, _) = change, numbers[id] == nil else { return }
      note(change)
      if let number = touched.popLast() { touch(number, in: &state) }
    }
  }

  /// Notes the origin of the newest event for the parts that have made a transition.
  @inlinable
  func note(_ origin: KeptOrigin) {
    for number in touched { records[number]?.life.note(origin) }
  }

  /// Forgets the events of the parts that have made a transition in the newest step.
  @inlinable
  func forgetEvent() {
    for number in touched { records[number]?.life.forgetEvent() }
  }

  /// Forgets the newest step: the parts that have left in it, and the copies of touched parts.
  @inlinable
  func forgetStep() {
    for number in touched { records[number]?.life.forgetShown() }
    free.append(contentsOf: left)  // These numbers are no longer used.
    touched.removeAll(keepingCapacity: true)
    left.removeAll(keepingCapacity: true)
    own = nil
    isReplaced = false
    newID = nil
    before = nil
  }

  @inlinable
  func note(_ change: PartChange<ID, Part>) {
    switch change {
    case .left(let id):
      guard let number = numbers.removeValue(forKey: id) else { return }
      records[number] = nil
      left.append(number)
    // An id that does not equal itself, such as NaN, would never be found again, nor forgotten.
    case .appeared(let id, _) where id != id: return
    case .appeared(let id, _) where numbers[id] != nil:
      isReplaced = true
    case .appeared(let id, var part):
      let record = Record(id, Life(layout.blueprint, &part))
      let number = free.popLast() ?? records.count
      if number == records.count { records.append(record) } else { records[number] = record }
      numbers[id] = number
      touched.append(number)
    case .changed(let id, var old, var new):
      guard let number = numbers[id], let life = records[number]?.life else { return }
      let event = own?.number == number ? own?.event : nil
      if event != nil {
        life.scopes.settle(&new, before: nil)
      } else {
        withAddress(of: &old) { life.scopes.settle(&new, before: $0) }
      }
      life.advance(event, &new)
      touched.append(number)
    }
  }

  /// Returns the name of a part in origins, which is made at the first call.
  @inlinable
  func name(_ number: Int) -> ElementID? {
    guard number < records.count, let record = records[number] else { return nil }
    if let name = record.name { return name }
    let name = ElementID(record.id)
    records[number]?.name = name
    return name
  }
}
