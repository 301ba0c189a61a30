/// A transition in memory: the state, the event, and where the event came from.
///
/// The loop changes its newest moment in place from one transition to the next, while nobody else has
/// it. A ``Transition`` is a view of a moment that knows the types. An observer that keeps a transition
/// keeps the moment, so that the loop goes on with a copy.
///
/// *Isolation*: the owner of the drain changes it, while nobody else refers to it.
package final class Moment: Sendable {
  private let memory: TransitionMemory
  @safe nonisolated(unsafe) var number = 0
  @safe nonisolated(unsafe) private(set) var hasState = false
  @safe nonisolated(unsafe) private(set) var hasEvent = false
  @safe @exclusivity(unchecked) nonisolated(unsafe) var origin: KeptOrigin
  // Guard: the loop changes them only while it has the only reference.

  /// Creates a moment without a state, which the caller sets.
  init(_ types: LoopTypes, _ origin: KeptOrigin) {
    self.origin = origin
    memory = TransitionMemory(types)
  }

  /// Copies a state.
  convenience init(_ types: LoopTypes, copying state: StatePlace, _ origin: KeptOrigin) {
    self.init(types, origin)
    setState(copying: state)
  }

  deinit {
    forgetEvent()
    forgetState()
  }

  var types: LoopTypes { memory.types }

  /// Copies a state, which replaces the one before.
  func setState(copying state: StatePlace) {
    forgetState()
    types.state.copy(state, to: memory.state)
    hasState = true
  }

  /// Returns whether the state has the same bytes as another one, so that it refers to the same objects.
  ///
  /// NB: the moment keeps the objects of its state alive, so no new object can have an old address.
  func hasSameBytes(_ state: StatePlace) -> Bool {
    memory.state.hasSameBytes(as: state, types.state.size)
  }

  func forgetState() {
    guard hasState else { return }
    hasState = false
    types.state.destroy(memory.state)
  }

  package var state: StatePlace { memory.state }

  /// The place of the event; `nil` if there is none.
  package var event: EventPlace? { hasEvent ? memory.event : nil }

  /// Notes the event that was reduced.
  func advance(to number: Int, _ tag: EntryTag) {
    self.number = number
    origin.tag = tag
    if origin.element != nil { origin.element = nil }
  }

  /// Takes an event, which replaces the one before.
  @inline(__always)
  func setEvent(taking event: EventPlace) {
    types.event.move(event, to: placeForEvent())
  }

  /// Copies an event, which replaces the one before.
  func setEvent(copying event: EventPlace) {
    types.event.copy(event, to: placeForEvent())
  }

  /// Returns the place to which the caller moves an event.
  @inline(__always)
  func placeForEvent() -> EventPlace {
    if hasEvent { types.event.destroy(memory.event) }
    hasEvent = true
    return memory.event
  }

  /// Moves the event, if there is one, to a slot.
  func moveEvent(to slot: EventSlot) {
    guard hasEvent else { return }
    hasEvent = false
    _ = slot.fill { place in
      types.event.move(memory.event, to: place)
      return true
    }
  }

  func forgetEvent() {
    guard hasEvent else { return }
    hasEvent = false
    types.event.destroy(memory.event)
  }

  /// A moment with the same state, and without an event.
  var copy: Moment { copy(withState: state, keepsEvent: false) }

  /// Gives the moment the state of another one, and no event.
  func become(_ other: Moment) {
    forgetEvent()
    setState(copying: other.state)
    origin = other.origin
    number = other.number
  }

  /// Returns a moment with another state or none, and with the same event or none.
  func copy(withState state: StatePlace?, keepsEvent: Bool = true) -> Moment {
    let copy = Moment(types, origin)
    copy.number = number
    if keepsEvent, let event { copy.setEvent(copying: event) }
    if let state { copy.setState(copying: state) }
    return copy
  }
}

/// What a transition consists of, for code that does not know its types.
@usableFromInline
package struct MomentView: Sendable {
  var moment: Moment
  /// The transition before, if the observer keeps previous states.
  var before: Moment?
  /// Whether it is shown to an observer that has just joined.
  var isFirstSeen = false

  package var number: Int { moment.number }
  @usableFromInline package var state: StatePlace { moment.state }
  @usableFromInline var event: EventPlace? { moment.event }
}
