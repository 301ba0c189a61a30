/// The definition of a layer.
///
/// NB: a class, because generic code looks up the type of a generic structure wherever it reads one.
final class LayerRules<State: Sendable, Event: Sendable>: Sendable {
  /// Returns the layer's current identity; `nil` while it is not live.
  let identity: @Sendable (State, HostLayers) -> RegionKey?
  /// Returns the focused region.
  let focus: @Sendable (State) -> RegionKey?
  /// Returns the region that had the focus before moves such as clicks.
  let focusOrigin: @Sendable (State) -> RegionKey?
  /// Whether the layer says which region is focused.
  private let hasFocus: Bool
  let catches: Layer<State, Event>.Catch
  /// Whether no input reaches the layers below.
  var isModal: Bool { catches == .everything }
  let keys: Keys<State, Event>
  /// The last binding of `keys`, which precedes the others.
  let lastBinding: Binding?
  let place: LayerPlace
  /// Whether the layer dims what lies below it.
  let dims: Bool
  /// Returns the layer's view, if it is live.
  let content: @Sendable (State, HostLayers, Screen) -> ViewList?

  init(
    identity: @escaping @Sendable (State, HostLayers) -> RegionKey?,
    focus: @escaping @Sendable (State) -> RegionKey?,
    focusOrigin: @escaping @Sendable (State) -> RegionKey? = { _ in nil },
    hasFocus: Bool = true, catches: Layer<State, Event>.Catch, keys: Keys<State, Event>,
    place: LayerPlace,
    dims: Bool? = nil,
    content: @escaping @Sendable (State, HostLayers, Screen) -> ViewList?
  ) {
    // A menu belongs to what it lies on.
    self.dims = dims ?? (catches == .everything && !place.isBelow)
    self.identity = identity
    self.focus = focus
    self.focusOrigin = focusOrigin
    self.hasFocus = hasFocus
    self.catches = catches
    self.keys = keys
    self.place = place
    self.content = content
    lastBinding = keys.keys.reduce(nil) { Binding($1, before: $0) }
  }

  /// Returns the definition with other keys, or with another look of what lies below.
  func with(keys: Keys<State, Event>? = nil, dims: Bool? = nil) -> LayerRules {
    LayerRules(
      identity: identity, focus: focus, focusOrigin: focusOrigin, hasFocus: hasFocus,
      catches: catches, keys: keys ?? self.keys, place: place, dims: dims ?? self.dims,
      content: content)
  }

  /// Whether a control moves a focus that the layer does not have.
  var movesMissingFocus: Bool { !hasFocus && keys.controls.contains(where: \.movesFocus) }

  /// A binding, and the one that was declared before it.
  ///
  /// NB: a linked list, because reading an array of bindings looks up its type.
  final class Binding: Sendable {
    let condition: (@Sendable (State) -> Bool)?
    let action: @Sendable (State) -> KeyAction<Event>
    /// The regions that the binding clicks.
    let clicked: [RegionKey]
    let previous: Binding?

    fileprivate init(_ key: Key<State, Event>, before: Binding?) {
      condition = key.condition
      action = key.action
      clicked = key.chords.compactMap(\.clicked)
      previous = before
    }
  }
}
