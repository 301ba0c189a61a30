internal import SpinCore

/// An entry of a shown loop's mailbox that is no event of the spin.
///
/// NB: not generic, because generic code looks up the type of a generic value at each access. What has the
/// types of the spin is wrapped.
indirect enum ShownEntry: Sendable {
  /// An input, whose meaning is decided at its turn.
  case input(UserInput)
  /// A request to the terminal from outside the spin: a ``TerminalRequest``.
  case perform(any Sendable)
  /// A marker, which shows when everything before it was taken.
  case mark(Int)
  /// The followed loop has a newer state.
  case news
  /// The last state of the followed loop that the screen shows, as a `StateBox`, and why.
  case last(any Sendable, UIEndReason)
}

/// The entries that a loop has not taken.
private struct WaitingEntries {
  var entries: [UInt64: ShownEntry] = [:]
  var newest: UInt64 = 0
  /// The keys that the loop did not take before it stopped.
  var untaken: [(number: UInt64, event: InputEvent)] = []
}

/// The user's code that a host calls for a state.
private enum HostCall {
  case nothing, keys, layers, performs

  /// The code in words; `nil` for none.
  var words: String? {
    switch self {
    case .nothing: nil
    case .keys: "The condition of a key, a control or a layer"
    case .layers: "A closure by which a layer finds its part, or the `==` or `hash(into:)` of an id"
    case .performs: "A closure of a `Perform`, or the `==` of its value"
    }
  }
}

/// The loop of a run as its user meets it: whom the loop asks what an input means, and tells of each step.
///
/// A `ShownLoop` puts inputs into the mailbox and decides at their turn what they mean. It also keeps what
/// frames show beside the state, such as the help table. The spin sees only the events that inputs mean, as
/// events from outside.
///
/// If the screen shows a running loop that is not its own, the state is a copy, and the events go there: see
/// ``Following``.
final class ShownLoop<State: Sendable, Event: Sendable>: LoopHost {
  typealias Running = RunningSpin<State, Event>

  private let stack: LayerStack<State, Event>
  private let requests: RequestQueue<State, Event>
  private let relay: StateRelay<State>
  /// The link to the loop that the screen shows, if that is not its own.
  private let following: Following<State, Event>?
  /// The entries in the mailbox, by number.
  private let waiting = Guarded(WaitingEntries())
  /// The run, which is told of steps.
  @safe @exclusivity(unchecked) nonisolated(unsafe) weak var run: UIRun<State, Event>?
  // Guard: set once, before the loop begins.
  /// What the loop keeps beside the newest state.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private(set) var extras: HostExtras
  // Guard: the lock of the state, without which only the loop may read it.

  // MARK: The step that is under way
  // Guard: the loop, for each of these properties.

  /// Whether the step is about no more than an event of the spin, and gives the program no orders.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private var isPlain = true
  /// The entry that the loop has taken.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private(set) var entry: ShownEntry?
  /// The newest state of the followed loop, until the step is complete; then the one before.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private var news: StateBox<State>?
  /// What the input means, if the entry is one.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private var action = KeyAction<Event>.nothing
  /// The command that the step gives the program.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private(set) var command: UICommand?
  /// The user's code that the loop calls for the host, under the lock of the state.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private var calling = HostCall.nothing
  /// Whether the step has made a request.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private(set) var hasRequested = false

  /// Creates the loop's host, before transition 0.
  init(
    _ stack: LayerStack<State, Event>, _ requests: RequestQueue<State, Event>,
    _ relay: StateRelay<State>, _ following: Following<State, Event>?, initialState: State
  ) {
    self.stack = stack
    self.following = following
    self.requests = requests
    self.relay = relay
    extras = stack.extras(for: initialState)
    request(requests.requests(of: initialState))
  }

  // MARK: Any thread

  /// Puts an entry into the mailbox.
  func enter(_ entry: ShownEntry, into running: Running) -> EmitResult {
    let number = waiting.withLock { waiting in
      waiting.newest += 1
      waiting.entries[waiting.newest] = entry
      return waiting.newest
    }
    let result = running.loop.enter(number)
    if !result.isAccepted { _ = drop(number) }
    return result
  }

  /// The newest state, in accord with what frames show beside it; waits for at most one change of it.
  func newest(of running: Running) -> ShownState<State> {
    running.loop.read { ShownState(copying: $0.address(of: State.self), extras) }
  }

  /// The newest state; `nil` if the reducer is at work on it.
  func newestUnlessReducing(of running: Running) -> ShownState<State>? {
    running.loop.readUnlessReducing { ShownState(copying: $0.address(of: State.self), extras) }
  }

  private func take(_ number: UInt64) -> ShownEntry? {
    waiting.withLock { $0.entries.removeValue(forKey: number) }
  }

  /// Takes an entry that the loop has not taken.
  private func drop(_ number: UInt64) -> ShownEntry? {
    waiting.withLock { waiting in
      let entry = waiting.entries.removeValue(forKey: number)
      if case .input(let input) = entry, let event = input.event, event.isKeyboard {
        waiting.untaken.append((number, event))
      }
      return entry
    }
  }

