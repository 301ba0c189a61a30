/// A closure that the loop calls with the address of every state.
///
/// The closure copies the values that it needs.
@usableFromInline @safe
package struct StateSink<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let body: @Sendable (UnsafePointer<State>, Event?) -> Void
  // Guard: the loop does not change the state during the call; the closure does not keep the pointer.

  @inlinable
  package init(_ body: @escaping @Sendable (UnsafePointer<State>, Event?) -> Void) {
    unsafe self.body = body
  }

  @inlinable @inline(__always)
  func callAsFunction(_ state: Address<State>, _ event: Event?) {
    unsafe body(UnsafePointer(state.pointer), event)
  }
}
