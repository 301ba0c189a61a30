/// Effects that wait, first in, first out.
@usableFromInline
struct Waitlist<Event: Sendable>: Sendable {
  @usableFromInline var effects: [Effect<Event>] = []
  @usableFromInline var head = 0

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ effect: Effect<Event>) {
    effects.append(effect)
  }

  @usableFromInline
  mutating func popFirst() -> Effect<Event>? {
    guard head < effects.count else { return nil }
    let first = effects[head]
    effects[head] = .none
    head += 1
    if head * 2 > effects.count {
      effects.removeFirst(head)
      head = 0
    }
    return first
  }
}
