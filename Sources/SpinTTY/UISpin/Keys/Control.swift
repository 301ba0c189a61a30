/// Turns what the user did in a region of the frame into an action of a value in the state.
///
/// ```swift
/// Control(Area.files) { .files($0) }   // Selection<File.ID>.Action, by the event's payload
/// Control(Area.name) { .name($0) }     // TextInput.Action
/// Control.focus { .focus($0) }
/// ```
///
/// An action holds steps and ids, and never places: a reducer knows no view. The frame that the user
/// saw decides what was clicked and how far a page is.
///
/// *Ordering*: characters and pastes come to the text control that has the focus before they come
/// to any ``Key``. All other keys come to the control that has the focus after the keys, and in a
/// layer without focus to each control, in order, until one of them takes it. The mouse comes to
/// the control of the innermost region under it.
///
/// *Isolation*: the loop calls the closures when it is the input's turn. They are pure.
public struct Control<State: Sendable, Event: Sendable>: KeysPart {
  enum Form: Sendable {
    case region(
      RegionKey, takesText: Bool, takes: @Sendable (ControlInput) -> Bool,
      action: @Sendable (ControlInput) -> KeyAction<Event>?)
    case focus(@Sendable (FocusStep) -> KeyAction<Event>?)
    case anywhere(@Sendable (UserInput) -> KeyAction<Event>?)
  }

  let condition: (@Sendable (State) -> Bool)?
  let form: Form

  init(_ form: Form, when condition: (@Sendable (State) -> Bool)?) {
    self.form = form
    self.condition = condition
  }

  init<Action: ControlAction>(
    host id: some Hashable & Sendable, _ action: @escaping @Sendable (Action) -> KeyAction<Event>
  ) {
    form = .region(
      RegionKey(id), takesText: Action.takesText, takes: { Action($0) != nil },
      action: { Action($0).map(action) })
    condition = nil
  }

  /// Makes the actions of a region.
  ///
  /// - Parameters:
  ///   - id: The region, see ``View/id(_:)``.
  ///   - condition: Whether it is live in a state; nil for always. A key path will do.
  ///   - event: Makes an event of an action; nil leaves the input to others. The type of its parameter
  ///     says which actions these are.
  public init<Action: ControlAction>(
    _ id: some Hashable & Sendable, when condition: (@Sendable (State) -> Bool)? = nil,
    _ event: @escaping @Sendable (Action) -> Event?
  ) {
    form = .region(
      RegionKey(id), takesText: Action.takesText, takes: { Action($0) != nil },
      action: { Action($0).flatMap(event).map { .event($0) } })
    self.condition = condition
  }

  /// Moves the focus of the layer: tab, shift with tab, and a click on what can have it.
  ///
  /// The order is that of the regions as the user saw them, row by row. If no frame has shown the
  /// layer yet, the order is that of its view in the present state. A click on something else than
  /// has the focus comes to two transitions: first the focus moves, then the click means what it means.
  ///
  /// - Parameters:
  ///   - condition: Whether it is live in a state; nil for always. A key path will do.
  ///   - event: Makes an event of an action.
  /// - Returns: A control of no region.
  public static func focus<ID: Hashable & Sendable>(
    when condition: (@Sendable (State) -> Bool)? = nil,
    _ event: @escaping @Sendable (Focus<ID>.Action) -> Event?
  ) -> Control {
    Control(
      .focus { step in
        func ids(_ order: [RegionKey]) -> [ID] { order.compactMap { $0.id(as: ID.self) } }
        let action: Focus<ID>.Action
        switch step {
        case .next(let order): action = .next(of: ids(order))
        case .previous(let order): action = .previous(of: ids(order))
        case .move(let key):
          guard let id = key.id(as: ID.self) else { return nil }
          action = .move(to: id)
        }
        return event(action).map { .event($0) }
      }, when: condition)
  }

  /// Takes the input that nothing else takes: a paste, the mouse, a new size, a signal.
  ///
  /// ```swift
  /// Control.input { input in
  ///   if case .terminating = input.kind { .save } else { nil }
  /// }
  /// ```
  ///
  /// If several are live, the first that makes an event takes the input. ctrl-C and ctrl-Z do not
  /// arrive: a ``Key`` binds them, or they end and suspend the program.
  ///
  /// - Parameters:
  ///   - condition: Whether it is live in a state; nil for always. A key path will do.
  ///   - event: Makes the event; nil leaves the input to others.
  /// - Returns: A control of no region.
  public static func input(
    when condition: (@Sendable (State) -> Bool)? = nil,
    _ event: @escaping @Sendable (UserInput) -> Event?
  ) -> Control {
    Control(.anywhere { input in event(input).map { .event($0) } }, when: condition)
  }

  /// A list with the one control.
  public var list: Keys<State, Event> { Keys(keys: [], controls: [self]) }

  func isLive(in state: State) -> Bool { condition?(state) ?? true }

  /// Whether it takes only what nothing else takes.
  var takesTheRest: Bool {
    if case .anywhere = form { true } else { false }
  }
}

/// How the focus is to move, whatever the type of the ids.
enum FocusStep {
  case next([RegionKey])
  case previous([RegionKey])
  case move(RegionKey)
}
