import Harness
import SpinAsync
import SpinCallbacks

private let many = 100_000

/// Emits into a loop that takes every event.
private func emit(
  _ runtime: some SpinRuntime, _ events: Int, _ mailbox: MailboxBound<Step>
) async {
  let running = counting.start(on: runtime, options: RunOptions(mailbox: mailbox))
  for _ in 0..<events { running.emit(.add(1)) }
  await reach(events, running)
}

/// Emits into a full mailbox from which nothing is taken.
private func overflow(_ events: Int, _ mailbox: MailboxBound<Step>) {
  let running = counting.start(on: .callersThread, options: RunOptions(mailbox: mailbox))
  running.suspend()
  for number in 0..<events { running.emit(.add(number)) }
  precondition(running.mailboxCounts.map { $0.full + $0.coalesced + $0.waiting } == events)
}

/// Emits into a bounded mailbox from which nothing is taken, and then lets the loop take all.
private func fill(_ events: Int) {
  let running = counting.start(
    on: .callersThread, options: RunOptions(mailbox: .bounded(events, .dropOldest)))
  running.suspend()
  for _ in 0..<events { running.emit(.add(1)) }
  running.resume()
  precondition(running.state == events)
}

/// The cost of an event in a bounded mailbox, by the fate of the event.
let bounds: [Measurement] = [
  Measurement(
    "outside, bounded, caller's thread", operations: many, against: "outside, caller's thread"
  ) { await emit(.callersThread, $0, .bounded(1_000, .dropOldest)) },
  Measurement("outside, bounded, waits for its turn", operations: many) { fill($0) },
  Measurement("outside, bounded, queue", operations: many, against: "outside, queue") {
    await emit(.callbacks, $0, .bounded(many, .dropOldest))
  },
  Measurement("outside, bounded, tasks", operations: many, against: "outside, tasks") {
    await emit(.async, $0, .bounded(many, .dropOldest))
  },
  Measurement("drops the oldest of 1,000", operations: many) {
    overflow($0, .bounded(1_000, .dropOldest))
  },
  Measurement("refused by 1,000", operations: many) { overflow($0, .bounded(1_000, .dropNewest)) },
  Measurement("takes the place of one of 1,000 keys", operations: many) {
    overflow(
      $0,
      .bounded(1_000, .coalesce { if case .add(let number) = $0 { number % 1_000 } else { nil } }))
  },
]
