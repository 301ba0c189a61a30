import SpinAsync
import SpinCallbacks
import SpinTestSupport
import SpinTesting
import Testing

private protocol Action: Sendable {}

/// What Puredux's users know, and no program shows: actions by a protocol, and what happens between a store
/// and a view.
@Suite(.endsLoops) struct PureduxTests {
  let shown = Transcript<String>()

  @Test func anEventMayBeAnyValueOfAProtocol() {
    struct Increment: Action {}
    struct Add: Action { let number: Int }
    let counter = Spin<Int, any Action>(initialState: 0) {
      Reducer { count, action in
        switch action {
        case is Increment: count += 1
        case let action as Add: count += action.number
        default: break
        }
      }
    }
    let running = counter.start(on: .callersThread)
    running.emit(Increment())
    running.emit(Add(number: 4))
    #expect(running.state == 5)
  }

  @Test func aViewIsShownWhenTheStatesPause() {
    let (runtime, shown) = (TestRuntime(), shown)
    @Sendable func show(_ count: Int) { shown.append("\(count)") }
    let counter = Spin<Int, Int>(initialState: 0) {
      // snippet.debounce
      Feedback { state in .sideEffect { show(state) }.delayed(by: .milliseconds(16)) }
      // snippet.end
      Reducer { $0 += $1 }
    }
    let running = counter.start(on: runtime)
    for _ in 1...3 {
      running.emit(1)
      runtime.advance(by: .milliseconds(10))
    }
    #expect(shown.entries == [])
    runtime.advance(by: .milliseconds(6))
    #expect(shown.entries == ["3"])
    runtime.advance(by: .seconds(1))
    #expect(shown.entries == ["3"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func whoPresentsInATaskHoldsUpNoLoopAndSkipsOlderStates(_ runtime: RuntimeUnderTest) async throws
  {
    let (begun, gate, shown) = (Gate(), Gate(), shown)
    @Sendable func props(_ count: Int) async -> String {
      begun.open()
      await gate.wait()
      return "count: \(count)"
    }
    let running = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }.start(on: runtime)
    // snippet.presenting
    let presenting = Task {
      for await state in running.states(buffering: .newest) {
        let props = await props(state)
        shown.append(props)
      }
    }
    // snippet.end
    await begun.wait()
    for number in 1...3 { #expect(try await running.send(1) == number) }
    #expect(shown.entries == [])
    gate.open()
    try await shown.until("count: 3")
    #expect(shown.entries == ["count: 0", "count: 3"])
    presenting.cancel()
    await presenting.value
  }
}
