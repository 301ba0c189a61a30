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
