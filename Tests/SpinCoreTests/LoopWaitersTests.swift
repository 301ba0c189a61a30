import SpinTestSupport
import Testing

@testable import SpinCore

struct LoopWaitersTests {
  /// A loop that never rests tells an answer after 64 steps, even if it tries to rest again and again.
  @Test(.promises("19.3"))
  func anAnswerThatIsPutBackWaitsNoLonger() {
    var engine = Engine.reacting(.cancelOnNewState)
    let waiters = LoopWaiters()
    waiters.append(LoopWaiter(.answered, isAwaited: true) { _ in }, at: 1)
    engine.nextNumber = 60
    let due = waiters.takeDue(isAwaited: true, engine, isEmpty: true, isDurable: true)
    #expect(due.count == 1)
    waiters.putBack(due)
    #expect(waiters.takeOverdue(engine).isEmpty)
    engine.nextNumber = 66
    #expect(waiters.takeOverdue(engine).count == 1)
    #expect(waiters.isEmpty)
  }

  /// A loop that only drops events makes no steps.
  @Test func anAnswerIsToldAtTheEndOfASliceWithoutSteps() {
    var engine = Engine.reacting(.cancelOnNewState)
    let waiters = LoopWaiters()
    waiters.append(LoopWaiter(.answered, isAwaited: true) { _ in }, at: 1)
    #expect(waiters.takeOverdue(engine, endsSlice: true).isEmpty)
    engine.nextNumber += 1
    #expect(waiters.takeOverdue(engine, endsSlice: true).isEmpty)
    #expect(waiters.takeOverdue(engine).isEmpty)
    #expect(waiters.takeOverdue(engine, endsSlice: true).count == 1)
    #expect(waiters.isEmpty)
  }

  /// A waiter that writes its name and how the wait has ended.
  private func waiter(
    _ name: String, _ occasion: LoopWaiter.Occasion, _ log: Log,
    isAwaited: Bool = false, isToldOfEachRest: Bool = false
  ) -> LoopWaiter {
    LoopWaiter(occasion, isAwaited: isAwaited, isToldOfEachRest: isToldOfEachRest) { outcome in
      log.entries.withLock { $0.append("\(name) \(outcome)") }
    }
  }

  private func tellDue(_ waiters: LoopWaiters, _ engine: Engine, isEmpty: Bool = true) {
    for (waiter, outcome) in waiters.takeDue(
      isAwaited: false, engine, isEmpty: isEmpty, isDurable: true)
    {
      waiter.tell(outcome)
    }
  }

  private func areDue(_ waiters: LoopWaiters, _ engine: Engine, isEmpty: Bool = true) -> Bool {
    !waiters.takeDue(isAwaited: false, engine, isEmpty: isEmpty, isDurable: true).isEmpty
  }

  @Test func thoseOfDifferentOccasionsAreToldInTheOrderInWhichTheyCame() {
    var engine = Engine.reacting(.cancelOnNewState)
    engine.started()
    let waiters = LoopWaiters()
    let log = Log()
    for (index, occasion) in [
      LoopWaiter.Occasion.finished, .drained, .settled, .idle, .answered, .settled, .idle, .drained,
    ].enumerated() {
      waiters.append(waiter("\(index)", occasion, log), at: 1)
    }
    engine.nextNumber = 2
    tellDue(waiters, engine)
    #expect(log.entries.withLock { $0 } == (1...7).map { "\($0) happened" })
    #expect(!areDue(waiters, engine))
    log.entries.withLock { $0 = [] }
    waiters.append(waiter("8", .settled, log), at: 2)
    engine.stopRequested()
    tellDue(waiters, engine)
    #expect(log.entries.withLock { $0 } == ["0 happened", "8 stopped"])
    #expect(waiters.isEmpty)
  }

  /// A screen that was not told took its loop for one that moves, and drew frames until it was resumed.
  @Test func thoseOfEachRestAreToldThatASuspendedLoopRests() {
    var engine = Engine.reacting(.cancelOnNewState)
    engine.started()
    let waiters = LoopWaiters()
    let log = Log()
    for occasion in [LoopWaiter.Occasion.drained, .idle, .settled] {
      waiters.append(waiter("\(occasion)", occasion, log), at: 1)
    }
    waiters.append(waiter("each rest", .drained, log, isToldOfEachRest: true), at: 1)
    engine.nextNumber = 2
    for _ in 0..<2 {
      for (waiter, outcome) in waiters.takeDue(
        isAwaited: false, engine, isEmpty: false, isSuspended: true, isDurable: true)
      {
        waiter.tell(outcome)
      }
    }
    #expect(log.entries.withLock { $0 } == ["each rest happened"])
  }

  @Test func thoseWhoWaitForStepsAreToldOncePerRestWithSteps() {
    var engine = Engine.reacting(.cancelOnNewState)
    engine.started()
    let waiters = LoopWaiters()
    let log = Log()
    waiters.append(waiter("a", .drained, log), at: 1)
    #expect(!areDue(waiters, engine))
    waiters.append(waiter("b", .drained, log, isToldOfEachRest: true), at: 1)
    #expect(!areDue(waiters, engine, isEmpty: false))
    tellDue(waiters, engine)
    engine.nextNumber = 5
    waiters.append(waiter("c", .drained, log), at: 5)
    tellDue(waiters, engine)
    #expect(!areDue(waiters, engine))
    engine.nextNumber = 6
    tellDue(waiters, engine)
    waiters.noteStep()  // An input that means no event.
    tellDue(waiters, engine)
    #expect(!areDue(waiters, engine))
    #expect(
      log.entries.withLock { $0 } == ["b", "a", "b", "a", "b", "c", "b"].map { "\($0) happened" })
    #expect(!waiters.isEmpty)
  }

  /// No step is to come, so nothing of the user's is kept for one.
  @Test func thoseWhoWaitForStepsAreForgottenWhenTheLoopHasStopped() {
    var engine = Engine.reacting(.cancelOnNewState)
    engine.started()
    let waiters = LoopWaiters()
    let log = Log()
    waiters.append(waiter("a", .drained, log), at: 1)
    engine.nextNumber = 2
    engine.stopRequested()
    waiters.append(waiter("b", .drained, log), at: 2)
    tellDue(waiters, engine)
    #expect(log.entries.withLock { $0 } == ["a happened"])
    #expect(waiters.isEmpty)
  }
}

private final class Log: Sendable {
  let entries = Guarded<[String]>([])
}
