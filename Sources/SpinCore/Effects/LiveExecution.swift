/// An execution whose work was started.
@usableFromInline
struct LiveExecution<Event: Sendable>: Sendable {
  @usableFromInline let tag: EntryTag
  @usableFromInline var parts = OneOrMore<ExecutionPart<Event>>()
  /// Its callbacks, which are cancelled even if they finish by themselves, to clean up.
  @usableFromInline var registrations = OneOrMore<CallbackRegistration<Event>>()
  /// How many entries of `registrations` have ended.
  @usableFromInline var endedRegistrations: UInt32 = 0
  /// Whether time passes before some of its events; known only if the run has an alarm, see
  /// ``RunawayMeter``.
  @usableFromInline var isTimed = false

  @inlinable
  init(_ tag: EntryTag) {
    self.tag = tag
  }

  /// Notes that callbacks have ended.
  ///
  /// - Complexity: O(1) for each callback, amortised, because ended callbacks are removed together
  ///   when they are half of all.
  mutating func registrationsEnded(_ count: Int) {
    endedRegistrations &+= UInt32(truncatingIfNeeded: count)
    if Int(endedRegistrations) * 2 < registrations.count { return }
    endedRegistrations = 0
    registrations.removeAll(where: \.hasEnded)
  }
}
