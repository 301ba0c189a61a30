import Dispatch
import SpinCallbacks
import SpinChildren
import SpinCore
import SpinTestSupport

extension Rig {
  private static let queue = DispatchQueueExecutor(
    DispatchQueue(label: "differential", attributes: .concurrent))

  func feedback(_ plan: FeedbackPlan) -> Feedback<Node, Word> {
    var made = bare(plan).strategy(plan.strategy).named(plan.name)
    if let throttle = plan.throttle {
      made = made.throttled(for: .milliseconds(throttle.period), latest: throttle.latest)
    }
    return plan.hasExecutor ? made.executor(Rig.queue) : made
  }

  private func bare(_ plan: FeedbackPlan) -> Feedback<Node, Word> {
    let asked: @Sendable (Node) -> Void = { [self] node in
      note(.asked(slot: plan.slot, node.summary))
      stop(.selector, node)
    }
    let select: @Sendable (Node) -> Int? = { node in
      asked(node)
      return plan.part(node.wheel)
    }
    let passes: @Sendable (Node) -> Bool = { node in
      asked(node)
      return plan.passes[node.wheel.value]
    }
    let answer: @Sendable (Node) -> Effect<Word> = { [self] node in
      called(plan, node.wheel.key, node.summary)
    }
    switch plan.look {
    case .everyState:
      return Feedback(effect: answer)
    case .filtered:
      return Feedback(filteredBy: passes, effect: answer)
    case .lens:
      return Feedback(lensingOn: select) { [self] part in called(plan, part, Seen.part(part)) }
    case .lensAndFilter:
      return Feedback(lensingOn: select, filteredBy: { plan.passes[$0 ?? 0] }) {
        [self] part in called(plan, part, Seen.part(part))
      }
    case .selection:
      return Feedback(on: select) { [self] part in called(plan, part, Seen.part(part)) }
    case .condition:
      return Feedback(while: { select($0) != nil }) { [self] in called(plan, 0, "true") }
    case .elements:
      return elements(plan, asked)
    case .pulse, .sideEffectOnPulse:
      let pulse: @Sendable (Node) -> PulseSignal<Int?> = { node in
        asked(node)
        return node.wheel.$pulse
      }
      if plan.look == .sideEffectOnPulse {
        return .sideEffect(pulse: pulse) { [self] part in _ = called(plan, part, Seen.part(part)) }
      }
      return Feedback(pulse: pulse) { [self] part in called(plan, part, Seen.part(part)) }
    case .attempt:
      let attempt: @Sendable (Node) -> Attempt<Int, Int>? = { node in
        asked(node)
        return node.wheel.attempt
      }
      return Feedback(attempting: attempt) { [self] number in
        called(plan, number, Seen.part(number))
      }
    case .following:
      return .following(leader, { $0 }) { [self] value in
        result(value, of: plan, isLast: false)
      }
    case .transitions:
      return .transitions(keepingPrevious: plan.keepsPrevious) { [self] step in
        // Others of the spin may keep it.
        let previous = plan.keepsPrevious ? step.previous : nil
        let part = plan.part(step.state.wheel, previous: previous?.wheel, event: step.event)
        return called(plan, part, Seen.step(step, previous))
      }
    case .forwarding:
      return .forwarding(to: listener) { [self] event in
        note(.called(slot: plan.slot, "\(event)"))
        if let state = handle.value?.state { stop(.feedback, state) }
        return plan.forwards(event) ? Heard(slot: plan.slot, kind: event.kind, id: event.id) : nil
      }
    case .sideEffect:
      return .sideEffect { _ = answer($0) }
    case .sideEffectOnSelection:
      return .sideEffect(on: select) { [self] part in _ = called(plan, part, Seen.part(part)) }
    case .source:
      return .source { [self] in called(plan, 0, "source") }
    case .stream:
      return stream(plan)
    }
  }

