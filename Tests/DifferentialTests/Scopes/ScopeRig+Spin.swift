import SpinAsync
import SpinCallbacks
import SpinCore
import SpinTestSupport

extension ScopeRig {
  /// The spin that a plan describes.
  func spin(_ plan: SpinPlan, _ initial: Node) -> Spin<Node, Word> {
    guard let reducer = plan.reducer else {
      return Spin(initialState: initial) {
        for group in plan.groups {
          Feedbacks(group.feedbacks.map { feedback($0) })
          scope(group.scope)
        }
        Feedbacks(plan.feedbacks.map { feedback($0) })
      }
    }
    let own = Reducer<Node, Word> { reducer.reduce(&$0, $1) }
    if plan.writesReducerFirst {
      return Spin(initialState: initial) {
        own
        for group in plan.groups {
          Feedbacks(group.feedbacks.map { feedback($0) })
          scope(group.scope)
        }
        Feedbacks(plan.feedbacks.map { feedback($0) })
      }
    }
    return Spin(initialState: initial) {
      for group in plan.groups {
        Feedbacks(group.feedbacks.map { feedback($0) })
        scope(group.scope)
      }
      Feedbacks(plan.feedbacks.map { feedback($0) })
      own
    }
  }

  // MARK: Scopes

  private func scope(_ plan: ScopePlan) -> Scope<Node, Word> {
    switch plan.place {
    // NB: named, because a key path does not know the name of a computed property.
    case .left: plain(plan, \.left).named("left")
    case .right: plain(plan, \.right).named("right")
    case .guest: optional(plan, \.guest).named("guest")
    case .visitor: optional(plan, \.visitor).named("visitor")
    case .rows:
      Scope(forEach: \.rows, event: plan.embed, from: plan.project) { spin(plan.spin, Node()) }
    case .children:
      Scope(forEach: \.children, event: plan.embed, from: plan.project) { spin(plan.spin, Node()) }
    case .shelf:
      Scope(forEach: \.shelf, event: plan.embed, from: plan.project) { spin(plan.spin, Node()) }
    }
  }

  private func plain(
    _ plan: ScopePlan, _ path: any WritableKeyPath<Node, Node> & Sendable
  ) -> Scope<Node, Word> {
    if plan.hasClosure {
      return found(plan) { node, change in change(&node[keyPath: path]) }
    }
    if plan.livesByID {
      return Scope(state: path, event: plan.embedOne, from: plan.projectOne) {
        spin(plan.spin, Node())
      }
    }
    return withoutIdentity(path, plan, spin(plan.spin, Node()))
  }

  private func optional(
    _ plan: ScopePlan, _ path: any WritableKeyPath<Node, Node?> & Sendable
  ) -> Scope<Node, Word> {
    if plan.hasClosure {
      return found(plan) { node, change in
        guard var part = node[keyPath: path] else { return }
        change(&part)
        node[keyPath: path] = part
      }
    }
    if plan.livesByID {
      return Scope(state: path, event: plan.embedOne, from: plan.projectOne) {
        spin(plan.spin, Node())
      }
    }
    return withoutIdentity(path, plan, spin(plan.spin, Node()))
  }

  private func found(
    _ plan: ScopePlan, _ modify: @escaping @Sendable (inout Node, (inout Node) -> Void) -> Void
  ) -> Scope<Node, Word> {
    let part = spin(plan.spin, Node())
    return plan.livesByID
      ? Scope(modify: modify, event: plan.embedOne, from: plan.projectOne) { part }
      : withoutIdentity(modify, plan, part)
  }

  // NB: generic code that does not know of an identity takes the other initializers.
  private func withoutIdentity<Part: Equatable & Sendable>(
    _ path: any WritableKeyPath<Node, Part> & Sendable, _ plan: ScopePlan, _ spin: Spin<Part, Word>
  ) -> Scope<Node, Word> {
    Scope(state: path, event: plan.embedOne, from: plan.projectOne) { spin }
  }

  private func withoutIdentity<Part: Equatable & Sendable>(
    _ path: any WritableKeyPath<Node, Part?> & Sendable, _ plan: ScopePlan, _ spin: Spin<Part, Word>
  ) -> Scope<Node, Word> {
    Scope(state: path, event: plan.embedOne, from: plan.projectOne) { spin }
  }

  private func withoutIdentity<Part: Equatable & Sendable>(
    _ modify: @escaping @Sendable (inout Node, (inout Part) -> Void) -> Void, _ plan: ScopePlan,
    _ spin: Spin<Part, Word>
  ) -> Scope<Node, Word> {
    Scope(modify: modify, event: plan.embedOne, from: plan.projectOne) { spin }
  }

