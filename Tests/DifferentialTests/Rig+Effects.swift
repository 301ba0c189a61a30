import SpinAsync
import SpinCallbacks
import SpinCore
import SpinTestSupport

/// What fails in an effect that fails.
struct Mishap: Error {}

extension Rig {
  /// The effect that a plan describes.
  func effect(_ plan: EffectPlan) -> Effect<Nudge> {
    switch plan {
    case .none: .none
    case .just(let kind): .just(Nudge(kind: kind))
    case .several(let kinds): .several(kinds.map { Nudge(kind: $0) })
    case .once(let kind, let isStubborn, let fails): once(kind, isStubborn, fails)
    case .body(let isStubborn): body(isStubborn)
    case .callback(let first, let last): callback(first, last)
    case .sequence(let kinds): sequence(kinds)
    case .after(let delay, let kind):
      .after(.milliseconds(delay), Nudge(kind: kind, id: -1, isLast: true))
    case .every(let period, let kind): .every(.milliseconds(period), Nudge(kind: kind, id: -1))
    case .merge(let parts): .merge(parts.map { effect($0) })
    case .delayed(let delay, let part): delayed(delay, part)
    case .timeout(let delay, let kind, let part):
      effect(part).timeout(after: .milliseconds(delay), Nudge(kind: kind, id: -1, isLast: true))
    case .race(let parts): .race(parts.map { effect($0) })
    case .then(let parts): parts.reduce(.none) { $0.then(effect($1)) }
    case .retry(let kind, let isStubborn, let failures, let attempts, let delay):
      retry(kind, isStubborn, failures, .constant(.milliseconds(delay), attempts: attempts))
    case .shift(let by, let part):
      effect(part).map { nudge in
        Nudge(kind: (nudge.kind + by) % Plan.kinds, id: nudge.id, isLast: nudge.isLast)
      }
    }
  }

  private func once(_ kind: Int?, _ isStubborn: Bool, _ fails: Bool) -> Effect<Nudge> {
    if fails, let kind {
      return .run { [self] () throws(Mishap) in
        await pass(isStubborn)
        throw Mishap()
      } catch: { [self] _ in
        result(kind)
      }
    }
    return .run { [self] in
      await pass(isStubborn)
      return kind.map { result($0) }
    }
  }

  private func delayed(_ delay: Int, _ part: EffectPlan) -> Effect<Nudge> {
    // One event is like that of a timer.
    let isTimer = part.shape.works.isEmpty && part.shape.events.count == 1
    let effect = effect(part).map { isTimer ? Nudge(kind: $0.kind, id: -1, isLast: true) : $0 }
    return effect.delayed(by: .milliseconds(delay))
  }

  private func retry(
    _ kind: Int, _ isStubborn: Bool, _ failures: Int, _ backoff: Backoff
  ) -> Effect<Nudge> {
    let calls = Guarded(0)
    return .run(retrying: backoff) { [self] in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      await pass(isStubborn)
      if call <= failures { throw Mishap() }
      return result(kind)
    } catch: { [self] _ in
      result(kind)
    }
  }

  private func body(_ isStubborn: Bool) -> Effect<Nudge> {
    .run { [self] emit in
      for word in puppets.keep(emit) { self.emit(word, with: emit) }
      await pass(isStubborn)
    }
  }

  private func callback(_ first: Int?, _ last: Int?) -> Effect<Nudge> {
    .callback { [self] emit in
      let number = register()
      if let first { self.emit(first, with: emit) }
      for word in puppets.keep(emit, isShared: last != nil) { self.emit(word, with: emit) }
      guard let last else { return Cancellation { [self] in ended(number) } }
      return Cancellation { [self] in
        let emission = self.emit(last, with: emit)
        write { $0.lastWords.append(emission) }
        ended(number)
      }
    }
  }

  private func ended(_ registration: Int) {
    write { $0.registrations[registration] += 1 }
  }

  private func sequence(_ kinds: [Int]) -> Effect<Nudge> {
    .sequence { [self] in
      let kinds = Guarded(kinds[...])
      return AsyncStream { kinds.withLock { $0.popFirst() }.map { self.result($0, isLast: false) } }
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
  func result(_ kind: Int, isLast: Bool = true) -> Nudge {
    let nudge = nudge(kind, isLast: isLast)
    write { $0.returned.append(nudge.id) }
    return nudge
  }

  /// Waits at a gate; stubborn bodies pay no heed to being cancelled.
  func pass(_ isStubborn: Bool) async {
    let gate = puppets.gate()
    if isStubborn { await gate.waitStubbornly() } else { await gate.wait() }
  }
}
