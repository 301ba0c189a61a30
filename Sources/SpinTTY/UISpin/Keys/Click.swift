/// Binds a click on a region of the frame to an event.
///
/// ```swift
/// Click(Area.save, .save)
/// Click { (area: Area) in if case .row(let id) = area { .remove(id) } else { nil } }
/// ```
///
/// Enter and space are a click on the region that has the focus. A ``Key`` may have a click among its
/// chords. If several of them take one click, that of the innermost region counts, and of one region
/// the last one that is live.
///
/// The mouse reports only what ``UIOptions/mouse`` asks for.
///
/// *Ordering*: the frame that the user saw decides what was clicked, and the state at the click's turn
/// whether the binding is live.
///
/// *Isolation*: the loop calls the closures when it is the click's turn. They are pure.
public struct Click<State: Sendable, Event: Sendable>: KeysPart {
  let key: Key<State, Event>

  /// Binds a click on one region.
  ///
  /// - Parameters:
  ///   - id: The region, see ``View/id(_:)``.
  ///   - button: The button.
  ///   - count: The number of clicks; two for a double click.
  ///   - help: What ``Help`` says of it; empty leaves it out.
  ///   - condition: Whether it is live in a state; nil for always. A key path will do.
  ///   - event: The event.
  public init(
    _ id: some Hashable & Sendable, button: MouseEvent.Button = .left, count: Int = 1,
    help: String = "", when condition: (@Sendable (State) -> Bool)? = nil, _ event: Event
  ) {
    key = Key([.click(id, button, count: count)], help, condition) { _ in .event(event) }
  }

  /// Binds clicks on all regions whose ids are of a type.
  ///
  /// - Parameters:
  ///   - condition: Whether it is live in a state; nil for always. A key path will do.
  ///   - event: Makes the event; nil leaves the click to others.
  public init<ID: Hashable & Sendable>(
    when condition: (@Sendable (State) -> Bool)? = nil,
    _ event: @escaping @Sendable (ID) -> Event?
  ) {
    var key = Key<State, Event>([], "", condition) { _ in .nothing }
    key.clicked = { region in region.id(as: ID.self).flatMap(event).map { .event($0) } }
    self.key = key
  }

  /// A list with the one binding.
  public var list: Keys<State, Event> { Keys(keys: [key], controls: []) }
}
