public import SpinCore

/// What enters the mailbox of a spin that is shown.
@usableFromInline
enum UIEvent<Event: Sendable>: Sendable {
  /// An event of the spin.
  case event(Event)
  /// Something the user did; what it means is looked up when it is its turn.
  ///
  /// NB: indirect, so that it does not make the spin's own events large.
  indirect case input(UserInput)
  /// An input that comes to an event of the spin that is dropped as a repeat: it is reported, and never
  /// in the mailbox.
  indirect case repeated(UserInput, Event)
  /// Something that the terminal is to do, asked for from outside.
  indirect case perform(TerminalRequest<Event>)
  /// Nothing, to learn when everything before it was reduced.
  case mark(Int)

  /// The event of the spin that is known without a state.
  @usableFromInline var own: Event? {
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

  /// Returns this event with the event of the spin to which it comes in a state.
  @usableFromInline
  func repeating(_ event: Event) -> UIEvent {
    if case .input(let input) = self { .repeated(input, event) } else { self }
  }
}

/// What the loop of a spin that is shown keeps beside the state.
@usableFromInline
struct HostExtras<State: Sendable, Event: Sendable>: Sendable {
  /// The layers of the host.
  @usableFromInline var layers = HostLayers()
  /// For each layer above the program's view, which of its lives it is in.
  @usableFromInline var lives: [LayerLife] = []
  /// What the newest event asks the program to do about itself.
  @usableFromInline var command: UICommand<Event>?
  /// The keys that several bindings took at once, if anybody wants to know.
  @usableFromInline var clashes: KeyClashLog?
  /// What the terminal is asked for, in a run.
  @usableFromInline var requests: RequestQueue<State, Event>?
  /// How many requests the run has made up to this state.
  @usableFromInline var requestCount = 0
  /// Whether the newest event has made one.
  @usableFromInline var hasRequested = false

  @usableFromInline
  init(noting clashes: KeyClashLog?) {
    self.clashes = clashes
  }
}

/// The state of a spin that is shown.
@usableFromInline typealias UIState<State: Sendable, Event: Sendable> = HostedState<
  State, Event, HostExtras<State, Event>
>

extension HostedState {
  /// Reduces what entered the mailbox.
  @inlinable
  mutating func reduce(
    _ event: UIEvent<Event>, _ stack: LayerStack<State, Event>,
    _ reducer: Reducer<State, Event>
  ) where Around == HostExtras<State, Event> {
    around.command = nil
    around.hasRequested = false
    switch event {
    case .event(let event): reduce(event, by: reducer)
    case .mark, .repeated: ignore()
    case .input(let input): reduce(input, stack, reducer)
    case .perform(let request):
      ignore()
      around.request([request])
    }
    if stack.hasLayers { stack.noteLives(in: state, &around) }
    if stack.hasPerforms { around.noteRequests(in: state) }
  }

  /// The spin's event that something comes to, unless it also asks something of the program.
  @usableFromInline
  func ownEvent(
    _ event: UIEvent<Event>, _ stack: LayerStack<State, Event>
  ) -> Event? where Around == HostExtras<State, Event> {
    switch event {
    case .event, .mark, .perform, .repeated: return event.own
    case .input(let input):
      if case .terminating = input.kind { return nil }
      switch stack.action(of: input, in: state, around) {
      // What is chosen from the palette closes it, so it is no repeat.
      case .event(let event): return event
      default: return nil
      }
    }
  }

  @usableFromInline
  mutating func reduce(
    _ input: UserInput, _ stack: LayerStack<State, Event>, _ reducer: Reducer<State, Event>
  ) where Around == HostExtras<State, Event> {
    var action = stack.action(of: input, in: state, around, noting: around.clashes)
    if case .chosen(let binding) = action {
      around.layers.palette = nil
      action = binding
    }
    switch action {
    case .event(let event):
      reduce(event, by: reducer)
      if case .terminating(let signal) = input.kind { around.command = .settle(signal: signal) }
    case .command(let command):
      ignore()
      around.command = command
    case .request(let request):
      ignore()
      around.request([request])
    case .host(let action):
      ignore()
      around.layers.reduce(action, commands: stack.matchingCommands(in: state, around.layers))
    case .nothing, .chosen: ignore()
    }
  }
}

/// A spin within the loop that shows it, made where its types are known, so that its steps are
/// specialised.
@usableFromInline
struct ShownSpin<State: Sendable, Event: Sendable>: Sendable {
  let spin: Spin<UIState<State, Event>, UIEvent<Event>>
  /// Whether a state came of an event of the spin's own, and asks nothing of the program or the
  /// terminal.
  let isPlain: @Sendable (UnsafePointer<UIState<State, Event>>, UIEvent<Event>?) -> Bool

  @usableFromInline
  init(
    spin: Spin<UIState<State, Event>, UIEvent<Event>>,
    isPlain: @escaping @Sendable (UnsafePointer<UIState<State, Event>>, UIEvent<Event>?) -> Bool
  ) {
    self.spin = spin
    self.isPlain = isPlain
  }

  @inlinable
  init(_ spin: Spin<State, Event>, _ stack: LayerStack<State, Event>) {
    self.init(
      spin: spin.hosted(
        in: HostExtras(noting: nil), embed: { UIEvent.event($0) },
        own: { whole, event in whole.ownEvent(event, stack) },
        report: { event, own in event.repeating(own) },
        reduce: { [reducer = spin.reducer] whole, event in
          Rescue.guardThread()
          whole.reduce(event, stack, reducer)
        }),
      isPlain: { whole, event in
        guard case .event = event, !whole.pointee.around.hasRequested else { return false }
        if case nil = whole.pointee.around.command { return true } else { return false }
      })
  }
}
