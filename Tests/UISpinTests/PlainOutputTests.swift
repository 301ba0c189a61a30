import SpinCallbacks
import SpinTestSupport
import SpinTesting
import Testing

@testable import SpinTTY

/// What is told of the states of a run, whoever shows it.
@Suite struct PlainOutputTests {
  /// Notes the states that it is told of.
  private final class Listener: UIHost, StateListener {
    let states = Transcript<Int>()

    func interrupt() {}
    func end() {}
    func print(_ text: String) {}
    func passed(_ state: Address<Int>, _ extras: HostExtras, isTransition: Bool) {
      states.append(state.value)
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func theLastTransitionIsToldAlsoIfAFeedbackStopsTheRunInIt(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let box = Guarded<UISpin<Int, Int>?>(nil)
    let finished = Gate()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback { count in
        if count == 3 { box.withLock { $0 }?.stop() }
        return .just(1)
      }
      Reducer { $0 += $1 }
    }
    let ui = UISpin(spin) { _, _ in }
    box.withLock { $0 = ui }
    let run = try ui.claim(runtime(), .stopped)
    let listener = Listener()
    run.begin(listener, showing: listener)
    run.onFinished { finished.open() }
    await finished.wait()
    #expect(listener.states.entries == [0, 1, 2, 3])
    run.finish()
    #expect(try await ui.finished()?.state == 3)
    box.withLock { $0 = nil }
  }

  @Test func aStateThatIsWantedWhileTheReducerWorksIsLeftWhenItIsDone() async {
    let (began, isFree) = (Gate(), Gate())
    let spin = Spin<Int, Int>(initialState: 0) {
      Reducer { count, step in
        count += step
        began.open()
        isFree.waitBlocking()
      }
    }
    let ui = UISpin(spin, showing: { $0 }, render: { count, _ in Text("\(count)") })
    let rehearsal = ui.rehearse(on: .callbacks)
    #expect(rehearsal.frame().isEmpty == false)
    rehearsal.emit(1)
    await began.wait()
    #expect(rehearsal.frame() == [])
    isFree.open()
    await rehearsal.idle()
    #expect(rehearsal.frame().isEmpty == false)
  }
}
