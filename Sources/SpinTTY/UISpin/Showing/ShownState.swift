/// A state as frames show it: the program's state, and what they show of the values beside it.
///
/// NB: a class that is created where the types are known, because generic code looks up the type of
/// a generic structure wherever it reads one.
@usableFromInline
final class ShownState<State: Sendable>: Sendable {
  let state: State
  /// The current life of each layer above the program's view.
  let lives: [LayerLife]
  let layers: HostLayers
  /// The number of inputs with a meaning that were reduced.
  let inputs: Int
  /// The number of requests to the terminal up to this state.
  let requestCount: Int

  @usableFromInline
  init(
    _ state: State, lives: [LayerLife], layers: HostLayers, inputs: Int, requestCount: Int
  ) {
    self.state = state
    self.lives = lives
    self.layers = layers
    self.inputs = inputs
    self.requestCount = requestCount
  }

  @inlinable
  convenience init<Event>(_ state: State, _ extras: HostExtras<State, Event>) {
    self.init(
      state, lives: extras.lives, layers: extras.layers, inputs: extras.inputs,
      requestCount: extras.requestCount)
  }
}
