/// A run whose work was started.
@usableFromInline
struct LiveExecution<Event: Sendable>: Sendable {
  @usableFromInline let tag: EntryTag
  /// Its parts; the first has a place of its own, because most often there is no other.
  @usableFromInline var first: ExecutionPart<Event>?
  @usableFromInline var more: [ExecutionPart<Event>] = []
  /// Its callbacks; they are also cancelled, to clean up, when they finish by themselves.
  @usableFromInline var registrations: [CallbackRegistration<Event>] = []

  /// Whether time passes before some of its events; known in debug builds, see ``RunawayMeter``.
  @usableFromInline var isTimed = false

  @inlinable
  init(_ tag: EntryTag) {
    self.tag = tag
  }

  @inlinable
  mutating func append(_ part: ExecutionPart<Event>) {
    if first == nil { first = part } else { more.append(part) }
  }

  /// Makes everything stale that the run delivers from now on.
  @inlinable
  func kill() {
    first?.kill()
    for part in more { part.kill() }
  }

  /// Cancels the work of all parts.
  @inlinable
  func cancel() {
    first?.cancel()
    for part in more { part.cancel() }
  }

  /// Whether a task runs one of its bodies.
  func isRun(by task: Int) -> Bool {
    first?.task == task || more.contains { $0.task == task }
  }
}
