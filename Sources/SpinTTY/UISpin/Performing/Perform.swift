public import SpinCore

/// Makes a request to the terminal, such as copying, when the state changes.
///
/// ```swift
/// UISpin(build) { build, _ in Text(build.title) } terminal: {
///   Perform(pulse: \.$copied) { .copy($0) }
///   Perform(when: \.isDone) { .notify(title: "The build is done") }
/// }
/// ```
///
/// It is a feedback that the host carries out, see ``TerminalRequest``. A rehearsal only lists the
/// requests, and a spin that is not shown makes none, so tests and replays never touch the
/// clipboard.
///
/// *Ordering*: requests are made in the order of the states, and those of one state in order of
/// declaration. They keep their order and are never merged, even if frames are skipped. Each is
/// written together with the first frame that shows its state, or with a later one. Requests made
/// while the program is suspended, or while another program has the terminal, are written with the
/// first frame after that. Requests of the last states are written with the last frame. Nothing is
/// done after the end.
///
/// *Isolation*: the thread that begins a run calls the closures with the first state, and the loop with
/// every later one. They must be pure, so they must not read the state of a loop.
public struct Perform<State: Sendable, Event: Sendable>: Sendable {
  /// The request of each state, with the memory of one run.
  typealias Instance = (State) -> TerminalRequest<Event>?

  let makeInstance: @Sendable () -> Instance

  /// Makes a request each time a selected value differs from the previous one.
  ///
  /// The value of the first state counts, unless it is `nil`. To copy an equal value again, use
  /// `pulse:`.
  ///
  /// - Parameters:
  ///   - select: Selects the value; called with every state. A key path works, even to a value that
  ///     is not optional.
  ///   - request: Returns the request for the value; `nil` for none.
  public init<Value: Equatable & SendableMetatype>(
    on select: @escaping @Sendable (State) -> Value?,
    _ request: @escaping @Sendable (Value) -> TerminalRequest<Event>?
  ) {
    makeInstance = {
      var newest: Value?
      return { state in
        let value = select(state)
        if value == newest { return nil }
        newest = value
        return value.flatMap(request)
      }
    }
  }

  /// Makes a request at each assignment of a `Pulse`.
  ///
  /// Several assignments in one step count once, with the last value. The value of the first state
  /// does not count as an assignment, and neither does restoring an older state.
  ///
  /// - Parameters:
  ///   - select: Selects the signal; called with every state. A key path works, such as `\.$rung`.
  ///   - request: Returns the request for the value; `nil` for none.
  @_disfavoredOverload
  public init<Value>(
    pulse select: @escaping @Sendable (State) -> PulseSignal<Value>,
    _ request: @escaping @Sendable (Value) -> TerminalRequest<Event>?
  ) {
    self.init(assignedTo: select, request)
  }

  /// Makes a request at each assignment of a `Pulse`, except an assignment of `nil`.
  ///
  /// ```swift
  /// Perform(pulse: \.$copied) { .copy($0) }
  /// ```
  ///
  /// Otherwise, it behaves as for a pulse that is not optional.
  ///
  /// - Parameters:
  ///   - select: Selects the signal; called with every state. A key path works.
  ///   - request: Returns the request for the value; `nil` for none.
  public init<Value>(
    pulse select: @escaping @Sendable (State) -> PulseSignal<Value?>,
    _ request: @escaping @Sendable (Value) -> TerminalRequest<Event>?
  ) {
    self.init(assignedTo: select) { $0.flatMap(request) }
  }

  /// Makes a request each time a condition becomes true, including in the first state.
  ///
  /// - Parameters:
  ///   - condition: Called with every state. A key path works.
  ///   - request: Returns the request; `nil` for none.
  public init(
    when condition: @escaping @Sendable (State) -> Bool,
    _ request: @escaping @Sendable () -> TerminalRequest<Event>?
  ) {
    makeInstance = {
      var wasTrue = false
      return { state in
        let isTrue = condition(state)
        defer { wasTrue = isTrue }
        return isTrue && !wasTrue ? request() : nil
      }
    }
  }

  /// Makes a request each time a condition changes, to `false` as well as to `true`.
  @available(
    *, deprecated,
    message: "on: asks for something at false as well: Perform(when:) does so when it becomes true."
  )
  public init(
    on select: @escaping @Sendable (State) -> Bool,
    _ request: @escaping @Sendable (Bool) -> TerminalRequest<Event>?
  ) {
    self.init(on: { Optional(select($0)) }, request)
  }

  private init<Value>(
    assignedTo select: @escaping @Sendable (State) -> PulseSignal<Value>,
    _ request: @escaping @Sendable (Value) -> TerminalRequest<Event>?
  ) {
    makeInstance = {
      var seen: Int?
      return { state in
        let signal = select(state)
        return signal.change(since: &seen) == .assigned ? request(signal.value) : nil
      }
    }
  }
}
