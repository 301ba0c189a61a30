/// Binds a click on a region of the frame to an event.
///
/// ```swift
/// Click(Area.save, .save)
/// Click { (area: Area) in if case .row(let id) = area { .remove(id) } else { nil } }
/// ```
///
/// A click is a press: its event comes when the button goes down, not when it is released. Enter
/// and space click the focused region. The chords of a ``Key`` may include a click as well. If
/// several bindings match one click, the binding of the innermost region takes it; of several
/// bindings of that region, the live one that was declared last.
///
/// The terminal reports only the mouse events that ``UIOptions/mouse`` selects.
///
/// *Ordering*: the frame that the user saw decides which region was clicked. The state at the
/// click's turn decides whether the binding is live.
///
/// *Isolation*: the loop calls the closures at the click's turn. They must be pure.
public struct Click<State: Sendable, Event: Sendable>: KeysPart {
  let key: Key<State, Event>

  /// Binds a click on one region.
  ///
  /// - Parameters:
  ///   - id: The region, see ``View/id(_:)``.
  ///   - button: The button.
  ///   - count: The number of clicks, such as two for a double click.
  ///   - help: The text in ``Help``; an empty text hides the binding.
  ///   - condition: Whether the binding is live in a state; `nil` for always. A key path works.
  ///   - event: The event.
  public init(
    _ id: some Hashable & Sendable, button: MouseEvent.Button = .left, count: Int = 1,
    help: String = "", when condition: (@Sendable (State) -> Bool)? = nil, _ event: Event
  ) {
    key = Key([.click(id, button, count: count)], help, condition) { _ in .event(event) }
  }

  /// Binds a click on one region whose event depends on the state.
  ///
  /// - Parameters:
  ///   - id: The region, see ``View/id(_:)``.
  ///   - button: The button.
  ///   - count: The number of clicks, such as two for a double click.
  ///   - help: The text in ``Help``; an empty text hides the binding.
  ///   - condition: Whether the binding is live in a state; `nil` for always. A key path works.
  ///   - event: Returns the event, or `nil` for none; the binding still takes the click, but help
  ///     does not offer it. It is called only if the condition holds.
  public init(
    _ id: some Hashable & Sendable, button: MouseEvent.Button = .left, count: Int = 1,
    help: String = "", when condition: (@Sendable (State) -> Bool)? = nil,
    event: @escaping @Sendable (State) -> Event?
  ) {
    key = Key(.click(id, button, count: count), help: help, when: condition, event: event)
  }

  /// Binds clicks on all regions whose ids are of a type.
  ///
  /// - Parameters:
  ///   - condition: Whether the binding is live in a state; `nil` for always. A key path works.
  ///   - event: Returns the event, or `nil` to leave the click to other bindings.
  public init<ID: Hashable & Sendable>(
    when condition: (@Sendable (State) -> Bool)? = nil,
    _ event: @escaping @Sendable (ID) -> Event?
  ) {
    var key = Key<State, Event>([], "", condition) { _ in .nothing }
    key.clicked = { region in region.id(as: ID.self).flatMap(event).map { .event($0) } }
    self.key = key
  }

  /// A list that contains only this binding.
  public var list: Keys<State, Event> { Keys(keys: [key], controls: []) }
}