  // MARK: Feedbacks

  private func feedback(_ plan: PartFeedbackPlan) -> Feedback<Node, Word> {
    bare(plan).strategy(plan.strategy).named(plan.name)
  }

  private func bare(_ plan: PartFeedbackPlan) -> Feedback<Node, Word> {
    let slot = plan.slot
    let select: @Sendable (Node) -> Int? = { [self] node in
      note(.asked(slot: slot, node.summary))
      return plan.part(node)
    }
    switch plan.look {
    case .everyState:
      return Feedback { [self] node in called(plan, node.key, node.summary) }
    case .filtered:
      return Feedback(
        filteredBy: { [self] node in
          note(.asked(slot: slot, node.summary))
          return plan.passes[node.value]
        }, effect: { [self] node in called(plan, node.key, node.summary) })
    case .lens:
      return Feedback(lensingOn: select) { [self] part in called(plan, part, "part \(part ?? -1)") }
    case .selection:
      return Feedback(on: select) { [self] part in called(plan, part, "value \(part)") }
    case .condition:
      return Feedback(while: { select($0) != nil }) { [self] in called(plan, 0, "true") }
    case .transitions:
      return .transitions { [self] step in
        let part = plan.part(step.state, previous: step.previous, event: step.event)
        return called(plan, part, step.inFull)
      }
    case .elements:
      return Feedback(
        forEach: { [self] (node: Node) -> [Item] in
          note(.asked(slot: slot, node.summary))
          return plan.items(node)
        }
      ) { [self] item in called(plan, item.part, "item \(item.id) version \(item.version)") }
    case .source:
      return .source { [self] in called(plan, 0, "source") }
    }
  }

  /// The body of every effect closure.
  private func called(
    _ plan: PartFeedbackPlan, _ part: Int?, _ seen: String
  ) -> Effect<Word> {
    note(.called(slot: plan.slot, seen))
    return effect(plan.effect(part), plan)
  }

  // MARK: Effects

  private func effect(_ effect: EffectPlan, _ plan: PartFeedbackPlan) -> Effect<Word> {
    switch effect {
    case .just(let kind): .just(plan.word(kind))
    case .several(let kinds): .several(kinds.map { plan.word($0) })
    case .once(let kind, let isStubborn, _): once(kind, isStubborn, plan)
    case .callback: callback()
    case .merge(let parts): .merge(parts.map { self.effect($0, plan) })
    default: .none
    }
  }

  private func once(
    _ kind: Int?, _ isStubborn: Bool, _ plan: PartFeedbackPlan
  ) -> Effect<Word> {
    .run { [self] in
      let gate = puppets.gate()
      if isStubborn { await gate.waitStubbornly() } else { await gate.wait() }
      guard let kind else { return nil }
      let word = word(plan.addresses[kind], kind, isLast: true)
      write { $0.returned.append(word.id) }
      return word
    }
  }

  private func callback() -> Effect<Word> {
    .callback { [self] emit in
      var number = 0
      write { record in
        number = record.registrations.count
        record.registrations.append(0)
      }
      for kind in puppets.keep(emit) {
        let word = word([], kind)
        note(word) { emit(word) }
      }
      return Cancellation { [self, number] in write { $0.registrations[number] += 1 } }
    }
  }
}

extension Transition where State == Node, Event == Word {
  /// What a feedback on transitions sees.
  fileprivate var inFull: String {
    Transition.inFull(number, event, previous, state, isWhole: origin == .whole)
  }

  static func inFull(
    _ number: Int, _ event: Word?, _ previous: Node?, _ state: Node, isWhole: Bool
  ) -> String {
    let event = event.map { " \($0)" } ?? ""
    return "#\(number)\(event)\(isWhole ? " whole" : "") \(previous?.summary ?? "-") -> "
      + state.summary
  }
}

extension ScopePlan {
  var embed: @Sendable (Int, Word) -> Word {
    { [mouth] key, word in word.under([Hop(mouth: mouth, id: key)]) }
  }

  var project: @Sendable (Word) -> (Int, Word)? {
    { [self] word in from(word).flatMap { found in found.key.map { ($0, found.word) } } }
  }

  var embedOne: @Sendable (Word) -> Word {
    { [mouth] word in word.under([Hop(mouth: mouth)]) }
  }

  var projectOne: @Sendable (Word) -> Word? { { [self] in from($0)?.word } }
}
