/// An execution whose work was started.
@usableFromInline
struct LiveExecution<Event: Sendable>: Sendable {
  @usableFromInline let tag: EntryTag
  @usableFromInline var parts = OneOrMore<ExecutionPart<Event>>()
  /// Its callbacks; they are also cancelled, to clean up, when they finish by themselves.
  @usableFromInline var registrations = OneOrMore<CallbackRegistration<Event>>()
  /// Whether time passes before some of its events; known if somebody is told of runaways, see ``RunawayMeter``.
  @usableFromInline var isTimed = false

  @inlinable
  init(_ tag: EntryTag) {
    self.tag = tag
  }
}
