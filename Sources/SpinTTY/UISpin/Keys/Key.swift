internal import SpinCore

/// A key binding: chords and their action.
///
/// ```swift
/// Key(" ", help: "start or pause", .toggle)
/// Key("+", .up, help: "more", when: \.isStill, .add(1))
/// Key.quit("q", .ctrl("c"))
/// ```
///
/// *Ordering*: the state decides the action of a press when the press has its turn in the mailbox.
/// If several bindings of the chord are live then, the one that was declared last takes it. ``Rehearsal/keyClashes`` lists such chords for tests. A debug build reports each of
/// them on standard error after the run.
///
/// *Isolation*: the loop calls conditions and closures. The thread that draws calls conditions too,
/// for ``Help``. They are pure.
public struct Key<State: Sendable, Event: Sendable>: Sendable {
  let chords: [KeyChord]
  let help: String
  let condition: (@Sendable (State) -> Bool)?
  let action: @Sendable (State) -> KeyAction<Event>

  init(
    _ chords: [KeyChord], _ help: String, _ condition: (@Sendable (State) -> Bool)?,
    _ action: @escaping @Sendable (State) -> KeyAction<Event>
  ) {
    require(!chords.isEmpty, "The binding “\(help)” has no key: name at least one.")
    self.chords = chords
    self.help = help
    self.condition = condition
    self.action = action
  }

  /// Binds chords to an event.
  ///
  /// - Parameters:
  ///   - chords: The keys, any of which will do.
  ///   - help: What ``Help`` says of it; empty leaves it out.
  ///   - condition: Whether it is live in a state; nil for always. A key path will do.
  ///   - event: The event.
  public init(
    _ chords: KeyChord..., help: String, when condition: (@Sendable (State) -> Bool)? = nil,
    _ event: Event
  ) {
    self.init(chords, help, condition) { _ in .event(event) }
  }

  /// Binds chords to an event that depends on the state.
  ///
  /// - Parameters:
  ///   - chords: The keys, any of which will do.
  ///   - help: What ``Help`` says of it; empty leaves it out.
  ///   - condition: Whether it is live in a state; nil for always. A key path will do.
  ///   - event: Makes the event; nil if there is none.
  public init(
    _ chords: KeyChord..., help: String, when condition: (@Sendable (State) -> Bool)? = nil,
    event: @escaping @Sendable (State) -> Event?
  ) {
    self.init(chords, help, condition) { state in event(state).map { .event($0) } ?? .nothing }
  }

  func isLive(in state: State) -> Bool { condition?(state) ?? true }
}

extension Key {
  /// Ends the program in the turn of the key, so keys that were pressed later have no effect.
  public static func quit(
    _ chords: KeyChord..., help: String = "quit", when condition: (@Sendable (State) -> Bool)? = nil
  ) -> Key {
    Key(chords, help, condition) { _ in .command(.quit) }
  }

  /// Lets ``Help`` show every binding, or only those that are live.
  public static func help(
    _ chords: KeyChord..., help: String = "help", when condition: (@Sendable (State) -> Bool)? = nil
  ) -> Key {
    Key(chords, help, condition) { _ in .toggleHelp }
  }

  /// Suspends the job, as ctrl-Z does if no key is bound to it.
  public static func suspend(
    _ chords: KeyChord..., help: String = "suspend",
    when condition: (@Sendable (State) -> Bool)? = nil
  ) -> Key {
    Key(chords, help, condition) { _ in .command(.suspend) }
  }

  /// Draws the whole screen again, after something else has written on it.
  public static func redraw(
    _ chords: KeyChord..., help: String = "", when condition: (@Sendable (State) -> Bool)? = nil
  ) -> Key {
    Key(chords, help, condition) { _ in .command(.redraw) }
  }

  /// Gives the terminal to another program, such as an editor, until that ends.
  ///
  /// ```swift
  /// Key.run("e", help: "edit") {
  ///   .editor($0.selected.path)
  /// } finished: {
  ///   .edited($0.selected, $1)
  /// }
  /// ```
  ///
  /// The loop goes on meanwhile; ``ChildCommand`` says what happens if the run is to end.
  ///
  /// - Parameters:
  ///   - chords: The keys.
  ///   - help: What ``Help`` says of it.
  ///   - condition: Whether it is live in a state.
  ///   - command: The program; nil if there is none to run.
  ///   - finished: Makes an event of the state in which the program was started, and of how it
  ///     ended or why it could not be started.
  /// - Returns: A binding that starts the program.
  public static func run(
    _ chords: KeyChord..., help: String, when condition: (@Sendable (State) -> Bool)? = nil,
    _ command: @escaping @Sendable (State) -> ChildCommand?,
    finished: @escaping @Sendable (State, Result<ChildStatus, TerminalError>) -> Event?
  ) -> Key {
    Key(chords, help, condition) { state in
      command(state).map { .command(.run($0, finished: { finished(state, $0) })) } ?? .nothing
    }
  }

  /// Gives the terminal to another program, for an event that does not depend on the state.
  public static func run(
    _ chords: KeyChord..., help: String, when condition: (@Sendable (State) -> Bool)? = nil,
    _ command: @escaping @Sendable (State) -> ChildCommand?,
    finished: @escaping @Sendable (Result<ChildStatus, TerminalError>) -> Event?
  ) -> Key {
    Key(chords, help, condition) { state in
      command(state).map { .command(.run($0, finished: finished)) } ?? .nothing
    }
  }
}
