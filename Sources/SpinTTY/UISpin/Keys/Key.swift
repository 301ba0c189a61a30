internal import SpinCore

/// A binding of keys and clicks to an action.
///
/// ```swift
/// Key(" ", help: "start or pause", .toggle)
/// Key("+", .up, help: "more", when: \.isStill, .add(1))
/// Key("y", .click(Area.yes), help: "yes", .answer(true))
/// Key("g g", help: "first", .first)
/// Key.quit("q", .ctrl("c"))
/// ```
///
/// *Ordering*: the state at the turn of a press in the mailbox decides its action. If several
/// bindings of the chord are live, the one that was declared last takes the press.
/// ``Rehearsal/keyClashes`` lists such chords for tests. A debug build reports them on standard
/// error after the run.
///
/// *Isolation*: the loop calls conditions and closures. The drawing thread also calls them, for
/// ``Help``. They must be pure.
public struct Key<State: Sendable, Event: Sendable>: Sendable {
  let chords: [Chord]
  let help: String
  let condition: (@Sendable (State) -> Bool)?
  let action: @Sendable (State) -> KeyAction<Event>
  /// The action of a click on a region, if it depends on the region.
  var clicked: (@Sendable (RegionKey) -> KeyAction<Event>?)?
  /// The layer of the host that the binding opens, or the end of the program.
  var opens: HostLayer?
  /// Whether the action may be nothing in some states.
  var mayDoNothing = false
  /// The name of the command in a ``KeyMap``.
  private(set) var name: String

  init(
    _ chords: [Chord], _ help: String, _ condition: (@Sendable (State) -> Bool)?,
    _ action: @escaping @Sendable (State) -> KeyAction<Event>
  ) {
    self.chords = chords
    self.help = help
    name = help
    self.condition = condition
    self.action = action
  }

  /// Binds chords to an event.
  ///
  /// - Parameters:
  ///   - chords: The chords, any of which triggers the binding.
  ///   - help: The text in ``Help``; an empty text hides the binding.
  ///   - condition: Whether the binding is live in a state; `nil` for always. A key path works.
  ///   - event: The event.
  public init(
    _ chords: Chord..., help: String, when condition: (@Sendable (State) -> Bool)? = nil,
    _ event: Event
  ) {
    self.init(Key.named(chords, help), help, condition) { _ in .event(event) }
  }

  /// A binding says what it does.
  @available(
    *, unavailable,
    message: "a binding says what it does: Key(\"n\", help: \"next\", .next); help: \"\" hides it"
  )
  public init(
    _ chord: Chord, when condition: (@Sendable (State) -> Bool)? = nil, _ event: Event
  ) {
    self.init(chord, help: "", when: condition, event)
  }

  /// A binding says what it does.
  @available(
    *, unavailable,
    message: "a binding says what it does: Key(\"n\", help: \"next\", .next); help: \"\" hides it"
  )
  public init(
    _ chord: Chord, _ other: Chord, when condition: (@Sendable (State) -> Bool)? = nil,
    _ event: Event
  ) {
    self.init(chord, other, help: "", when: condition, event)
  }

  /// A binding says what it does.
  @available(
    *, unavailable,
    message: "a binding says what it does: Key(\"n\", help: \"next\", .next); help: \"\" hides it"
  )
  public init(
    _ chords: Chord..., when condition: (@Sendable (State) -> Bool)? = nil,
    event: @escaping @Sendable (State) -> Event?
  ) {
    self.init(Key.named(chords, ""), "", condition) { _ in .nothing }
  }

  /// Binds chords to an event that depends on the state.
  ///
  /// - Parameters:
  ///   - chords: The chords, any of which triggers the binding.
  ///   - help: The text in ``Help``; an empty text hides the binding.
  ///   - condition: Whether the binding is live in a state; `nil` for always. A key path works.
  ///   - event: Returns the event, or `nil` for none; the binding still takes the press, but help
  ///     does not offer it. It is called only if the condition holds.
  public init(
    _ chords: Chord..., help: String, when condition: (@Sendable (State) -> Bool)? = nil,
    event: @escaping @Sendable (State) -> Event?
  ) {
    self.init(Key.named(chords, help), help, condition) { state in
      event(state).map { .event($0) } ?? .nothing
    }
    mayDoNothing = true
  }

  func isLive(in state: State) -> Bool { condition?(state) ?? true }

  /// Whether the binding is live in a state and its action is not nothing, so that help offers it.
  func isOffered(in state: State) -> Bool {
    guard isLive(in: state) else { return false }
    if mayDoNothing, case .nothing = action(state) { return false }
    return true
  }

  /// The same chords for a different type of states.
  func with<Other: Sendable>(
    condition: @escaping @Sendable (Other) -> Bool,
    action: @escaping @Sendable (Other) -> KeyAction<Event>
  ) -> Key<Other, Event> {
    var key = Key<Other, Event>(chords, help, condition, action)
    key.name = name
    key.clicked = clicked
    key.opens = opens
    key.mayDoNothing = mayDoNothing
    return key
  }

  /// Returns the binding with other chords.
  func with(chords: [Chord]) -> Key {
    var key = Key(chords, help, condition, action)
    (key.clicked, key.opens, key.mayDoNothing, key.name) = (clicked, opens, mayDoNothing, name)
    return key
  }

  /// Gives the command a name for a ``KeyMap`` that differs from its help text, for example because
  /// the text is translated.
  ///
  /// ```swift
  /// Key("ctrl+x ctrl+s", help: words.save, .save).named("save")
  /// ```
  public func named(_ name: String) -> Key {
    var key = self
    key.name = name
    return key
  }

