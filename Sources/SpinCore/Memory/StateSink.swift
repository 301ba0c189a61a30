/// A closure that the loop calls with the place of every state and event.
///
/// The closure copies the values that it needs.
package struct StateSink: Sendable {
  let body: @Sendable (StatePlace, EventPlace?) -> Void

  package init<State, Event>(
    _ body: @escaping @Sendable (Address<State>, Address<Event>?) -> Void
  ) {
    self.body = { body($0.address(of: State.self), $1?.address(of: Event.self)) }
  }
}
