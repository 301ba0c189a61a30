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
/// So the feedback `folders[].load` serves the folders of all depths: an inner scope of parts of the
/// same kind is a *recursion* of the outer one, and has no feedbacks of its own. The scopes of a kind
/// are a recursion if ``limit`` of them are in each other. Only then is it known that a list does not
/// end, because each list makes the one inside it.
struct ScopeStack: Sendable {
  /// What the parts of a recursion have in common, whichever scopes they are in.
  struct Kind: Hashable, Sendable {
    private let types: [ObjectIdentifier]
    /// The list of the part as it is written.
    private let list: [String]

    init(_ list: SpinList) {
      types = [list.reducer.types.state.id, list.reducer.types.event.id]
      self.list = list.items.map(\.summary)
    }
  }

  /// A scope around the list.
  private final class Frame: Sendable {
    let kind: Kind
    let name: String
    /// The feedbacks of its part; known when the list of the part has been laid out.
    let feedbacks = Guarded<[String]?>(nil)

    init(_ kind: Kind, _ name: String) {
      self.kind = kind
      self.name = name
    }
  }

  /// A recursion that was not known before, by the kinds of scopes on the way to its outermost
  /// scope.
  struct Recursion: Error, Hashable {
    let way: [Kind]
  }

  /// How many scopes of one kind in each other are a recursion.
  private static var limit: Int { 16 }
  /// How many scopes may be in each other.
  private static var depthLimit: Int { 256 }

  private var frames: [Frame] = []
  private var recursions: Set<Recursion> = []

  /// Creates the stack of a list that is in no scope.
  init() {}

  /// The number of scopes.
  var count: Int { frames.count }

  /// The names of the scopes.
  var names: [String] { frames.map(\.name) }

  /// Returns the number of the scope that a scope is a recursion of; `nil` if it is none.
  func recursion(_ kind: Kind) -> Int? {
    if recursions.isEmpty { return nil }
    return frames.indices.last { frames[$0].kind == kind && recursions.contains(way(to: $0)) }
  }

  private func way(to scope: Int) -> Recursion { Recursion(way: frames[...scope].map(\.kind)) }

  /// Adds a scope.
  mutating func push(_ kind: Kind, named name: String) throws(Recursion) {
    frames.append(Frame(kind, name))
    require(
      frames.count < Self.depthLimit,
      "Scopes are \(Self.depthLimit) deep in each other. If a part contains parts of its own kind, "
        + "its list must have the same feedbacks, by names and strategies, at each depth.")
    let same = frames.indices.filter { frames[$0].kind == kind }
    if same.count > Self.limit { throw way(to: same[0]) }
  }

  /// Returns the stack up to a scope, and with it.
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

  /// Notes the feedbacks of the newest scope's part.
  func note(_ blueprint: Blueprint) {
    frames.last?.feedbacks.withLock { $0 = blueprint.feedbacks.map(\.summary) }
  }

  /// Checks that a recursion of the newest scope has the same feedbacks.
  ///
  /// In release builds, a feedback that a depth lacks has no effects there, and one that it has
  /// more than the outermost depth is not asked.
  func check(_ blueprint: Blueprint) {
    #if DEBUG
      let first = frames.last?.feedbacks.withLock { $0 } ?? []
      let other = blueprint.feedbacks.map(\.summary)
      require(
        first == other,
        "The list of a \(blueprint.reducer.types.stateName) that contains others has the feedbacks \(first) at one depth "
          + "and \(other) at another. It must have the same ones at each depth: give a feedback a "
          + "filter instead of an if.")
    #endif
  }
}

extension ListItem {
  /// The item in a few words, which tell whether two lists are of one kind.
  fileprivate var summary: String {
    switch self {
    case .feedback(let feedback): feedback.summary
    case .repeats: "DropRepeats"
    case .scope(let scope): "Scope \(scope.name)"
    }
  }
}

extension FeedbackDefinition {
  /// The name with the names of scopes, and the strategy.
  fileprivate var summary: String { "\(traits.path ?? "unnamed"), \(traits.strategy)" }
}
