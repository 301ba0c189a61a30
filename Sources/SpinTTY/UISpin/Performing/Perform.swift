public import SpinCore

/// Asks the terminal for something that it does besides drawing, when the state changes.
///
/// ```swift
/// UISpin(build) { build, _ in Text(build.log) } terminal: {
///   Perform(on: \.$copied) { .copy($0) }
///   Perform(when: \.isDone) { .notify(title: "The build is done") }
/// }
/// ```
///
/// It is a feedback that the host carries out, see ``TerminalRequest``. A rehearsal lists the requests,
/// and a spin that is not shown makes none, so neither a test nor a replay touches a clipboard.
///
/// *Ordering*: requests are made in the order of the states, and those of one state in the order of
/// declaration. They keep their order and are never merged, not even if frames are left out. Each
/// leaves in the write of the first frame that shows its state, or a later one. What a state asks
/// for while the program is suspended, or while another one has the terminal, leaves with the
/// first frame after that, and what the last states ask for with the last frame. Nothing is done
/// after the end.
///
/// *Isolation*: the loop calls the closures with every state. They are pure.
public struct Perform<State: Sendable, Event: Sendable>: Sendable {
  /// What it is during a run.
  typealias Instance = (State) -> TerminalRequest<Event>?

  let makeInstance: @Sendable () -> Instance

  /// Asks for something each time a selected value differs from the one before.
  ///
  /// The value of the first state counts, unless it is `nil`. To copy an equal value again, select a
  /// `Pulse`.
  ///
  /// - Parameters:
  ///   - select: Called with every state; a key path will do, even to a value that is not optional.
  ///   - request: Makes the request of the value; `nil` for none.
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

  /// Asks for something at each assignment of a `Pulse`.
  ///
  /// Several assignments in one step count once, with the last value. The value of the first state
  /// counts as no assignment, and neither does an older state that is brought back.
  ///
  /// - Parameters:
  ///   - select: Called with every state; a key path will do, such as `\.$rung`.
  ///   - request: Makes the request of the value; `nil` for none.
  @_disfavoredOverload
  public init<Value>(
    on select: @escaping @Sendable (State) -> PulseSignal<Value>,
    _ request: @escaping @Sendable (Value) -> TerminalRequest<Event>?
  ) {
    self.init(pulse: select, request)
  }

  /// Asks for something at each assignment of a `Pulse`, except that of `nil`.
  ///
  /// ```swift
  /// Perform(on: \.$copied) { .copy($0) }
  /// ```
  ///
  /// All else is as for a pulse that is not optional.
  ///
  /// - Parameters:
  ///   - select: Called with every state; a key path will do.
  ///   - request: Makes the request of the value; `nil` for none.
  public init<Value>(
    on select: @escaping @Sendable (State) -> PulseSignal<Value?>,
    _ request: @escaping @Sendable (Value) -> TerminalRequest<Event>?
  ) {
    self.init(pulse: select) { $0.flatMap(request) }
  }

  /// Asks for something each time a condition becomes true, in the first state if it is true there.
  ///
  /// - Parameters:
  ///   - condition: Called with every state; a key path will do.
  ///   - request: Makes the request; `nil` for none.
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

  /// Asks for something each time a condition changes, to `false` as to `true`.
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
    pulse select: @escaping @Sendable (State) -> PulseSignal<Value>,
    _ request: @escaping @Sendable (Value) -> TerminalRequest<Event>?
  ) {
    makeInstance = {
      var newest: Int?
      return { state in
        let signal = select(state)
        defer { newest = signal.count }
        return signal.count > newest ?? signal.count ? request(signal.value) : nil
      }
    }
  }
}

/// Builds the list of what a program asks the terminal for, with `if`, `for` and the like.
@resultBuilder
public enum PerformBuilder<State: Sendable, Event: Sendable> {
  /// Takes one.
  public static func buildExpression(_ perform: Perform<State, Event>) -> [Perform<State, Event>] {
    [perform]
  }

  /// Takes those that are already a list.
  public static func buildExpression(
    _ performs: [Perform<State, Event>]
  ) -> [Perform<State, Event>] { performs }

  /// Joins lists.
  public static func buildBlock(
    _ lists: [Perform<State, Event>]...
  ) -> [Perform<State, Event>] { lists.flatMap(\.self) }

  /// Takes nothing for a condition that does not hold.
  public static func buildOptional(
    _ list: [Perform<State, Event>]?
  ) -> [Perform<State, Event>] { list ?? [] }

  /// Takes the first branch.
  public static func buildEither(
    first list: [Perform<State, Event>]
  ) -> [Perform<State, Event>] { list }

  /// Takes the second branch.
  public static func buildEither(
    second list: [Perform<State, Event>]
  ) -> [Perform<State, Event>] { list }

  /// Joins the lists of a loop.
  public static func buildArray(
    _ lists: [[Perform<State, Event>]]
  ) -> [Perform<State, Event>] { lists.flatMap(\.self) }
}
