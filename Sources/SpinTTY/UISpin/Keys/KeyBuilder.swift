/// Builds the bindings of a program or a layer, with `if`, `switch`, `for` and optionals.
@resultBuilder
public enum KeyBuilder<State: Sendable, Event: Sendable> {
  // NB: an existential parameter, so that the compiler knows the types of the state and the event in the
  // closures of a part, and reports a mistake in it at its place.
  /// Adds a binding, a control, or a list of them.
  public static func buildExpression(_ part: any KeysPart<State, Event>) -> Keys<State, Event> {
    part.list
  }

  /// Joins lists.
  public static func buildBlock(_ lists: Keys<State, Event>...) -> Keys<State, Event> {
    buildArray(lists)
  }

  /// Adds nothing if the condition is false.
  public static func buildOptional(_ list: Keys<State, Event>?) -> Keys<State, Event> {
    list ?? Keys(keys: [], controls: [])
  }

  /// Adds the first branch.
  public static func buildEither(first list: Keys<State, Event>) -> Keys<State, Event> { list }

  /// Adds the second branch.
  public static func buildEither(second list: Keys<State, Event>) -> Keys<State, Event> { list }

  /// Joins the lists of a loop.
  public static func buildArray(_ lists: [Keys<State, Event>]) -> Keys<State, Event> {
    Keys(keys: lists.flatMap(\.keys), controls: lists.flatMap(\.controls))
  }

  /// Adds a list that depends on the version of the system.
  public static func buildLimitedAvailability(
    _ list: Keys<State, Event>
  ) -> Keys<State, Event> { list }
}

/// Bindings in order of declaration, which programs and layers can share.
///
/// If several live bindings have the same chord, the last one takes the key.
public struct Keys<State: Sendable, Event: Sendable>: Sendable {
  let keys: [Key<State, Event>]
  let controls: [Control<State, Event>]

  init(keys: [Key<State, Event>], controls: [Control<State, Event>]) {
    self.keys = keys
    self.controls = controls
  }

  /// Whether the list has no bindings and no controls.
  var isEmpty: Bool { keys.isEmpty && controls.isEmpty }

  /// Creates a list whose bindings are live only if this condition and their own conditions hold.
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
      key.with(condition: { condition($0) && key.isLive(in: $0) }, action: key.action)
    }
    controls = content.controls.map { control in
      Control(control.form, control.mention) { condition($0) && control.isLive(in: $0) }
    }
  }

  /// Creates a list.
  public init(@KeyBuilder<State, Event> _ content: () -> Keys) {
    self = content()
  }

  /// The bindings of a part of a state, which are live while the part exists.
  func lifted<Whole: Sendable>(
    from part: @escaping @Sendable (Whole) -> State?
  ) -> Keys<Whole, Event> {
    Keys<Whole, Event>(
      keys: keys.map { key in
        key.with { whole in
          part(whole).map { key.isLive(in: $0) } ?? false
        } action: { whole in
          part(whole).map { key.action($0) } ?? .nothing
        }
      },
      controls: controls.map { control in
        let condition: @Sendable (Whole) -> Bool = { whole in
          part(whole).map { control.isLive(in: $0) } ?? false
        }
        let form: Control<Whole, Event>.Form =
          switch control.form {
          case .region(let key, let takesText, let takes, let action):
            .region(key, takesText: takesText, takes: takes, action: action)
          case .focus(let action): .focus(action)
          case .anywhere(let action): .anywhere(action)
          }
        return Control<Whole, Event>(form, control.mention, when: condition)
      })
  }
}

/// A part of a list of key bindings.
public protocol KeysPart<State, Event>: Sendable {
  /// The states of the program or of its layer.
  associatedtype State: Sendable
  /// The events of the program.
  associatedtype Event: Sendable

  /// The bindings of the part.
  var list: Keys<State, Event> { get }
}

extension Keys: KeysPart {
  /// The list itself.
  public var list: Keys { self }
}

extension Key: KeysPart {
  /// A list that contains only this binding.
  public var list: Keys<State, Event> { Keys(keys: [self], controls: []) }
}
