/// An execution whose work was started.
struct LiveExecution: Sendable {
  let tag: EntryTag
  var parts = OneOrMore<ExecutionPart>()
  /// Its callbacks, which are cancelled even if they finish by themselves, to clean up.
  var registrations = OneOrMore<CallbackRegistration>()
  /// How many entries of `registrations` have ended.
  var endedRegistrations: UInt32 = 0
  /// Whether time passes before some of its events; known only if the run has an alarm, see
  /// ``RunawayMeter``.
  var isTimed = false

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
