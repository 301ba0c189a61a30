/// The scopes around a list while it is laid out, from the outermost.
///
/// A spin has a fixed list of feedbacks, but a part may contain parts of its own kind:
///
/// ```
/// Folder.spin   load, folders        the list as it is written
///                       └ load, folders
///                               └ …
/// laid out      load, folders[].load
/// ```
///
/// So the feedback `folders[].load` serves the folders of all depths: an inner scope of parts of the same
/// kind is a *recursion* of the outer one, and has no feedbacks of its own. If more than ``limit`` scopes of
/// one kind are nested, they are a recursion. It is not known earlier that the lists do not end, because each
/// list makes the one inside it.
///
/// The lists of the first depths may differ from those of the others:
///
/// ```
/// depth        1 2 3 4 5 6 …
/// kind         A A B A A A …
/// kind inside  A B A A A A …      at depth 2, there is a B in an A, and later there is not
/// recursion          └ A A …
/// ```
struct ScopeStack: Sendable {
  /// What the parts of a recursion have in common, whichever scopes they are in.
  struct Kind: Hashable, Sendable {
    private let types: [ObjectIdentifier]
    /// The list of the part as it is written, with what the scopes around it change.
    private let list: [ItemSummary]

    init(_ list: SpinList, in stack: ScopeStack) {
      types = [list.reducer.types.state.id, list.reducer.types.event.id]
      self.list = list.items.map { $0.summary(in: stack) }
    }
  }

  /// A scope around the list.
  private final class Frame: Sendable {
    /// The list of its part.
    let list: SpinList
    let kind: Kind
    let name: String
    /// What the scope and those around it change about the feedbacks of the part.
    let changes: FeedbackChanges
    /// The feedbacks of its part, and whether it drops repeats; known when the list of the part has been laid
    /// out.
    let laidOut = Guarded<(feedbacks: [FeedbackSummary], dropsRepeats: Bool)?>(nil)

    init(_ list: SpinList, _ kind: Kind, _ name: String, _ changes: FeedbackChanges) {
      self.list = list
      self.kind = kind
      self.name = name
      self.changes = changes
    }
  }

  /// A recursion that was not known before, by the kinds of scopes on the way to its outermost
  /// scope.
  struct Recursion: Error, Hashable {
    let way: [Kind]
  }

  /// The largest number of nested scopes of one kind that are no recursion.
  private static var limit: Int { 16 }
  /// How many scopes may be nested.
  private static var depthLimit: Int { 256 }

  private var frames: [Frame] = []
  /// What the scopes change about the feedbacks in them.
  private(set) var changes = FeedbackChanges()
  private var recursions: Set<Recursion> = []

  /// Creates the stack of a list that is in no scope.
  init() {}

  /// The number of scopes.
  var count: Int { frames.count }

  /// The names of the scopes.
  var names: [String] { frames.map(\.name) }

  /// Returns the number of the outer scope that a scope of this kind repeats; `nil` if it repeats none.
  func recursion(_ kind: Kind) -> Int? {
    if recursions.isEmpty { return nil }
    return frames.indices.last { frames[$0].kind == kind && recursions.contains(way(to: $0)) }
  }

  private func way(to scope: Int) -> Recursion { Recursion(way: frames[...scope].map(\.kind)) }

  /// The recursion that becomes known by the newest scope; `nil` if there is none.
  private var found: Recursion? {
    guard let newest = frames.last?.kind, hasTooMany(newest, from: 0) else { return nil }
    // For each kind, the kinds of the scopes inside it, as its innermost scope has them.
    var inside: [Kind: [Kind]] = [:]
    let last = frames.indices.last { index in
      let kinds = kindsInside(index)
      return inside[frames[index].kind].made(kinds) != kinds
    }
    let first = last.map { $0 + 1 } ?? 0
    guard hasTooMany(newest, from: first) else { return nil }
    return frames[first...].firstIndex { $0.kind == newest }.map(way)
  }

  private func hasTooMany(_ kind: Kind, from first: Int) -> Bool {
    frames[first...].count { $0.kind == kind } > Self.limit
  }

  /// The kinds of the parts that are in the part of a scope.
  private func kindsInside(_ scope: Int) -> [Kind] {
    var stack = prefix(through: scope)
    stack.changes = frames[scope].changes
    return frames[scope].list.scopes.compactMap { $0.kind?(stack.within($0)) }
  }

