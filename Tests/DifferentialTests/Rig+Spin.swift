import Dispatch
import SpinCallbacks
import SpinCore
import SpinTestSupport

extension Rig {
  private static let queue = DispatchQueueExecutor(
    DispatchQueue(label: "differential", attributes: .concurrent))

  /// The spin that the plan describes.
  var spin: Spin<Wheel, Nudge> {
    Spin(initialState: plan.initial) {
      for slot in plan.feedbacks.indices { feedback(slot) }
      for repeats in plan.repeats { drop(repeats) }
      Reducer { [self] state, event in
        plan.reduce(&state, event)
        answer(event, state)
        stop(.reducer, state)
      }
    }
  }

  private func drop(_ repeats: RepeatPlan) -> DropRepeats<Wheel, Nudge> {
    let interval = Duration.milliseconds(repeats.interval)
    return repeats.isCondition
      ? DropRepeats(within: interval) { repeats.key($0) != nil }
      : DropRepeats(within: interval) { repeats.key($0) }
  }

  var options: RunOptions<Wheel, Nudge> {
    var options = RunOptions<Wheel, Nudge>(
      observers: (0..<plan.observers).map { observer($0) },
      onDrop: { [self] drop in write { $0.drops.append(drop) } })
    options.trace = { [self] fact in note(Line(fact)) }
    return options
  }

  private func observer(_ number: Int) -> Observer<Wheel, Nudge> {
    Observer(keepingPrevious: number % 2 == 1) { [self] transition in
      note(.observed(by: number, transition))
      guard number == 0 else { return }
      if plan.suspends == transition.state.fuel { suspendForAWhile() }
      if let kind = plan.echoes[transition.state.fuel] { emit(kind, echoOf: transition.number) }
      stop(.observer, transition.state)
    }
  }

  private func feedback(_ slot: Int) -> Feedback<Wheel, Nudge> {
    var made = bare(slot).strategy(plan.feedbacks[slot].strategy).named("feedback \(slot)")
    if let throttle = plan.feedbacks[slot].throttle {
      made = made.throttled(for: .milliseconds(throttle.period), latest: throttle.latest)
    }
    return plan.feedbacks[slot].hasExecutor ? made.executor(Rig.queue) : made
  }

  private func bare(_ slot: Int) -> Feedback<Wheel, Nudge> {
    let feedback = plan.feedbacks[slot]
    let select: @Sendable (Wheel) -> Int? = { [self] state in
      asked(slot, state)
      return feedback.part(state)
    }
    switch feedback.look {
    case .everyState:
      return Feedback { [self] state in called(slot, state.key) }
    case .filtered:
      return Feedback(
        filteredBy: { [self] state in
          asked(slot, state)
          return feedback.passes[state.value]
        },
        effect: { [self] state in called(slot, state.key) })
    case .lens:
      return Feedback(lensingOn: select) { [self] part in called(slot, part) }
    case .lensAndFilter:
      return Feedback(lensingOn: select, filteredBy: { feedback.passes[$0 ?? 0] }) {
        [self] part in called(slot, part)
      }
    case .selection:
      return Feedback(on: select) { [self] part in called(slot, part) }
    case .condition:
      return Feedback(while: { select($0) != nil }) { [self] in called(slot, 0) }
    case .elements:
      let items: @Sendable (Wheel) -> [Item] = { [self] state in
        asked(slot, state)
        return feedback.items(state)
      }
      return Feedback(forEach: items, atMost: feedback.limit) { [self] item in
        called(slot, item.part, element: item.id)
      }
    case .pulse:
      return Feedback(
        on: { [self] state in
          asked(slot, state)
          return state.$pulse
        }, effect: { [self] part in called(slot, part) })
    case .transitions:
      return .transitions { [self] transition in
        let part = feedback.part(
          transition.state, previous: transition.previous, event: transition.event)
        return called(slot, part)
      }
    case .sideEffect:
      return .sideEffect { [self] state in _ = called(slot, state.key) }
    case .sideEffectOnSelection:
      return .sideEffect(on: select) { [self] part in _ = called(slot, part) }
    case .source:
      return .source { [self] in called(slot, 0) }
    case .stream:
      return stream(slot)
    }
  }

  private func asked(_ slot: Int, _ state: Wheel) {
    note(.asked(slot: slot))
    stop(.selector, state)
  }

  /// The body of every effect closure.
  private func called(_ slot: Int, _ part: Int?, element: Int? = nil) -> Effect<Nudge> {
    note(.called(slot: slot, element: element))
    // The state is the one published last, see design clause 4.
    if let state = handle.value?.state { stop(.feedback, state) }
    return effect(plan.feedbacks[slot].effect(part))
  }
}
