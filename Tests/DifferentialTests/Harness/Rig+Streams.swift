import SpinAsync
import SpinCore

extension Rig {
  /// A feedback that answers the stream of states.
  func stream(_ plan: FeedbackPlan) -> Feedback<Node, Word> {
    .stream(
      buffering: plan.stream.limit.map { .bounded($0) } ?? .all,
      { [self] states in Answers(rig: self, plan: plan, states: states) },
      catch: { [self] _ in result(plan.stream.lastWord ?? 0, of: plan, isLast: false) })
  }

  fileprivate func streamRests(_ slot: Int, after state: Node?) {
    if let state { resting.withLock { $0[slot] = state.number } }
  }

  fileprivate func streamTook(_ slot: Int, _ state: Node) {
    resting.withLock { $0[slot] = nil }
    write { $0.streamed[slot, default: []].append(state) }
  }
}

/// The stream of events with which a generated stream answers states, one after another.
private struct Answers: AsyncSequence {
  typealias Element = Word
  typealias Failure = Mishap

  let rig: Rig
  let plan: FeedbackPlan
  let states: Updates<Node>

  func makeAsyncIterator() -> Iterator {
    Iterator(rig: rig, plan: plan, states: states.makeAsyncIterator())
  }

  struct Iterator: AsyncIteratorProtocol {
    let rig: Rig
    let plan: FeedbackPlan
    var states: Updates<Node>.Iterator
    var newest: Node?
    var taken = 0
    /// What is still to be said about the newest state.
    var answers: [Int] = []

    mutating func next() async throws(Mishap) -> Word? {
      while answers.isEmpty {
        if taken == plan.stream.length {
          if plan.stream.lastWord != nil { throw Mishap() }
          return nil
        }
        rig.streamRests(plan.slot, after: newest)
        guard let state = await states.next() else { return nil }
        rig.streamTook(plan.slot, state)
        newest = state
        taken += 1
        let effect = plan.effect(state.wheel.key)
        if case .once(_, let isStubborn, _) = effect { await rig.pass(isStubborn) }
        answers = effect.answers
      }
      return rig.result(answers.removeFirst(), of: plan, isLast: false)
    }
  }
}