  /// Returns the stack for the list of a scope's part, before the scope is added.
  func within(_ scope: ScopeDefinition) -> ScopeStack {
    var stack = self
    stack.changes = scope.changes.followed(by: changes)
    return stack
  }

  /// Adds a scope.
  mutating func push(_ list: SpinList, _ kind: Kind, named name: String) throws(Recursion) {
    frames.append(Frame(list, kind, name, changes))
    require(
      frames.count < Self.depthLimit,
      "Scopes are \(Self.depthLimit) deep in each other. If a part contains parts of its own kind, "
        + "its list must have the same feedbacks at each depth, by \(FeedbackSummary.aspects).")
    if let found { throw found }
  }

  /// Returns the stack up to and including a scope, for a list that repeats the list of the scope.
  func prefix(through scope: Int) -> ScopeStack {
    var stack = self
    stack.frames.removeLast(frames.count - scope - 1)
    return stack
  }

  /// Lays out a list, again if a recursion is found.
  func layOut<Layout>(_ body: (ScopeStack) throws(Recursion) -> Layout) -> Layout {
    var stack = self
    while true {
      do {
        return try body(stack)
      } catch {
        stack.recursions.insert(error)
      }
    }
  }

  /// Notes the feedbacks and filters of the newest scope's part.
  func note(_ blueprint: Blueprint) {
    frames.last?.laidOut.withLock {
      $0 = (blueprint.feedbacks.map(\.traits.summary), blueprint.hasRepeats)
    }
  }

  /// Checks that a recursion of the newest scope has the same feedbacks, and drops repeats if the scope does.
  ///
  /// The feedbacks and filters of the scope serve the recursion, too. So they must be of the same kinds.
  func check(_ blueprint: Blueprint) {
    let laidOut = frames.last?.laidOut.withLock { $0 }
    require(
      laidOut?.dropsRepeats == blueprint.hasRepeats,
      "The list of a \(blueprint.reducer.types.stateName) that contains others has a DropRepeats at one depth, "
        + "and none at another. Give it one at each depth, whose predicate says which events it drops."
    )
    let first = laidOut?.feedbacks ?? []
    let other = blueprint.feedbacks.map(\.traits.summary)
    require(
      first == other,
      "The list of a \(blueprint.reducer.types.stateName) that contains others has the feedbacks "
        + "\(first.map(\.description)) at one depth and \(other.map(\.description)) at another. "
        + "It must have the same ones at each "
        + "depth, by \(FeedbackSummary.aspects): give a feedback a filter instead of an if.")
  }
}

/// What a feedback must have in common at all depths, if it serves parts of several depths.
struct FeedbackSummary: Hashable, Sendable, CustomStringConvertible {
  /// The name with the names of scopes.
  let path: String?
  let nature: FeedbackNature?
  let strategy: ExecutionStrategy
  let executor: ObjectIdentifier?
  let limit: Int
  let throttle: Throttle?

  /// What is compared, in words.
  static let aspects = "names, forms, strategies, executors, limits and throttles"

  var description: String {
    var words = ["\(path ?? "unnamed")"]
    if let nature { words.append(nature.kind == .reacting ? "\(nature.form)" : "\(nature.kind)") }
    words.append("\(strategy)")
    if executor != nil { words.append("on an executor") }
    if limit < .max { words.append("at most \(limit)") }
    if let throttle { words.append("throttled for \(throttle.period)") }
    return words.joined(separator: ", ")
  }
}

extension FeedbackTraits {
  fileprivate var summary: FeedbackSummary {
    FeedbackSummary(
      path: path, nature: nature, strategy: strategy, executor: executor.map(ObjectIdentifier.init),
      limit: limit, throttle: throttle)
  }
}

/// What an item of a list is.
private enum ItemSummary: Hashable, Sendable {
  case feedback(FeedbackSummary)
  case repeats
  /// A scope, and what it and those around it change.
  case scope(String, ExecutionStrategy?, executor: ObjectIdentifier?)
}

extension ListItem {
  /// What tells whether two lists are of one kind.
  fileprivate func summary(in stack: ScopeStack) -> ItemSummary {
    switch self {
    case .feedback(let feedback):
      return .feedback(feedback.with(stack.changes.apply).traits.summary)
    case .repeats: return .repeats
    case .scope(let scope):
      let changes = stack.within(scope).changes
      return .scope(
        scope.name, changes.strategy, executor: changes.executor.map(ObjectIdentifier.init))
    }
  }
}
