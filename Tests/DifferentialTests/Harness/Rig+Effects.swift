import SpinAsync
import SpinCallbacks
import SpinCore
import SpinTestSupport

/// What fails in an effect that fails.
struct Mishap: Error {}

extension Rig {
  /// The effect that a plan describes, of a feedback.
  func effect(_ effect: EffectPlan, of plan: FeedbackPlan) -> Effect<Word> {
    func part(_ effect: EffectPlan) -> Effect<Word> { self.effect(effect, of: plan) }
    func timer(_ kind: Int) -> Word { plan.word(kind, id: -1, isLast: true) }
    return switch effect {
    case .none: .none
    case .just(let kind): .just(plan.word(kind))
    case .several(let kinds): .several(kinds.map { plan.word($0) })
    case .once(let kind, let isStubborn, let fails): once(kind, isStubborn, fails, plan)
    case .body(let isStubborn): body(isStubborn)
    case .callback(let first, let last): callback(first, last)
    case .subscription(let first): subscription(first)
    case .sequence(let kinds): sequence(kinds, plan)
    case .after(let delay, let kind): .after(.milliseconds(delay), timer(kind))
    case .every(let period, let kind): .every(.milliseconds(period), plan.word(kind, id: -1))
    case .merge(let parts): .merge(parts.map(part))
    case .delayed(let delay, let inner): delayed(delay, inner, plan)
    case .backedOff(let inner): part(inner)
    case .timeout(let delay, let kind, let inner):
      part(inner).timeout(after: .milliseconds(delay), timer(kind))
    case .race(let parts): .race(parts.map(part))
    case .then(let parts): parts.reduce(.none) { $0.then(part($1)) }
    case .retry(let kind, let isStubborn, let failures, let attempts, let delay):
      retry(kind, isStubborn, failures, .constant(.milliseconds(delay), attempts: attempts), plan)
    case .shift(let by, let inner):
      part(inner).map { word in
        plan.word((word.kind + by) % Word.kinds, id: word.id, isLast: word.isLast)
      }
    }
  }

  private func once(
    _ kind: Int?, _ isStubborn: Bool, _ fails: Bool, _ plan: FeedbackPlan
  ) -> Effect<Word> {
    if fails, let kind {
      return .run { [self] () throws(Mishap) in
        await pass(isStubborn)
        throw Mishap()
      } catch: { [self] _ in
        result(kind, of: plan)
      }
    }
    return .run { [self] in
      await pass(isStubborn)
      return kind.map { result($0, of: plan) }
    }
  }

  private func delayed(_ delay: Int, _ part: EffectPlan, _ plan: FeedbackPlan) -> Effect<Word> {
    // One event is like that of a timer.
    let isTimer = part.shape.works.isEmpty && part.shape.events.count == 1
    let effect = effect(part, of: plan).map { word in
      isTimer ? plan.word(word.kind, id: -1, isLast: true) : word
    }
    return effect.delayed(by: .milliseconds(delay))
  }

  private func retry(
    _ kind: Int, _ isStubborn: Bool, _ failures: Int, _ backoff: Backoff, _ plan: FeedbackPlan
  ) -> Effect<Word> {
    let calls = Guarded(0)
    return .run(retrying: backoff) { [self] in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      await pass(isStubborn)
      if call <= failures { throw Mishap() }
      return result(kind, of: plan)
    } catch: { [self] _ in
      result(kind, of: plan)
    }
  }

  private func body(_ isStubborn: Bool) -> Effect<Word> {
    .run { [self] emit in
      for kind in puppets.keep(emit) { self.emit(kind, with: emit) }
      await pass(isStubborn)
    }
  }

  private func callback(_ first: Int?, _ last: Int?) -> Effect<Word> {
    .callback { [self] emit in
      let number = register()
      if let first { self.emit(first, with: emit) }
      for kind in puppets.keep(emit, isShared: last != nil) { self.emit(kind, with: emit) }
      guard let last else { return Cancellation { [self] in ended(number) } }
      return Cancellation { [self] in
        let emission = self.emit(last, with: emit)
        write { $0.lastWords.append(emission) }
        ended(number)
      }
    }
  }

  private func subscription(_ first: Int?) -> Effect<Word> {
    .subscription { [self] emit in
      let number = register()
      if let first { self.emit(first, with: emit) }
      puppets.keepSilently(emit)
      return Cancellation { [self] in ended(number) }
    }
  }

  private func ended(_ registration: Int) {
    write { $0.registrations[registration] += 1 }
  }

  private func sequence(_ kinds: [Int], _ plan: FeedbackPlan) -> Effect<Word> {
    .sequence { [self] in
      let kinds = Guarded(kinds[...])
      return AsyncStream {
        kinds.withLock { $0.popFirst() }.map { self.result($0, of: plan, isLast: false) }
      }
    }
  }

  private func register() -> Int {
    var number = 0
    write { record in
      number = record.registrations.count
      record.registrations.append(0)
    }
    return number
  }

  /// An event that an async body or sequence hands to the loop.
  func result(_ kind: Int, of plan: FeedbackPlan, isLast: Bool = true) -> Word {
    let word = plan.word(kind, id: newID, isLast: isLast)
    write { $0.returned.append(word.id) }
    return word
  }

  /// Waits at a gate; stubborn bodies pay no heed to being cancelled.
  func pass(_ isStubborn: Bool) async {
    let gate = puppets.gate()
    if isStubborn { await gate.waitStubbornly() } else { await gate.wait() }
  }
}
