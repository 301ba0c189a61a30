/// What a run must know of a step of its loop.
struct UIStep {
  enum Entry { case input, interrupt, mark(Int), other }

  let entry: Entry
  /// Whether the step gives the program a command or makes a request.
  let hasOrders: Bool

  init<State, Event>(_ event: UIEvent<Event>?, _ whole: Address<UIState<State, Event>>) {
    switch event {
    case .input(let input): entry = input.isInterrupt ? .interrupt : .input
    case .mark(let number): entry = .mark(number)
    case .event, .perform, .repeated, nil: entry = .other
    }
    if case nil = whole.value.around.command {
      hasOrders = whole.value.around.hasRequested
    } else {
      hasOrders = true
    }
  }

  /// Whether the run need not act.
  var isPlain: Bool {
    if case .other = entry { !hasOrders } else { false }
  }
}
