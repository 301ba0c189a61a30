/// Turns the input in a region of the frame into actions of a value in the state.
///
/// ```swift
/// Control(Area.files) { .files($0) }   // Selection<File.ID>.Action, by the event's payload
/// Control(Area.name) { .name($0) }     // TextInput.Action
/// Control.focus { .focus($0) }
/// ```
///
/// A closure of several statements needs the type of its action, which selects the actions:
///
/// ```swift
/// Control(Area.files) { (action: Selection<File.ID>.Action) in
///   if action.isMark { return nil }
///   return .files(action)
/// }
/// ```
///
/// Write the type of the action if the closure has several statements, or contains another closure: the compiler then
/// names a mistake elsewhere in `keys` in its place.
///
/// An action holds steps and ids but no screen coordinates, because a reducer does not know the
/// view. The frame that the user saw decides which region was clicked and how far a page is.
///
/// *Ordering*: characters, pastes, backspace and delete go to the focused text control before any ``Key``.
/// All other keys go to the focused control after the ``Key`` bindings. In a layer without focus they go to
/// each control in order, until one of them takes the key. A text control takes keys only while its region is
/// in the frame or in the view of the current state, even if it is scrolled out of sight there. So give the
/// view of the text the `id` of its control. ``Help`` does not name the keys that a text control gets, and
/// does not look at the frame: give a control whose text is not always shown a condition. Mouse events go to
/// the control of the innermost region under the mouse.
///
/// *Isolation*: the loop calls the closures at the input's turn. They must be pure.
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
  let mention: ControlMention

  init(_ form: Form, _ mention: ControlMention, when condition: (@Sendable (State) -> Bool)?) {
    self.form = form
    self.mention = mention
    self.condition = condition
  }

  init<Action: ControlAction>(
    host id: some Hashable & Sendable, _ action: @escaping @Sendable (Action) -> KeyAction<Event>
  ) {
    self.init(id, "", when: nil, action: action)
  }

  private init<Action: ControlAction>(
    _ id: some Hashable & Sendable, _ help: String, when condition: (@Sendable (State) -> Bool)?,
    action: @escaping @Sendable (Action) -> KeyAction<Event>?
  ) {
    self.init(
      .region(
        RegionKey(id), takesText: Action.takesText, takes: { Action($0) != nil },
        action: { Action($0).flatMap(action) }),
      ControlMention(
        keys: Action.mentioned, text: help, leavesEnter: Action.leavesEnter,
        marks: Action.ofSpace.flatMap(action) != nil), when: condition)
  }

  /// Creates a control for a region.
  ///
  /// - Parameters:
  ///   - id: The region, see ``View/id(_:)``.
  ///   - help: The text beside the control's arrow keys in ``Help``, such as `move`. If space marks the rows of a
  ///     ``Table``, the help lists it too. An empty text hides the keys, and so does the focus of another region.
  ///     In a layer without focus, the keys of an earlier control are not shown again.
  ///   - condition: Whether the control is live in a state; `nil` for always. A key path works.
  ///   - event: Returns the event for an action, or `nil` to leave the input to others. The type of
  ///     its parameter selects the actions.
  public init<Action: ControlAction>(
    _ id: some Hashable & Sendable, help: String = "",
    when condition: (@Sendable (State) -> Bool)? = nil,
    _ event: @escaping @Sendable (Action) -> Event?
  ) {
    self.init(id, help, when: condition, action: { event($0).map { .event($0) } })
  }

  /// Moves the focus of the layer: by tab, shift with tab, a click on a focusable region, and an arrow key
  /// from a button to the one beside it.
  ///
  /// Tab and the arrow keys move it as ``Focus`` describes. A click on a focusable region without focus
  /// causes two transitions: the first moves the focus, and the second is the click itself.
  ///
  /// - Parameters:
  ///   - help: The text in ``Help`` beside tab, such as `next`; an empty text hides it.
  ///   - condition: Whether the control is live in a state; `nil` for always. A key path works.
  ///   - event: Returns the event for an action.
  /// - Returns: A control without a region.
  public static func focus<ID: Hashable & Sendable>(
    help: String = "", when condition: (@Sendable (State) -> Bool)? = nil,
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
      }, ControlMention(keys: [.tab], text: help), when: condition)
  }

  /// Takes input that no other binding or control takes: a paste, the mouse, a new size, a signal.
  ///
  /// ```swift
  /// Control.input { input in
  ///   if case .terminating = input.kind { .save } else { nil }
  /// }
  /// ```
  ///
  /// If several of these controls are live, the first that returns an event takes the input. ctrl-C
  /// and ctrl-Z do not arrive: a ``Key`` binds them, or they end and suspend the program.
  ///
  /// - Parameters:
  ///   - condition: Whether the control is live in a state; `nil` for always. A key path works.
  ///   - event: Returns the event, or `nil` to leave the input to others.
  /// - Returns: A control without a region.
  public static func input(
    when condition: (@Sendable (State) -> Bool)? = nil,
    _ event: @escaping @Sendable (UserInput) -> Event?
  ) -> Control {
    Control(
      .anywhere { input in event(input).map { .event($0) } }, ControlMention(keys: [], text: ""),
      when: condition)
  }

  /// A list that contains only this control.
  public var list: Keys<State, Event> { Keys(keys: [], controls: [self]) }

  func isLive(in state: State) -> Bool { condition?(state) ?? true }

  /// Whether the control moves the focus of its layer.
  var movesFocus: Bool {
    if case .focus = form { true } else { false }
  }

  /// Whether the control takes only the input that no other control takes.
  var takesTheRest: Bool {
    if case .anywhere = form { true } else { false }
  }
}

/// What the help may say of a control.
struct ControlMention: Sendable {
  /// The arrow keys that the control takes, and enter if it takes that, or tab.
  let keys: [Chord]
  /// What the keys do; empty if the help does not name them.
  let text: String
  /// Whether enter goes to the default button of a layer that has one.
  var leavesEnter = false
  /// Whether space marks a row of a table.
  var marks = false
}

/// How to move the focus, independent of the type of the ids.
enum FocusStep {
  case next([RegionKey])
  case previous([RegionKey])
  case move(RegionKey)
}

extension ControlAction {
  /// The arrow keys that have a meaning, and enter unless it is text; a divider, whose axis only a frame
  /// knows, takes all arrows, and any other control that needs its region first takes up and down.
  fileprivate static var mentioned: [Chord] {
    let arrows: [KeyChord] = [.up, .down, .left, .right]
    let own = (takesText ? arrows : arrows + [.enter]).filter {
      Self(ControlInput(.key(KeyPress($0)), on: FrameMap(), region: nil)) != nil
    }
    let unknown = self is Split.Action.Type ? arrows : [.up, .down]
    return (own.isEmpty ? unknown : own).map { Chord($0) }
  }

  /// The action by which space marks a row; `nil` if it does not.
  fileprivate static var ofSpace: Self? {
    let action = Self(ControlInput(.key(KeyPress(.space)), on: FrameMap(), region: nil))
    return (action as? any MarkAction)?.isMark == true ? action : nil
  }

  /// Whether enter has no meaning where a default button takes it.
  fileprivate static var leavesEnter: Bool {
    Self(
      ControlInput(
        .key(KeyPress(.enter)), on: FrameMap(), region: nil, hasDefaultButton: true)) == nil
  }
}

extension Control {
  /// The control's region; `nil` for controls without a region.
  var region: RegionKey? {
    if case .region(let key, _, _, _) = form { key } else { nil }
  }

  var takesText: Bool {
    if case .region(_, let takesText, _, _) = form { takesText } else { false }
  }
}
