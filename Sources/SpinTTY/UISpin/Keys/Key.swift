internal import SpinCore

/// A binding of keys, and of clicks: chords and their action.
///
/// ```swift
/// Key(" ", help: "start or pause", .toggle)
/// Key("+", .up, help: "more", when: \.isStill, .add(1))
/// Key("y", .click(Area.yes), help: "yes", .answer(true))
/// Key.quit("q", .ctrl("c"))
/// ```
///
/// *Ordering*: the state decides the action of a press when the press has its turn in the mailbox.
/// If several bindings of the chord are live then, the one that was declared last takes it.
/// ``Rehearsal/keyClashes`` lists such chords for tests. A debug build reports each of them on
/// standard error after the run.
///
/// *Isolation*: the loop calls conditions and closures. The thread that draws calls conditions too,
/// for ``Help``. They are pure.
public struct Key<State: Sendable, Event: Sendable>: Sendable {
  let chords: [Chord]
  let help: String
  let condition: (@Sendable (State) -> Bool)?
  let action: @Sendable (State) -> KeyAction<Event>
  /// What a click on a region does, if it depends on the region.
  var clicked: (@Sendable (RegionKey) -> KeyAction<Event>?)?
  /// The layer of the host that it opens.
  var opens: HostLayer?

  init(
    _ chords: [Chord], _ help: String, _ condition: (@Sendable (State) -> Bool)?,
    _ action: @escaping @Sendable (State) -> KeyAction<Event>
  ) {
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
    _ chords: Chord..., help: String, when condition: (@Sendable (State) -> Bool)? = nil,
    _ event: Event
  ) {
    self.init(Key.named(chords, help), help, condition) { _ in .event(event) }
  }

  /// Binds chords to an event that depends on the state.
  ///
  /// - Parameters:
  ///   - chords: The keys, any of which will do.
  ///   - help: What ``Help`` says of it; empty leaves it out.
  ///   - condition: Whether it is live in a state; nil for always. A key path will do.
  ///   - event: Makes the event; nil if there is none.
  public init(
    _ chords: Chord..., help: String, when condition: (@Sendable (State) -> Bool)? = nil,
    event: @escaping @Sendable (State) -> Event?
  ) {
    self.init(Key.named(chords, help), help, condition) { state in
      event(state).map { .event($0) } ?? .nothing
    }
  }

  func isLive(in state: State) -> Bool { condition?(state) ?? true }

  /// The same keys for other states.
  func with<Other: Sendable>(
    condition: @escaping @Sendable (Other) -> Bool,
    action: @escaping @Sendable (Other) -> KeyAction<Event>
  ) -> Key<Other, Event> {
    var key = Key<Other, Event>(chords, help, condition, action)
    key.clicked = clicked
    key.opens = opens
    return key
  }

  private static func named(_ chords: [Chord], _ help: String) -> [Chord] {
    require(!chords.isEmpty, "The binding “\(help)” has no key: name at least one.")
    return chords
  }
}

extension Key {
  /// Ends the program in the turn of the key, so keys that were pressed later have no effect.
  public static func quit(
    _ chords: Chord..., help: String = "quit", when condition: (@Sendable (State) -> Bool)? = nil
  ) -> Key {
    Key(named(chords, help), help, condition) { _ in .command(.quit) }
  }

  /// Shows all bindings in a table on top of the program, and hides it again.
  ///
  /// The table is a layer that catches everything: escape and these keys close it, and arrows scroll
  /// it. ctrl-C and ctrl-Z keep their meanings.
  public static func help(
    _ chords: Chord..., help: String = "help", when condition: (@Sendable (State) -> Bool)? = nil
  ) -> Key {
    var key = Key(named(chords, help), help, condition) { _ in .host(.toggleHelp) }
    key.opens = .help
    return key
  }

  /// Shows a list of the bindings that have help, to be searched and chosen from.
  ///
  /// The list is a layer that catches everything. What is typed narrows it, enter does what the
  /// selected binding does, and escape closes it.
  public static func palette(
    _ chords: Chord..., help: String = "commands",
    when condition: (@Sendable (State) -> Bool)? = nil
  ) -> Key {
    var key = Key(named(chords, help), help, condition) { _ in .host(.togglePalette) }
    key.opens = .palette
    return key
  }

  /// Suspends the job, as ctrl-Z does if no key is bound to it.
  public static func suspend(
    _ chords: Chord..., help: String = "suspend",
    when condition: (@Sendable (State) -> Bool)? = nil
  ) -> Key {
    Key(named(chords, help), help, condition) { _ in .command(.suspend) }
  }

  /// Draws the whole screen again, after something else has written on it.
  public static func redraw(
    _ chords: Chord..., help: String = "", when condition: (@Sendable (State) -> Bool)? = nil
  ) -> Key {
    Key(named(chords, help), help, condition) { _ in .command(.redraw) }
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
  /// It is short for a ``TerminalRequest``. The loop goes on meanwhile; ``ChildCommand`` says what
  /// happens if the run is to end.
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
    _ chords: Chord..., help: String, when condition: (@Sendable (State) -> Bool)? = nil,
    _ command: @escaping @Sendable (State) -> ChildCommand?,
    finished: @escaping @Sendable (State, Result<ChildStatus, TerminalError>) -> Event?
  ) -> Key {
    Key(named(chords, help), help, condition) { state in
      command(state).map { .request(.run($0) { finished(state, $0) }) } ?? .nothing
    }
  }

  /// Gives the terminal to another program, for an event that does not depend on the state.
  public static func run(
    _ chords: Chord..., help: String, when condition: (@Sendable (State) -> Bool)? = nil,
    _ command: @escaping @Sendable (State) -> ChildCommand?,
    finished: @escaping @Sendable (Result<ChildStatus, TerminalError>) -> Event?
  ) -> Key {
    Key(named(chords, help), help, condition) { state in
      command(state).map { .request(.run($0, finished)) } ?? .nothing
    }
  }
}

/// A layer of the host that a key opens.
enum HostLayer { case help, palette }
