/// A transition in memory: the state, the event, and where the event came from.
///
/// The loop changes its newest moment in place from one transition to the next, while nobody else has
/// it. A ``Transition`` is a view of a moment that knows the types. An observer that keeps a transition
/// keeps the moment, so that the loop goes on with a copy.
///
/// *Isolation*: the owner of the drain changes it, while nobody else refers to it.
@usableFromInline @safe
package final class Moment: @unchecked Sendable {
  let types: LoopTypes
  private let memory: UnsafeMutableRawPointer
  // Guard: owned by this object.
  @safe @exclusivity(unchecked) nonisolated(unsafe) var number = 0
  @safe @exclusivity(unchecked) nonisolated(unsafe) private(set) var hasState = false
  @safe @exclusivity(unchecked) nonisolated(unsafe) private(set) var hasEvent = false
  @safe @exclusivity(unchecked) nonisolated(unsafe) var origin: KeptOrigin
  // Guard: the loop changes them only while it has the only reference.

  /// Creates a moment without a state, which the caller sets.
  init(_ types: LoopTypes, _ origin: KeptOrigin) {
    self.types = types
    self.origin = origin
    unsafe memory = .allocate(
      byteCount: max(types.eventOffset + types.event.size, 1),
      alignment: max(types.state.alignment, types.event.alignment))
  }

  /// Copies a state.
  convenience init(_ types: LoopTypes, copying state: StatePlace, _ origin: KeptOrigin) {
    self.init(types, origin)
    setState(copying: state)
  }

  deinit {
    forgetEvent()
    forgetState()
    unsafe memory.deallocate()
  }

  /// Copies a state in the place of the one before.
  func setState(copying state: StatePlace) {
    forgetState()
    unsafe types.state.copy(state.memory, to: memory)
    hasState = true
  }

  /// Returns whether the state has the same bytes as another one, so that it refers to the same objects.
  ///
  /// NB: the moment keeps the objects of its state alive, so no new object can have an old address.
  func hasSameBytes(_ state: StatePlace) -> Bool {
    unsafe SystemCall.areEqual(memory, state.memory, count: types.state.size)
  }

  func forgetState() {
    guard hasState else { return }
    hasState = false
    unsafe types.state.destroy(memory)
  }

  @usableFromInline package var state: StatePlace { unsafe StatePlace(memory) }

  /// The place of the event; `nil` if there is none.
  @usableFromInline package var event: EventPlace? { hasEvent ? eventPlace : nil }

  private var eventPlace: EventPlace { unsafe EventPlace(memory + types.eventOffset) }

  /// Notes the event that was reduced.
  @inline(__always)
  func advance(to number: Int, _ tag: EntryTag) {
    self.number = number
    origin.tag = tag
    if origin.element != nil { origin.element = nil }
  }

  /// Takes an event in the place of the one before.
  @inline(__always)
  func setEvent(taking event: EventPlace) {
    unsafe types.event.move(event.memory, to: placeForEvent().memory)
  }

  /// Copies an event in the place of the one before.
  func setEvent(copying event: EventPlace) {
    unsafe types.event.copy(event.memory, to: placeForEvent().memory)
  }

  /// Returns the place to which the caller moves an event.
  @inline(__always)
  func placeForEvent() -> EventPlace {
    if hasEvent { unsafe types.event.destroy(eventPlace.memory) }
    hasEvent = true
    return eventPlace
  }

  func forgetEvent() {
    guard hasEvent else { return }
    hasEvent = false
    unsafe types.event.destroy(eventPlace.memory)
  }

  /// A moment with the same state, and without an event.
  var copy: Moment {
    let copy = Moment(types, copying: state, origin)
    copy.number = number
    return copy
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
struct MomentView: Sendable {
  var moment: Moment
  /// The transition before, if the observer keeps previous states.
  var before: Moment?
  /// Whether it is shown to an observer that has just joined.
  var isFirstSeen = false
}
