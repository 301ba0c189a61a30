internal import SpinCore

/// An entry in the mailbox of a spin that is shown.
enum UIEvent<Event: Sendable>: Sendable {
  /// An event of the spin.
  case event(Event)
  /// An input, whose meaning is decided at its turn.
  ///
  /// NB: indirect, so that it does not enlarge the spin's own events.
  indirect case input(UserInput)
  /// An input whose event is dropped as a repeat: it is reported, and never enters the mailbox.
  indirect case repeated(UserInput, Event)
  /// A request to the terminal from outside the spin.
  indirect case perform(TerminalRequest<Event>)
  /// A marker, which shows when everything before it was reduced.
  case mark(Int)

  /// The spin's event, if it is known without a state.
  var own: Event? {
    switch self {
    case .event(let event), .repeated(_, let event): event
    case .input, .perform, .mark: nil
    }
  }

  /// The input, if it is one.
  var input: UserInput? {
    switch self {
    case .input(let input), .repeated(let input, _): input
    case .event, .perform, .mark: nil
    }
  }

  /// Returns this event together with the spin's event that it leads to in a state.
  func repeating(_ event: Event) -> UIEvent {
    if case .input(let input) = self { .repeated(input, event) } else { self }
  }
}

/// The values that the loop of a shown spin keeps in addition to the state.
struct HostExtras<State: Sendable, Event: Sendable>: Sendable {
  /// The layers of the host.
  var layers = HostLayers()
  /// The current life of each layer above the program's view.
  var lives: [LayerLife] = []
  /// The command that the newest event gives the program.
  var command: UICommand<Event>?
  /// The number of inputs with a meaning that were reduced.
  var inputs = 0
  /// Whether the focus has moved by tab since the user last scrolled with the mouse.
  var followsFocus = false
  /// The program's own view, for keys that were typed before a frame shows their target.
  var view: UnseenView<State>?
  /// The clashes of keys, if they are recorded.
  var clashes: KeyClashLog?
  /// The requests to the terminal during a run.
  var requests: RequestQueue<State, Event>?
  /// The number of requests that the run has made up to this state.
  var requestCount = 0
  /// Whether the newest event has made a request.
  var hasRequested = false

  init(noting clashes: KeyClashLog?) {
    self.clashes = clashes
  }
}

/// The state of a spin that is shown.
typealias UIState<State: Sendable, Event: Sendable> = HostedState<
  State, Event, HostExtras<State, Event>
>

extension HostedState {
  /// Reduces an entry of the mailbox.
  mutating func reduce(
    _ event: UIEvent<Event>, _ stack: LayerStack<State, Event>,
    _ reducer: Reducer<State, Event>
  ) where Around == HostExtras<State, Event> {
    around.command = nil
    around.hasRequested = false
    switch event {
    case .event(let event): reduce(event, by: reducer)
    case .mark, .repeated: ignore()
    case .input(let input):
      if let event = take(input, stack) { reduce(event, by: reducer) } else { ignore() }
    case .perform(let request):
      ignore()
      around.request([request])
    }
    if stack.hasLayers { stack.noteLives(in: state, &around) }
    if stack.hasPerforms { around.noteRequests(in: state) }
  }

  /// Returns the spin's event for an entry, unless the entry also gives the program a command.
  func ownEvent(
    _ event: UIEvent<Event>, _ stack: LayerStack<State, Event>
  ) -> Event? where Around == HostExtras<State, Event> {
    switch event {
    case .event, .mark, .perform, .repeated: return event.own
    case .input(let input):
      if case .terminating = input.kind { return nil }
      switch stack.action(of: input, in: state, around) {
      // A choice in the palette also closes it, so it is no repeat.
      case .event(let event): return event
      default: return nil
      }
    }
  }

  /// Performs the action of an input.
  ///
  /// If the action is an event of the spin, returns it. The caller reduces the event, and otherwise
  /// calls ``ignore()``.
  mutating func take(
    _ input: UserInput, _ stack: LayerStack<State, Event>
  ) -> Event? where Around == HostExtras<State, Event> {
    var action = stack.action(of: input, in: state, around, noting: around.clashes)
    if case .chosen(let binding) = action {
      around.layers.palette = nil
      action = binding
    }
    if case .nothing = action {
    } else {
      around.inputs += 1
      if let isMove = input.movesFocusByKey { around.followsFocus = isMove }
    }
    switch action {
    case .event(let event):
      if case .terminating(let signal) = input.kind { around.command = .settle(signal: signal) }
      return event
    case .command(let command): around.command = command
    case .request(let request): around.request([request])
    case .host(let action):
      around.layers.reduce(action, commands: stack.matchingCommands(in: state, around.layers))
    case .nothing, .chosen: break
    }
    return nil
  }
}
