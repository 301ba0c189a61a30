import Testing

@testable import SpinCore

struct LoopWaitersTests {
  /// A loop that never rests tells an answer after 64 steps, even if it tries to rest again and again.
  @Test func anAnswerThatIsPutBackWaitsNoLonger() {
    var engine = Engine.reacting(.cancelOnNewState)
    let waiters = LoopWaiters()
    waiters.append(LoopWaiter(.answered, isAwaited: true) { _ in }, at: 1)
    engine.nextNumber = 60
    let due = waiters.takeAwaited(engine, isEmpty: true)
    #expect(due.count == 1)
    waiters.putBack(due)
    #expect(waiters.takeOverdue(engine).isEmpty)
    engine.nextNumber = 66
    #expect(waiters.takeOverdue(engine).count == 1)
    #expect(waiters.isEmpty)
  }
}
