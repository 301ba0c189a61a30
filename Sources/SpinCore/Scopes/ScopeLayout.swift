/// A scope of a list that is laid out.
struct ScopeLayout: Sendable {
  /// The settings of the part's feedbacks.
  var traits: [FeedbackTraits] = []
  /// See ``Blueprint/hasRepeats``.
  var hasRepeats = false
  /// See ``Blueprint/recursions``.
  var recursions: Set<Int> = []
  /// Makes the memory of the scope for one run.
  let makeNode: @Sendable (_ onlyOwnReducerChangesIt: Bool) -> ScopeNode
}

extension ScopeLayout {
  /// Creates the layout of a scope from that of its part's list.
  init(
    _ part: PartLayout,
    makeNode: @escaping @Sendable (_ onlyOwnReducerChangesIt: Bool) -> ScopeNode
  ) {
    // A recursion has no feedbacks of its own. Those of the outer scope serve it.
    let list = part.isRecursion ? nil : part.blueprint
    self.init(
      traits: list?.feedbacks.map { $0.traits.nested(in: part.name) } ?? [],
      hasRepeats: list?.hasRepeats == true, recursions: part.recursions, makeNode: makeNode)
  }
}

/// The list of a scope's part, laid out.
struct PartLayout: Sendable {
  private let list: MadeOnce<Blueprint>
  /// The name of the scope.
  let name: String
  /// The names of the scopes around it and, if it is no recursion, its own.
  private let names: [String]
  /// The number of the scope, see ``ScopeStack``; if it is a recursion, of the one that it repeats.
  private let scope: Int
  /// Whether the scope is a recursion of one around it.
  let isRecursion: Bool
  /// Whether the scope is a recursion, or contains a recursion of itself.
  let isRecursive: Bool
  /// The numbers of the scopes around it that it repeats, or that a scope in it repeats.
  let recursions: Set<Int>

  /// Lays out the list of a part.
  init(
    _ list: MadeOnce<SpinList>, named name: String, in stack: ScopeStack
  ) throws(ScopeStack.Recursion) {
    self.name = name
    let kind = ScopeStack.Kind(list.value, in: stack)
    if let outer = stack.recursion(kind) {
      let inner = stack.prefix(through: outer)
      self.list = MadeOnce {
        let blueprint = inner.layOut { stack throws(ScopeStack.Recursion) in
          try Blueprint(list.value, in: stack)
        }
        inner.check(blueprint)
        return blueprint
      }
      (scope, isRecursion, isRecursive, recursions) = (outer, true, true, [outer])
      names = inner.names
    } else {
      var inner = stack
      try inner.push(list.value, kind, named: name)
      let blueprint = try Blueprint(list.value, in: inner)
      inner.note(blueprint)
      self.list = MadeOnce(made: blueprint)
      (scope, isRecursion) = (stack.count, false)
      names = inner.names
      isRecursive = blueprint.recursions.contains(stack.count)
      recursions = blueprint.recursions.subtracting([stack.count])
    }
  }

  /// The list; that of a recursion is made when its first part appears.
  var blueprint: Blueprint { list.value }

  /// Returns the feedbacks of a part that a feedback of the scope serves.
  func feedbacks(_ local: Int) -> PartFeedbacks {
    PartFeedbacks(own: local, inside: isRecursive ? RecursionKey(scope: scope, local: local) : nil)
  }

  /// Returns the feedbacks of a recursion that are in the parts of the scope.
  func feedbacks(of key: RecursionKey) -> PartFeedbacks? {
    if isRecursion && key.scope == scope { return PartFeedbacks(own: key.local, inside: key) }
    return isRecursion && key.scope < scope || recursions.contains(key.scope)
      ? PartFeedbacks(own: nil, inside: key) : nil
  }

  /// Returns the name that precedes ids of this scope in origins, such as `right` in
  /// `left[2/right 5/6].load`.
  ///
  /// It tells the parts of this scope from those of other scopes in the recursion. It is `nil` if the scope
  /// has the name of the outermost one.
  func way(_ key: RecursionKey) -> String? {
    if names[key.scope] == name { return nil }
    return name.hasSuffix("[]") ? String(name.dropLast(2)) : name
  }
}

/// The feedbacks of a part that one feedback of the whole serves.
struct PartFeedbacks: Sendable {
  /// The place of the part's own feedback; `nil` if there is none.
  let own: Int?
  /// The recursion that has the others, in parts of the part.
  let inside: RecursionKey?

  /// How many of them are the part's own.
  var ownCount: Int { own == nil ? 0 : 1 }
}

/// A feedback of a scope that contains recursions of itself.
struct RecursionKey: Hashable, Sendable {
  /// The number of the scope, see ``ScopeStack``.
  let scope: Int
  /// Its place in the part.
  let local: Int
}
