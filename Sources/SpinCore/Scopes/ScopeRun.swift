/// The scopes of a spin during one run or, if the spin is a part, during one life of the part.
///
/// A step has two halves. In the first half, each scope looks at the event before any scope changes
/// the state: if the event does not belong to the part, the scope keeps a copy of the part. Then
/// the reducers of the parts reduce the event in written order, and the spin's own reducer follows.
/// In the second half, each scope settles: it compares the part with its copy, and finds out
/// whether the part has made a transition.
///
/// *Isolation*: owned and called by the owner of the drain.
package final class ScopeRun {
  let nodes: [ScopeNode]
  /// The same nodes.
  ///
  /// NB: uncounted, so that they are called without reference counting.
  private let table: [Uncounted<ScopeNode>]
  private let body: @Sendable (StatePlace, EventPlace) -> Void
  /// The scope that the step is at, and what it does; `none` in the spin's own reducer.
  ///
  /// NB: one word, which is written once for each scope.
  @safe @exclusivity(unchecked) private var activity = ScopeActivity.none

  /// Creates the memory of a spin's scopes.
  ///
  /// - Parameters:
  ///   - blueprint: The spin.
  ///   - isRoot: Whether the spin is not a part of another one, which could change its parts.
  init(_ blueprint: Blueprint, isRoot: Bool) {
    // A part that only its own reducer changes need not be compared.
    let onlyOwnReducers = isRoot && !blueprint.hasOwnReducer && blueprint.scopes.count == 1
    nodes = blueprint.scopes.map { $0.makeNode(onlyOwnReducers) }
    table = nodes.map { Uncounted($0) }
    body = blueprint.reducer.body
  }

  func node(_ scope: Int) -> ScopeNode { nodes[scope] }

  private func forEach(_ body: (ScopeNode) -> Void) {
    for index in table.indices { table[index].lend(to: body) }
  }

  /// Does the same, and notes what the step does with each scope.
  private func forEach(_ phase: ScopePhase, _ body: (ScopeNode) -> Void) {
    for index in table.indices {
      activity = ScopeActivity(phase, index)
      table[index].lend(to: body)
    }
  }

  /// Begins the lives of the parts in the first state.
  func begin(_ state: StatePlace) {
    forEach { $0.begin(state) }
  }

  /// The function that reduces an event of the whole.
  var composedReducer: @Sendable (StatePlace, EventPlace) -> Void {
    @safe nonisolated(unsafe) let scopes = self
    // Guard: the loop, which alone reduces.
    return { state, event in
      scopes.take(state, event)
      scopes.settle(state, before: nil)
    }
  }

  /// The first half of a step: reduces the event, in the parts and in the spin.
  func take(_ state: StatePlace, _ event: EventPlace) {
    forEach(.finding) { $0.look(state, event) }
    forEach(.reducing) { $0.take(state, event) }
    activity = .none
    body(state, event)
  }

  /// Notes the origin of the newest event, for effects of parts that a later step describes.
  func note(_ origin: KeptOrigin) {
    forEach { $0.note(origin) }
  }

  /// Forgets the newest events of the parts, which must not be kept.
  func forgetEvents() {
    forEach { $0.forgetEvent() }
  }

  /// Releases the events and the lives that a step has replaced or ended.
  ///
  /// The drain calls it when the step has given up the lock of the state, because a `deinit` of the
  /// user may read the state.
  func release() {
    forEach { $0.release() }
  }

  /// The second half of a step.
  ///
  /// - Parameters:
  ///   - state: The state after the step.
  ///   - before: The state before the step, if the step took no event of this spin.
  func settle(_ state: StatePlace, before: StatePlace?) {
    forEach(.comparing) { $0.settle(state, before) }
    activity = .none
  }

  /// The user's code that the step calls at this moment, in words; `nil` if that is the spin's own reducer.
  ///
  /// NB: this finds out afterwards which closure has broken a rule. A step only notes its scope and its
  /// phase.
  var closureUnderWay: String? {
    guard let phase = activity.phase else { return nil }
    let node = nodes[activity.scope]
    return node.presentLives.lazy.compactMap(\.scopes.closureUnderWay).first
      ?? node.closure(in: phase)
  }
}

/// What a step does with a scope.
enum ScopePhase: Int {
  /// It finds the part that the event belongs to, or keeps a copy of the part.
  case finding = 1
  case reducing
  /// It compares the part with its copy.
  case comparing
}

/// A phase and the scope that is in it, in one word.
struct ScopeActivity {
  private let bits: Int

  static var none: ScopeActivity { ScopeActivity(bits: 0) }

  private init(bits: Int) { self.bits = bits }

  @inline(__always)
  init(_ phase: ScopePhase, _ scope: Int) { self.init(bits: scope &<< 2 | phase.rawValue) }

  /// The phase; `nil` if no scope is in one.
  var phase: ScopePhase? { ScopePhase(rawValue: bits & 3) }
  var scope: Int { bits >> 2 }
}

/// One scope of a ``ScopeRun``: by default, one without a part.
///
/// *Isolation*: owned and called by the owner of the drain.
class ScopeNode {
  func begin(_ state: StatePlace) {}

  /// Finds the event of the part, or keeps a copy of the part.
  func look(_ state: StatePlace, _ event: EventPlace) {}

  /// Reduces the event into the part that it belongs to, if any.
  func take(_ state: StatePlace, _ event: EventPlace) {}

  /// Compares the part with its state before the step, and follows its life.
  func settle(_ state: StatePlace, _ before: StatePlace?) {}

  /// Releases what the step has replaced or ended; see ``ScopeRun/release()``.
  func release() {}

  /// Notes the origin of the newest event for the parts that have made a transition.
  func note(_ origin: KeptOrigin) {}

  /// Forgets the event of the newest transition of the part.
  func forgetEvent() {}

  /// The parts that are there.
  var presentLives: [PartLife] { [] }

  /// The user's code that the scope calls in a phase, in words.
  func closure(in phase: ScopePhase) -> String? { nil }

  /// Makes a feedback of the whole from a feedback of the part, given its place in the part.
  func makeInstance(_ local: Int) -> FeedbackInstance {
    unreachable("a scope without a part has a feedback")
  }

  /// Makes the repeat filter of the whole that asks those of the part.
  func makeFilter() -> RepeatFilter {
    unreachable("a scope without a part drops repeats")
  }

  /// Makes a feedback of the whole from those of a recursion in the part; `nil` if there are none.
  func makeInner(_ key: RecursionKey, _ kind: FeedbackKind) -> FeedbackInstance? { nil }
}
