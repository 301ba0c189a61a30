import Dispatch
import SpinAsync
import SpinCore
import SpinTestSupport
import Synchronization

/// The loop, which may outlive its handle; whoever makes steps durable does not keep it.
struct WeakLoop: Sendable {
  weak let loop: Loop?

  init(_ loop: Loop? = nil) { self.loop = loop }
}

extension Rig {
  // MARK: Sending and asking

  /// Emits an event in a task, which waits for its transition.
  func send(_ kind: Int, to path: [Hop]) {
    let word = word(kind, to: path)
    whenDone(word) { .state(try await $0.send(word)) }
  }

  /// Emits an event with a reply in a task, which waits for the answer.
  ///
  /// The rig keeps the reply until the event is reduced, because a record keeps events forever.
  func ask(_ kind: Int, to path: [Hop]) {
    var asking = word(kind, to: path)
    asking.asks = true
    let word = asking
    write { _ = $0.asked.insert(word.id) }
    whenDone(word) { running in
      .answer(
        try await running.ask { reply in
          self.replies.withLock { $0[word.id] = reply }
          return word
        })
    }
  }

  /// What the reducer does about the reply of an event.
  func answer(_ event: Word, _ state: Node) {
    // NB: it goes with the end of this, and not under the lock.
    let reply = replies.withLock { $0.removeValue(forKey: event.id) }
    if event.isAnswered { reply?.answer(state.number) }
  }

  private func whenDone(
    _ word: Word,
    _ wait: @escaping @Sendable (RunningSpin<Node, Word>) async throws -> Outcome
  ) {
    guard let running = handle.value else { return }
    write { $0.returned.append(word.id) }
    let gate = Gate()
    senders.withLock { $0.append(gate) }
    Task.detached { [self] in
      let outcome: Outcome
      do {
        outcome = try await wait(running)
      } catch let error as EventDropped {
        outcome = .dropped(error.reason)
      } catch is NoReply {
        outcome = .noReply
      } catch {
        outcome = .error("\(error)")
      }
      write { $0.outcomes[word.id] = outcome }
      gate.open()
    }
  }

  /// Waits for all who send and ask; tells whether they have come to an end.
  func untilSendersHaveEnded() async -> Bool {
    for gate in senders.withLock({ $0 }) where await !gate.wait() { return false }
    return true
  }

  // MARK: Suspending

  /// Suspends the loop, unless its handle is to be dropped, after which nobody could resume it.
  func suspend() {
    if !plan.drops { handle.value?.suspend() }
  }

  // MARK: Being durable

  /// Makes the steps durable but for so many of the newest.
  func commit(_ left: Int) {
    guard plan.isGated else { return }
    let newest = newestStep.load(ordering: .relaxed)
    if newest >= left { loop.withLock { $0.loop }?.open(upTo: newest - left) }
  }

  /// Makes all steps durable from now on.
  func commitAll() {
    commitsAll.store(true, ordering: .sequentiallyConsistent)
    commit(0)
  }

  /// Notes a step.
  func noteStep(_ number: Int) {
    newestStep.store(number, ordering: .sequentiallyConsistent)
    if commitsAll.load(ordering: .sequentiallyConsistent) { commit(0) }
  }

  // MARK: Resuming

  func resume() {
    let before = lineCount
    handle.value?.resume()
    let after = lineCount
    write { $0.resumptions.append(before...after) }
  }

  /// Ends all suspensions.
  func resumeAll() {
    while handle.value?.isSuspended == true { resume() }
  }

  /// Suspends the loop from inside.
  func suspendForAWhile() {
    if plan.drops { return }
    suspend()
    DispatchQueue.global().async { [self] in resume() }
  }
}