  private func elements(
    _ plan: FeedbackPlan, _ asked: @escaping @Sendable (Node) -> Void
  ) -> Feedback<Node, Word> {
    let items: @Sendable (Node) -> [Item] = { node in
      asked(node)
      return plan.form == .array ? plan.items(node.wheel) : plan.elements(node.wheel)
    }
    let answer: @Sendable (Item) -> Effect<Word> = { [self] item in
      called(plan, item.part, item.seen)
    }
    switch (plan.form, plan.aspect) {
    case (.children, .selection):
      let children = children(items)
      return Feedback(forEach: children, on: { plan.selection($0.part) }, atMost: plan.limit) {
        _, item in answer(item)
      }
    case (.children, .attempt):
      let children = children(items)
      return Feedback(forEach: children, attempting: \.part.attempt, atMost: plan.limit) {
        child, _ in answer(child.part)
      }
    case (.children, .whole):
      return Feedback(forEach: children(items), atMost: plan.limit) { _, item in answer(item) }
    case (.dictionary, .selection):
      let items = dictionary(items)
      return Feedback(forEach: items, on: { plan.selection($0.value) }, atMost: plan.limit) {
        _, item in answer(item)
      }
    case (.dictionary, .attempt):
      let items = dictionary(items)
      return Feedback(forEach: items, attempting: \.value.attempt, atMost: plan.limit) {
        entry, _ in answer(entry.value)
      }
    case (_, .selection):
      return Feedback(
        forEach: items, on: { plan.selection($0) }, atMost: plan.limit, effect: answer)
    case (_, .attempt):
      return Feedback(forEach: items, attempting: \.attempt, atMost: plan.limit) { item, _ in
        answer(item)
      }
    case (.array, .whole):
      return Feedback(forEach: items, atMost: plan.limit, effect: answer)
    case (.dictionary, .whole):
      let values: @Sendable (Node) -> [Int: Int] = { node in
        Dictionary(uniqueKeysWithValues: items(node).map { ($0.id, $0.version) })
      }
      return Feedback(forEach: values, atMost: plan.limit) { answer(Item(id: $0, version: $1)) }
    case (.set, .whole):
      let members: @Sendable (Node) -> [Int] = { Set(items($0).map(\.id)).sorted() }
      return Feedback(forEach: members, atMost: plan.limit) { answer(Item(id: $0, version: 0)) }
    }
  }

  private func children(
    _ items: @escaping @Sendable (Node) -> [Item]
  ) -> @Sendable (Node) -> Children<Int, Item> {
    { node in Children(items(node).map { ($0.id, $0) }) }
  }

  private func dictionary(
    _ items: @escaping @Sendable (Node) -> [Item]
  ) -> @Sendable (Node) -> [Int: Item] {
    { node in Dictionary(uniqueKeysWithValues: items(node).map { ($0.id, $0) }) }
  }

  /// The body of every effect closure.
  private func called(_ plan: FeedbackPlan, _ part: Int?, _ seen: String) -> Effect<Word> {
    note(.called(slot: plan.slot, seen))
    // The state is the one published last, see promise 4.3.
    if let state = handle.value?.state { stop(.feedback, state) }
    return effect(plan.effect(part), of: plan)
  }
}

/// What an effect closure sees, in words.
enum Seen {
  static func part(_ part: Int?) -> String { "part \(part.map { "\($0)" } ?? "nil")" }

  static func step(_ step: Transition<Node, Word>, _ previous: Node?) -> String {
    Seen.step(step.number, step.event, previous, step.state, isWhole: step.origin == .whole)
  }

  static func step(
    _ number: Int, _ event: Word?, _ previous: Node?, _ state: Node, isWhole: Bool
  ) -> String {
    let event = event.map { " \($0)" } ?? ""
    return "#\(number)\(event)\(isWhole ? " whole" : "") \(previous?.summary ?? "-") -> "
      + state.summary
  }
}
