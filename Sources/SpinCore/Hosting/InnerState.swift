/// A state in a box, alone or inside of a larger state; it keeps the box alive.
package struct InnerState<State: Sendable>: Sendable {
  let box: any AnyObject & Sendable
  @safe nonisolated(unsafe) let address: Address<State>
  // Guard: nobody changes a state in a box that several values share.

  init(_ address: Address<State>, in box: any AnyObject & Sendable) {
    self.box = box
    self.address = address
  }

  /// Creates a state that is alone in its box.
  package init(_ box: StateBox<State>) {
    self.init(box.address, in: box)
  }

  /// Creates the state of a spin inside of a larger loop.
  package init<Event, Around>(_ box: StateBox<HostedState<State, Event, Around>>) {
    self.init(HostedState.address(in: box.address), in: box)
  }

  package var value: State {
    unsafeAddress { unsafe UnsafePointer(address.pointer) }
  }
}
