/// A state in a box, alone or inside of a larger state; it keeps the box alive.
@usableFromInline
package struct InnerState<State: Sendable>: Sendable {
  @usableFromInline let box: any AnyObject & Sendable
  @usableFromInline @safe nonisolated(unsafe) let address: Address<State>
  // Guard: nobody changes a state in a box that several values share.

  @inlinable
  init(_ address: Address<State>, in box: any AnyObject & Sendable) {
    self.box = box
    self.address = address
  }

  /// Creates a state that is alone in its box.
  @inlinable
  package init(_ box: StateBox<State>) {
    self.init(box.address, in: box)
  }

  /// Creates the state of a spin inside of a larger loop.
  @inlinable
  package init<Event, Around>(_ box: StateBox<HostedState<State, Event, Around>>) {
    self.init(HostedState.address(in: box.address), in: box)
  }

  @inlinable package var value: State {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(address.pointer) }
  }
}
