/// An event that the work of an effect keeps until it delivers it, for code that does not know its
/// type.
@usableFromInline
package protocol EventValue: Sendable {
  /// Calls a closure with the place of a copy, which the closure must take.
  func withPlace<Result>(_ body: (EventPlace) -> Result) -> Result

  /// The event, for descriptions of effects.
  var inWords: String { get }
}

/// An event of a type.
///
/// NB: a structure, because the event types of users do not conform to the protocol.
@usableFromInline
package struct EventOf<Event: Sendable>: EventValue {
  package let event: Event

  @usableFromInline
  package init(_ event: Event) {
    self.event = event
  }

  @usableFromInline
  package func withPlace<Result>(_ body: (EventPlace) -> Result) -> Result {
    SpinCore.withPlace(of: event, body)
  }

  @usableFromInline
  package var inWords: String { SpinCore.inWords(event) }
}

/// Makes events of one type from events of another, for code that does not know the types.
@usableFromInline
package final class Conversion: Sendable {
  /// Takes an event, and calls a closure with the place of the other event, which the closure must
  /// take.
  let convert: @Sendable (EventPlace, (EventPlace) -> Void) -> Void
  /// Makes the other event from an event that work keeps.
  let convertValue: @Sendable (any EventValue) -> any EventValue

  package init<Event: Sendable, Other: Sendable>(
    _ transform: @escaping @Sendable (Event) -> Other
  ) {
    convert = { event, body in withPlace(of: transform(event.take(Event.self)), body) }
    convertValue = { value in
      guard let value = value as? EventOf<Event> else {
        unreachable("an event of another type is converted")
      }
      return EventOf(transform(value.event))
    }
  }
}
