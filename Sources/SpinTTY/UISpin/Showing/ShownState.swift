internal import SpinCore

/// A copy of a state, with what frames show beside it.
///
/// NB: a class, because generic code looks up the type of a generic structure at each read.
final class ShownState<State: Sendable>: Sendable {
  private let box: StateBox<State>
  let extras: HostExtras

  /// Copies a state from memory to memory, so that a large one never passes over a stack.
  init(copying state: Address<State>, _ extras: HostExtras) {
    box = .copy(of: state)
    self.extras = extras
  }

  init(_ state: State, _ extras: HostExtras) {
    box = .holding(state)
    self.extras = extras
  }

  var state: State {
    _read { yield box.address.value }
  }
}
