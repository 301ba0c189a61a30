/// Builds the bindings of a program, with `if`, `switch`, `for` and optionals.
@resultBuilder
public enum KeyBuilder<State: Sendable, Event: Sendable> {
  /// Takes a binding.
  public static func buildExpression(_ key: Key<State, Event>) -> Keys<State, Event> {
    Keys(keys: [key], inputs: [])
  }

  /// Takes everything else that may stand in a list.
  ///
  /// NB: one function for all of it, and a binding preferred, so that a mistake inside a binding is
  /// named where it is.
  @_disfavoredOverload
  public static func buildExpression<Part: KeysPart<State, Event>>(
    _ part: Part
  ) -> Keys<State, Event> {
    part.list
  }

  /// Joins lists.
  public static func buildBlock(_ lists: Keys<State, Event>...) -> Keys<State, Event> {
    buildArray(lists)
  }

  /// Takes nothing for a condition that does not hold.
  public static func buildOptional(_ list: Keys<State, Event>?) -> Keys<State, Event> {
    list ?? Keys(keys: [], inputs: [])
  }

  /// Takes the first branch.
  public static func buildEither(first list: Keys<State, Event>) -> Keys<State, Event> { list }

  /// Takes the second branch.
  public static func buildEither(second list: Keys<State, Event>) -> Keys<State, Event> { list }

  /// Joins the lists of a loop.
  public static func buildArray(_ lists: [Keys<State, Event>]) -> Keys<State, Event> {
    Keys(keys: lists.flatMap(\.keys), inputs: lists.flatMap(\.inputs))
  }

  /// Takes a list that depends on the version of the system.
  public static func buildLimitedAvailability(
    _ list: Keys<State, Event>
  ) -> Keys<State, Event> { list }
}

/// Bindings, in order of declaration, to share between programs.
///
/// If several live bindings have the same chord, the last one takes the key.
public struct Keys<State: Sendable, Event: Sendable>: Sendable {
  let keys: [Key<State, Event>]
  let inputs: [Inputs<State, Event>]

  init(keys: [Key<State, Event>], inputs: [Inputs<State, Event>]) {
    self.keys = keys
    self.inputs = inputs
  }

  /// Whether nothing is bound.
  var isEmpty: Bool { keys.isEmpty && inputs.isEmpty }

  /// Makes a list whose bindings are live only in some states, if their own conditions agree.
  ///
  /// ```swift
  /// Keys(when: \.isBrowsing) {
  ///   Key("d", help: "delete", .askToDelete)
  ///   Key.quit("q")
  /// }
  /// ```
  public init(
    when condition: @escaping @Sendable (State) -> Bool,
    @KeyBuilder<State, Event> _ content: () -> Keys
  ) {
    let content = content()
    keys = content.keys.map { key in
      Key(key.chords, key.help, { condition($0) && key.isLive(in: $0) }, key.action)
    }
    inputs = content.inputs.map { inputs in
      Inputs(when: { condition($0) && inputs.condition?($0) ?? true }, inputs.event)
    }
  }

  /// Makes a list.
  public init(@KeyBuilder<State, Event> _ content: () -> Keys) {
    self = content()
  }
}

/// A part of a list of key bindings besides a ``Key``.
public protocol KeysPart<State, Event> {
  /// The states of the program.
  associatedtype State: Sendable
  /// The events of the program.
  associatedtype Event: Sendable

  /// The bindings that it comes to.
  var list: Keys<State, Event> { get }
}

extension Keys: KeysPart {
  /// The list itself.
  public var list: Keys { self }
}

extension Inputs: KeysPart {
  /// A list with no key bindings and these inputs.
  public var list: Keys<State, Event> { Keys(keys: [], inputs: [self]) }
}
