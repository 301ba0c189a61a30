import Testing

@testable import SpinCore

struct LoopMemoryTests {
  @Test func anIdleLoopHasGivenBackTheMemoryOfABurst() {
    let spin = Spin<Int, Int>(initialState: 0) { Reducer { sum, number in sum += number } }
    let handle = Guarded<RunningSpin<Int, Int>?>(nil)
    let running = spin.start(on: InPlace()) { transition in
      guard transition.event == 1 else { return }
      for _ in 0..<10_000 { handle.withLock { _ = $0?.emit(2) } }
    }
    handle.withLock { $0 = running }
    for _ in 0..<2 { running.emit(1) }
    #expect(running.state == 40_002)
    let mailbox = running.loop.context.mailbox
    #expect(mailbox.shared.withLock { $0.inbox.isBurst } == false)
    #expect(mailbox.queue.isBurst == false)
    handle.withLock { $0 = nil }
  }
}

extension LoopMemoryTests {
  @Test func aWaiterThatGaveUpBeforeTheLoopHeardOfItIsNotKept() {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(while: { _ in true }) { .every(.seconds(3600), 1) }
      Reducer { sum, number in sum += number }
    }
    let running = spin.start(on: InPlace())
    let waiter = LoopWaiter(.settled, isAwaited: true) { _ in }
    running.loop.withdraw(waiter)
    running.loop.wait(waiter)
    #expect(running.loop.drain.waiters == nil)
  }
}

extension LoopMemoryTests {
  private final class ID: Hashable, Sendable {
    static func == (left: ID, right: ID) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private struct Item: Equatable, Identifiable, Sendable {
    let id: ID
  }

  /// Nothing is told of a queued effect that has only immediate events and is cancelled.
  @Test func monitorsKeepNothingOfAnEffectWhoseImmediateEventsAreCancelled() {
    let spin = Spin<[Item], [Item]?>(initialState: []) {
      Feedback(forEach: \.self) { _ in .just(nil) }.strategy(.queueNewState)
      Reducer { items, new in if let new { items = new } }
    }
    let running = spin.start(on: InPlace(), options: RunOptions(monitors: [Monitor { _ in }]))
    weak var gone: ID?
    do {
      let item = Item(id: ID())
      gone = item.id
      running.suspend()
      running.emit([item])
      running.emit([])  // Before the effect's event, which the first one causes.
      running.resume()
    }
    // Forgets the states and the names of the steps before.
    for _ in 0..<2 { running.emit([Item(id: ID())]) }
    #expect(gone == nil)
  }
}
