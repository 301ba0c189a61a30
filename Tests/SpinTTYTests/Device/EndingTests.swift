import Testing

@testable import SpinTTY

@Suite struct EndingTests {
  private static let (interrupt, hangUp) = (Signals.interrupt, Signals.hangUp)

  private func run(until deadline: Duration? = nil) -> Ending {
    var ending = Ending()
    ending.began(until: deadline)
    return ending
  }

  @Test func aRunGoesOnUntilSomethingEndsIt() {
    var ending = run()
    #expect(ending.passed(at: .seconds(99), isArmed: true) == [])
    #expect(ending.take() == nil && ending.due == nil)
  }

  @Test func aRunEndsByTheRequestThatItAwaits() {
    var first = run()
    first.asked([.changed, .finish])
    #expect(first.take() == nil)
    first.asked(.end)
    #expect(first.take() == .asked)
    var second = run(until: .seconds(2))
    second.asked(.end)
    #expect(second.take() == nil)
    second.asked(.finish)
    #expect(second.take() == .asked)
  }

  @Test func aSignalIsToldOnceAndHasTwoSeconds() {
    var ending = run()
    #expect(
      ending.signaled(Self.interrupt, at: .seconds(1)) == [.tell(signal: Self.interrupt)])
    #expect(ending.signaled(Self.hangUp, at: .seconds(2)) == [])
    #expect(ending.due == .seconds(3))
    _ = ending.passed(at: .milliseconds(2_999), isArmed: true)
    #expect(ending.take() == nil)
    _ = ending.passed(at: .seconds(3), isArmed: true)
    #expect(ending.take() == .signal(Self.interrupt))
  }

  @Test func whoEndsForASignalEndsByIt() {
    var ending = run()
    _ = ending.signaled(Self.interrupt, at: .zero)
    ending.asked(.end)
    #expect(ending.take() == .signal(Self.interrupt))
  }

  @Test func theSignalOfOneRunDoesNotEndTheNext() {
    var ending = run()
    _ = ending.signaled(Self.interrupt, at: .zero)
    ending.asked(.end)
    _ = ending.take()
    ending.began(until: .seconds(9))
    _ = ending.passed(at: .seconds(8), isArmed: true)
    #expect(ending.take() == nil && ending.due == .seconds(9))
    _ = ending.passed(at: .seconds(9), isArmed: true)
    #expect(ending.take() == .timeout)
  }

  @Test func aTerminalThatIsGoneIsToldAsAHangUp() {
    var ending = run()
    ending.lost()
    #expect(ending.passed(at: .seconds(1), isArmed: true) == [.tell(signal: Self.hangUp)])
    #expect(ending.passed(at: .seconds(2), isArmed: true) == [] && ending.take() == nil)
    _ = ending.passed(at: .seconds(3), isArmed: true)
    #expect(ending.take() == .hangUp)
  }

  @Test func aBrokenPipeEndsAtOnceWhateverCameBefore() {
    var ending = run()
    ending.asked(.end)
    ending.lost(isBrokenPipe: true)
    #expect(ending.isGone && ending.take() == .brokenPipe)
  }

  @Test func aRestorationBySomebodyElseEndsTheRun() {
    var ending = run()
    #expect(ending.passed(at: .zero, isArmed: false) == [.awaitProcessEnd])
    #expect(ending.take() == .restored)
    var other = run()
    other.asked(.end)
    #expect(other.passed(at: .zero, isArmed: false) == [] && other.take() == .asked)
  }

  @Test func anotherProgramIsToEndIfOursIs() {
    var ending = run()
    #expect(!ending.isAsked([]) && !ending.isAsked(.finish) && ending.isAsked(.end))
    _ = ending.signaled(Self.interrupt, at: .zero)
    #expect(ending.isAsked([]))
    // An editor was started while the effects of a program ended that the user had quit.
    #expect(run(until: .seconds(5)).isAsked([]))
  }

  @Test func aSessionIsClosedOnce() {
    var ending = Ending()
    #expect(!ending.isClosed)
    let answers = [ending.closed(), ending.closed()]
    #expect(answers == [true, false] && ending.isClosed)
  }
}
