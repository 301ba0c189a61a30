import SpinTestSupport
import Testing

@testable import SpinCore

/// What a loop answers without a turn.
struct LoopRestTests {
  private func start() -> RunningSpin<Int, Int> {
    Spin<Int, Int>(initialState: 0) {
      Feedback(while: { $0 > 0 }) { .every(.seconds(3600), 1) }
      Reducer { sum, number in sum += number }
    }
    .start(on: InPlace())
  }

  @Test func aLoopAtRestKnowsTheNumberOfItsNextTransition() {
    let running = start()
    #expect(running.loop.nextNumberAtRest(ifSettled: true) == 1)
    running.emit(0)
    #expect(running.loop.nextNumberAtRest(ifSettled: true) == 2)
    #expect(running.loop.nextNumberAtRest(ifSettled: false) == 2)
  }

  @Test func aLoopWithAnEffectRestsButIsNotSettled() {
    let running = start()
    running.emit(1)
    defer { running.stop() }
    #expect(running.loop.nextNumberAtRest(ifSettled: true) == nil)
    #expect(running.loop.nextNumberAtRest(ifSettled: false) == 2)
  }

  @Test func aLoopInAStepDoesNotRest() {
    let asked = Guarded<[Int?]>([])
    let handle = Guarded<RunningSpin<Int, Int>?>(nil)
    let running = Spin<Int, Int>(initialState: 0) { Reducer { sum, number in sum += number } }
      .start(on: InPlace()) { _ in
        guard let running = handle.withLock({ $0 }) else { return }
        asked.withLock { $0.append(running.loop.nextNumberAtRest(ifSettled: false)) }
      }
    handle.withLock { $0 = running }
    running.emit(1)
    #expect(asked.withLock { $0 } == [nil])
    handle.withLock { $0 = nil }
  }

  @Test func aLoopThatWasStoppedOrSuspendedAnswersByATurn() {
    let running = start()
    running.suspend()
    #expect(running.loop.nextNumberAtRest(ifSettled: true) == nil)
    running.resume()
    #expect(running.loop.nextNumberAtRest(ifSettled: true) == 1)
    running.stop()
    #expect(running.loop.nextNumberAtRest(ifSettled: true) == nil)
  }

  @Test func anObserverThatIsNoLongerNeededWhenItJoinsIsNotKept() {
    let running = start()
    let (open, decided) = (Decision(), Decision())
    decided.set(error: CancellationError())
    let kept = ObserverEntry(Observer<Int, Int> { _ in }, until: open)
    running.loop.join(kept)
    let dismissed = ObserverEntry(Observer<Int, Int> { _ in }, until: decided)
    running.loop.join(dismissed)
    #expect(!kept.wasDismissed && dismissed.wasDismissed)
    running.loop.leave(dismissed)
    #expect(running.loop.drain.observers != nil)
    running.loop.leave(kept)
    #expect(running.loop.drain.observers == nil)
  }
}