  private static func named(_ chords: [Chord], _ help: String) -> [Chord] {
    require(!chords.isEmpty, "The binding “\(help)” has no key: give it at least one.")
    return chords
  }
}

extension Key {
  /// Ends the program at the turn of the key, so later keys have no effect.
  ///
  /// A program that is at work emits an event instead, which asks the user or says why:
  ///
  /// ```swift
  /// Key.quit("q", .ctrl("c"), unless: { $0.isBusy ? .toast("It is at work.") : nil })
  /// ```
  ///
  /// - Parameters:
  ///   - chords: The chords, any of which triggers the binding.
  ///   - help: The text in ``Help``; an empty text hides the binding.
  ///   - condition: Whether the binding is live in a state; `nil` for always. A key path works.
  ///   - refusal: Returns the event that is emitted instead; `nil` to end the program.
  /// - Returns: The binding.
  public static func quit(
    _ chords: Chord..., help: String = "quit", when condition: (@Sendable (State) -> Bool)? = nil,
    unless refusal: (@Sendable (State) -> Event?)? = nil
  ) -> Key {
    var key = Key(named(chords, help), help, condition) { state in
      refusal?(state).map { .event($0) } ?? .command(.quit)
    }
    key.opens = .quit
    return key
  }

  /// Shows a table of the keys that do something now, and of the actions of clicks, or hides it.
  ///
  /// The table is a modal layer on top of the view: escape and the keys of this binding close it, and
  /// the arrow keys scroll it. ctrl-C and ctrl-Z keep their meanings.
  public static func help(
    _ chords: Chord..., help: String = "help", when condition: (@Sendable (State) -> Bool)? = nil
  ) -> Key {
    var key = Key(named(chords, help), help, condition) { _ in .host(.toggleHelp) }
    key.opens = .help
    return key
  }

  /// Shows a searchable list of the bindings that have a help text.
  ///
  /// The list is a modal layer. Typed text filters it, enter performs the action of the selected
  /// binding, and escape closes it. A binding that only clicks controls that are
  /// ``View/disabled(_:)`` as the list appears is not in it.
  public static func palette(
    _ chords: Chord..., help: String = "commands",
    when condition: (@Sendable (State) -> Bool)? = nil
  ) -> Key {
    var key = Key(named(chords, help), help, condition) { _ in .host(.togglePalette()) }
    key.opens = .palette
    return key
  }

  /// Shows what the focused region is for, see ``View/hint(_:)``, until the next key.
  ///
  /// The text lies below the region. Escape and these keys hide it; every other key hides it and has
  /// its effect.
  public static func hint(
    _ chords: Chord..., help: String = "hint", when condition: (@Sendable (State) -> Bool)? = nil
  ) -> Key {
    var key = Key(named(chords, help), help, condition) { _ in .host(.hint(nil)) }
    key.opens = .hint
    return key
  }

  /// Suspends the job, as ctrl-Z does if no key is bound to it.
  public static func suspend(
    _ chords: Chord..., help: String = "suspend",
    when condition: (@Sendable (State) -> Bool)? = nil
  ) -> Key {
    Key(named(chords, help), help, condition) { _ in .command(.suspend) }
  }

  /// Draws the whole screen again, after another program has written on it.
  public static func redraw(
    _ chords: Chord..., help: String = "", when condition: (@Sendable (State) -> Bool)? = nil
  ) -> Key {
    Key(named(chords, help), help, condition) { _ in .command(.redraw) }
  }

  /// Gives the terminal to another program, such as an editor, until that program ends.
  ///
  /// ```swift
  /// Key.run("e", help: "edit") {
  ///   .editor($0.selected)
  /// } finished: {
  ///   .edited($0.selected, $1)
  /// }
  /// ```
  ///
  /// This is a short form for a ``TerminalRequest``. The loop continues meanwhile. If the run ends,
  /// see ``ChildCommand``.
  ///
  /// - Parameters:
  ///   - chords: The chords.
  ///   - help: The text in ``Help``.
  ///   - condition: Whether the binding is live in a state.
  ///   - command: Returns the program, or `nil` to run none.
  ///   - finished: Returns an event for the state in which the program was started, and for its
  ///     exit status or the reason why it was not started.
  /// - Returns: A binding that starts the program.
  public static func run(
    _ chords: Chord..., help: String, when condition: (@Sendable (State) -> Bool)? = nil,
    _ command: @escaping @Sendable (State) -> ChildCommand?,
    finished: @escaping @Sendable (State, Result<ChildStatus, TerminalError>) -> Event?
  ) -> Key {
    var key = Key(named(chords, help), help, condition) { state in
      command(state).map { .request(.run($0) { finished(state, $0) }) } ?? .nothing
    }
    key.mayDoNothing = true
    return key
  }

  /// Gives the terminal to another program; the event does not depend on the state.
  public static func run(
    _ chords: Chord..., help: String, when condition: (@Sendable (State) -> Bool)? = nil,
    _ command: @escaping @Sendable (State) -> ChildCommand?,
    finished: @escaping @Sendable (Result<ChildStatus, TerminalError>) -> Event?
  ) -> Key {
    var key = Key(named(chords, help), help, condition) { state in
      command(state).map { .request(.run($0, finished)) } ?? .nothing
    }
    key.mayDoNothing = true
    return key
  }
}

/// A layer of the host that a key opens, or the end of the program that it leads to.
enum HostLayer { case help, palette, hint, quit }
