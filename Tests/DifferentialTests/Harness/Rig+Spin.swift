import SpinAsync
import SpinCallbacks
import SpinChildren
import SpinCore
import SpinRecording
import SpinTestSupport

extension Rig {
  var options: RunOptions<Node, Word> {
    var options = RunOptions<Node, Word>(
      observers: (0..<plan.observers).map { observer($0) },
      onDrop: { [self] drop in
        write { $0.drops.append(drop) }
        if plan.mailbox != nil { passBarrier(drop.event.id) }
      })
    if let mailbox = plan.mailbox { options.mailbox = mailbox.bound }
    if plan.isMonitored {
      options.monitors = [
        Monitor { [self] told in
          let fact = ToldFact(fact: told.fact, number: told.number, event: told.event)
          write { $0.facts.append(fact) }
        },
        .recording(into: notebook.recording, keeping: plan.keeping),
      ]
    }
    if plan.isGated { options.gate = OutputGate(.manual) }
    options.probe = { [self] fact in Line.lines(fact).forEach { note($0) } }
    return options
  }

  private func observer(_ number: Int) -> Observer<Node, Word> {
    Observer(keepingPrevious: number % 2 == 1) { [self] transition in
      note(.observed(by: number, Sight(transition)))
      guard number == 0 else { return }
      let fuel = transition.state.wheel.fuel
      if plan.suspends == fuel { suspendForAWhile() }
      if let kind = plan.echoes[fuel] { emit(kind, echoOf: transition.number) }
      stop(.observer, transition.state)
    }
  }

  /// The spin that a plan describes.
  func spin(_ plan: SpinPlan, _ initial: Node) -> Spin<Node, Word> {
    spin(plan, initial, isWhole: true)
  }

  private func part(_ plan: ScopePlan, _ whole: SpinPlan) -> Spin<Node, Word> {
    spin(plan.spin(in: whole), Node(), isWhole: false)
  }

  private func spin(_ plan: SpinPlan, _ initial: Node, isWhole: Bool) -> Spin<Node, Word> {
    guard let reducer = plan.reducer else {
      return Spin(initialState: initial) {
        for group in plan.groups {
          Feedbacks(group.feedbacks.map { feedback($0) })
          scope(group.scope, plan)
        }
        rest(plan)
      }
    }
    let own = Reducer<Node, Word> { [self] node, word in
      reducer.reduce(&node, word)
      guard isWhole else { return }
      answer(word, node)
      stop(.reducer, node)
    }
    if plan.writesReducerFirst {
      return Spin(initialState: initial) {
        own
        for group in plan.groups {
          Feedbacks(group.feedbacks.map { feedback($0) })
          scope(group.scope, plan)
        }
        rest(plan)
      }
    }
    return Spin(initialState: initial) {
      for group in plan.groups {
        Feedbacks(group.feedbacks.map { feedback($0) })
        scope(group.scope, plan)
      }
      rest(plan)
      own
    }
  }

  /// What stands behind all scopes.
  private func rest(_ plan: SpinPlan) -> Feedbacks<Node, Word> {
    Feedbacks {
      for own in plan.feedbacks { feedback(own) }
      for repeats in plan.repeats { drop(repeats) }
    }
  }

  private func drop(_ repeats: RepeatPlan) -> DropRepeats<Node, Word> {
    let interval = Duration.milliseconds(repeats.interval)
    return repeats.isCondition
      ? DropRepeats(within: interval) { repeats.key($0) != nil }
      : DropRepeats(within: interval) { repeats.key($0) }
  }

  // MARK: Scopes

  private func scope(_ plan: ScopePlan, _ whole: SpinPlan) -> Scope<Node, Word> {
    switch plan.place {
    // NB: named, because a key path does not know the name of a computed property.
    case .left: plain(plan, whole, \.left).named("left")
    case .right: plain(plan, whole, \.right).named("right")
    case .guest: optional(plan, whole, \.guest).named("guest")
    case .visitor: optional(plan, whole, \.visitor).named("visitor")
    case .rows:
      Scope(forEach: \.rows, event: plan.embed, from: plan.project) { self.part(plan, whole) }
    case .children:
      Scope(forEach: \.children, event: plan.embed, from: plan.project) { self.part(plan, whole) }
    case .shelf:
      Scope(forEach: \.shelf, event: plan.embed, from: plan.project) { self.part(plan, whole) }
    }
  }

  private func plain(
    _ plan: ScopePlan, _ whole: SpinPlan, _ path: any WritableKeyPath<Node, Node> & Sendable
  ) -> Scope<Node, Word> {
    if plan.hasClosure {
      return found(plan, whole) { node, change in change(&node[keyPath: path]) }
    }
    if plan.livesByID {
      return Scope(state: path, event: plan.embedOne, from: plan.projectOne) {
        self.part(plan, whole)
      }
    }
    return withoutIdentity(path, plan) { self.part(plan, whole) }
  }

  private func optional(
    _ plan: ScopePlan, _ whole: SpinPlan, _ path: any WritableKeyPath<Node, Node?> & Sendable
  ) -> Scope<Node, Word> {
    if plan.hasClosure {
      return found(plan, whole) { node, change in
        guard var part = node[keyPath: path] else { return }
        change(&part)
        node[keyPath: path] = part
      }
    }
    if plan.livesByID {
      return Scope(state: path, event: plan.embedOne, from: plan.projectOne) {
        self.part(plan, whole)
      }
    }
    return withoutIdentity(path, plan) { self.part(plan, whole) }
  }

  private func found(
    _ plan: ScopePlan, _ whole: SpinPlan,
    _ modify: @escaping @Sendable (inout Node, (inout Node) -> Void) -> Void
  ) -> Scope<Node, Word> {
    plan.livesByID
      ? Scope(modify: modify, event: plan.embedOne, from: plan.projectOne) {
        self.part(plan, whole)
      }
      : withoutIdentity(modify, plan) { self.part(plan, whole) }
  }

  // NB: generic code that does not know of an identity takes the other initialisers.
  private func withoutIdentity<Part: Equatable & Sendable>(
    _ path: any WritableKeyPath<Node, Part> & Sendable, _ plan: ScopePlan,
    _ spin: @escaping @Sendable () -> Spin<Part, Word>
  ) -> Scope<Node, Word> {
    Scope(state: path, event: plan.embedOne, from: plan.projectOne) { spin() }
  }

  private func withoutIdentity<Part: Equatable & Sendable>(
    _ path: any WritableKeyPath<Node, Part?> & Sendable, _ plan: ScopePlan,
    _ spin: @escaping @Sendable () -> Spin<Part, Word>
  ) -> Scope<Node, Word> {
    Scope(state: path, event: plan.embedOne, from: plan.projectOne) { spin() }
  }

  private func withoutIdentity<Part: Equatable & Sendable>(
    _ modify: @escaping @Sendable (inout Node, (inout Part) -> Void) -> Void, _ plan: ScopePlan,
    _ spin: @escaping @Sendable () -> Spin<Part, Word>
  ) -> Scope<Node, Word> {
    Scope(modify: modify, event: plan.embedOne, from: plan.projectOne) { spin() }
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