  /// The keys that the loop did not take before it stopped, in the order in which they were typed.
  var untaken: [InputEvent] {
    // The loop and the thread that reads keys may have noted them at the same time.
    waiting.withLock { $0.untaken.sorted { $0.number < $1.number }.map(\.event) }
  }

  // MARK: The loop

  func event(of input: UInt64, in state: StatePlace, movingTo place: EventPlace) -> InputMeaning {
    Rescue.guardThread()
    isPlain = false
    entry = take(input)
    news = following?.takeNews()
    if case .last(let last, _) = entry { news = last as? StateBox<State> }
    guard case .input(let input) = entry else { return .noEvent }
    let newest = news?.address ?? state.address(of: State.self)
    action = stack.action(of: input, in: newest.value, extras)
    guard let event = action.event else { return .noEvent }
    if let following {
      if let running = run?.running { following.emit(event, of: running) }
      return .noEvent
    }
    place.initialize(to: event)
    // A choice also closes the palette, and the answer to a signal also ends the program.
    return action.closesPalette || input.signal != nil ? .eventEvenIfRepeated : .event
  }

  func droppedEvent() { action = .nothing }

  func dropped(_ input: UInt64) {
    if case .input = drop(input) { run?.noteTaken() }
  }

  func reduce(
    _ state: StatePlace, _ event: EventPlace, by reducer: (StatePlace, EventPlace) -> Void
  ) {
    Rescue.guardThread()
    reducer(state, event)
    if entry != nil || stack.hasLayers || stack.hasPerforms { change(beside: state) }
  }

  func change(beside state: StatePlace) {
    let state = state.address(of: State.self)
    // Nobody else has the box, and it is released after the step, without the lock.
    if let news { swap(&state.value, &news.address.value) }
    switch entry {
    case .input(let input):
      calling = .keys
      carryOut(input, in: state.value)
    case .perform(let new as TerminalRequest<Event>): request([new])
    case .perform, .mark, .news, .last, nil: break
    }
    if stack.hasLayers {
      calling = .layers
      stack.noteLives(in: state.value, &extras)
      stack.endSequenceIfMoved(in: state.value, &extras)
    }
    if stack.hasPerforms {
      calling = .performs
      request(requests.requests(of: state.value))
    }
    calling = .nothing
  }

  var closureUnderWay: String? { calling.words }

  /// The input of the user that the loop has taken, if it has taken one; the loop asks for it.
  var input: UserInput? {
    if case .input(let input) = entry { input } else { nil }
  }

  func stepped(to state: StatePlace, isTransition: Bool) {
    if isPlain && relay.isQuiet { return }
    run?.watch(state.address(of: State.self), isTransition: isTransition)
    if isPlain { return }
    isPlain = true
    entry = nil
    news = nil
    action = .nothing
    command = nil
    hasRequested = false
  }

  /// Carries out the action of an input, except for its event, which the reducer reduces.
  private func carryOut(_ input: UserInput, in state: State) {
    // Nothing else changes, so that the program goes on as if the inspector had not been opened.
    if case .host(.inspect(let action)) = action {
      extras.layers.inspect(action, in: stack.inspection?.kept ?? 0..<0)
      return
    }
    if action.closesPalette { extras.layers.palette = nil }
    // The action may show the next keys of the sequence, or a layer at the pointer.
    if stack.hasLayers, input.isDeliberate {
      (extras.layers.sequence, extras.layers.hint) = (nil, nil)
      extras.pointer = input.mouse.map { FrameMap.Place(column: $0.column, row: $0.row) }
    }
    let action = action.chosen
    if case .nothing = self.action {
    } else {
      extras.inputs += 1
      if let isMove = input.movesFocusByKey { extras.followsFocus = isMove }
    }
    switch action {
    case .event: command = input.signal.map { .settle(signal: $0) }
    case .command(let command): self.command = command
    case .request(let new): request([new])
    case .host(let action):
      extras.layers.reduce(action) { stack.matchingCommands(in: state, $0) }
      if case .sequence = action { stack.noteKeyTakers(in: state, &extras) }
    case .nothing, .chosen: break
    }
  }

  /// Makes requests to the terminal.
  private func request(_ new: [TerminalRequest<Event>]) {
    if new.isEmpty { return }
    requests.add(new)
    extras.requestCount += new.count
    hasRequested = true
    isPlain = false
  }
}

extension KeyAction {
  /// Whether the action is the choice of a binding in the palette, which closes.
  fileprivate var closesPalette: Bool {
    if case .chosen = self { true } else { false }
  }

  /// The action of the binding that was chosen in the palette, or this one.
  fileprivate var chosen: KeyAction {
    if case .chosen(let action) = self { action } else { self }
  }

  /// The event of the spin, if the action is one.
  fileprivate var event: Event? {
    if case .event(let event) = chosen { event } else { nil }
  }
}
