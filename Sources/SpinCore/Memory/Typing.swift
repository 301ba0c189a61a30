// Makes values with a type from places, places from values, and objects of a class from objects.
//
// A place has no type. The right type is used here because of the types of what users write: a
// `Spin<State, Event>` takes only feedbacks, scopes, reducers and observers of these types, and each of
// them makes its closures for just these types.

extension Place {
  /// Returns the address of the value, which must be of this type.
  @usableFromInline @_transparent
  package func address<Value>(of type: Value.Type) -> Address<Value> {
    unsafe Address(memory.assumingMemoryBound(to: type))
  }

  /// Lends the value to a closure, which must take this type.
  @inlinable @inline(__always)
  package func lend<Value, Result>(to body: (Value) -> Result) -> Result {
    SpinCore.lend(&address(of: Value.self).value, to: body)
  }

  /// Creates the place of a value.
  @inlinable
  package init<Value>(_ address: Address<Value>) {
    unsafe self.init(UnsafeMutableRawPointer(address.pointer))
  }
}

extension EventPlace {
  /// Puts an event here, where none is.
  @inlinable
  package func initialize<Event>(to event: Event) {
    unsafe memory.initializeMemory(as: Event.self, to: event)
  }

  /// Takes the event, which must be of this type.
  package func take<Event>(_ type: Event.Type) -> Event {
    unsafe memory.assumingMemoryBound(to: type).move()
  }
}

extension StatePlace {
  /// Returns whether the state here has the same bytes as a copy, so that it refers to the same objects.
  ///
  /// NB: the copy keeps these objects alive, so no new object can have an old address.
  @usableFromInline
  func hasSameBytes(as copy: StatePlace, _ count: Int) -> Bool {
    unsafe SystemCall.areEqual(memory, copy.memory, count: count)
  }
}

/// Returns an object as an object of a class, without a check.
///
/// The caller says why the object is of the class.
@inlinable
func known<Object: AnyObject>(_ object: AnyObject, as type: Object.Type) -> Object {
  unsafe unsafeDowncast(object, to: type)
}

/// Calls a closure with the place of an event or another value, which the closure must take.
@usableFromInline @_transparent
package func withPlace<Value, Content, Result>(
  of value: borrowing Value, _ body: (Place<Content>) -> Result
) -> Result {
  let value = copy value
  return unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
    let place = unsafe memory.baseAddress.unsafelyUnwrapped
    unsafe place.initialize(to: value)
    return unsafe body(Place(UnsafeMutableRawPointer(place)))
  }
}

/// Calls a closure with the place of a state, which lasts as long as the call.
@usableFromInline @_transparent
package func withPlace<State, Result>(
  ofState state: inout State, _ body: (StatePlace) -> Result
) -> Result {
  withAddress(of: &state) { body(StatePlace($0)) }
}

extension LoopTypes {
  /// Returns an event as it is printed.
  func words(of event: EventPlace) -> String {
    func words<Event>(_ type: Event.Type) -> String { inWords(event.address(of: type).value) }
    return words(eventType)
  }
}
