/// The part of a shown loop's state that a frame needs.
///
/// NB: a class, because generic code looks up the type of a generic structure at each read.
/// ``ShownSpin`` creates it for each state on the screen.
final class ShownState<State: Sendable>: Sendable {
  private let inner: InnerState<State>
  /// The current life of each layer above the program's view.
  let lives: [LayerLife]
  let layers: HostLayers
  /// The number of inputs with a meaning that were reduced.
  let inputs: Int
  /// Whether viewports show the focus.
  let followsFocus: Bool
  /// The number of requests to the terminal up to this state.
  let requestCount: Int

  init(
    _ inner: InnerState<State>, lives: [LayerLife], layers: HostLayers, inputs: Int,
    followsFocus: Bool, requestCount: Int
  ) {
    self.inner = inner
    self.lives = lives
    self.layers = layers
    self.inputs = inputs
    self.followsFocus = followsFocus
    self.requestCount = requestCount
  }

  convenience init<Event>(_ inner: InnerState<State>, _ extras: HostExtras<State, Event>) {
    self.init(
      inner, lives: extras.lives, layers: extras.layers, inputs: extras.inputs,
      followsFocus: extras.followsFocus, requestCount: extras.requestCount)
  }

  convenience init<Event>(_ state: State, _ extras: HostExtras<State, Event>) {
    self.init(InnerState(StateBox.holding(state)), extras)
  }

  var state: State {
    _read { yield inner.value }
  }
}
