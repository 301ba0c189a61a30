import SpinAsync
import SpinCore

extension Rig {
  /// A feedback that answers the stream of states.
  func stream(_ slot: Int) -> Feedback<Wheel, Nudge> {
    let plan = plan.feedbacks[slot].stream
    return .stream(
      buffering: plan.limit.map { .bounded($0) } ?? .all,
      { [self] states in Answers(rig: self, slot: slot, states: states) },
      catch: { [self] _ in result(plan.lastWord ?? 0, isLast: false) })
  }

  fileprivate func streamRests(_ slot: Int, after state: Wheel?) {
    if let state { resting.withLock { $0[slot] = state.number } }
  }

  fileprivate func streamTook(_ slot: Int, _ state: Wheel) {
    resting.withLock { $0[slot] = nil }
    write { $0.streamed[slot, default: []].append(state) }
  }
}

/// The stream of events with which a generated stream answers states, one after another.
private struct Answers: AsyncSequence {
  typealias Element = Nudge
  typealias Failure = Mishap

  let rig: Rig
  let slot: Int
  let states: Updates<Wheel>

  func makeAsyncIterator() -> Iterator {
    Iterator(
      rig: rig, slot: slot, plan: rig.plan.feedbacks[slot], states: states.makeAsyncIterator())
  }

  struct Iterator: AsyncIteratorProtocol {
    let rig: Rig
    let slot: Int
    let plan: FeedbackPlan
    var states: Updates<Wheel>.Iterator
    var newest: Wheel?
    var taken = 0
    /// What is still to be said about the newest state.
    var answers: [Int] = []

    mutating func next() async throws(Mishap) -> Nudge? {
      while answers.isEmpty {
        if taken == plan.stream.length {
          if plan.stream.lastWord != nil { throw Mishap() }
          return nil
        }
        rig.streamRests(slot, after: newest)
        guard let state = await states.next() else { return nil }
        rig.streamTook(slot, state)
        newest = state
        taken += 1
        let effect = plan.effect(state.key)
        if case .once(_, let isStubborn, _) = effect { await rig.pass(isStubborn) }
        answers = effect.answers
      }
      return rig.result(answers.removeFirst(), isLast: false)
    }
  }
}
