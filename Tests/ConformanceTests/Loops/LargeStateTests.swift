import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Clause 13. A stack that overflows ends the process, so these tests run in processes of their own.
extension Conformance {
  @Test
  func aLargeStateIsLarge() {
    #expect(MemoryLayout<LargeState>.size == 128 * 1024 + 8)
  }

  @Test(.promises("13.2"), arguments: ways.indices)
  func aSpinWithAStateOf128KiBIsMadeOnTheSmallStackOfTheCaller(_ form: Int) async throws {
    await #expect(processExitsWith: .success) { [form] in
      let initial = [LargeState()]
      let last = await onThread(stackSize: smallStack) {
        let running = ways[form](initial).start(on: .callersThread)
        running.emit(1)
        return lastWord(of: running)
      }
      #expect(last == 1)
    }
  }

  @Test(.promises("13.2"))
  func aStateOf128KiBWorksOnTheSmallStackOfTheCaller() async throws {
    await #expect(processExitsWith: .success) {
      let spin = Spin<LargeState, Int>(initialState: LargeState()) {
        Feedback(filteredBy: { $0.count == 1 }) { _ in .just(1) }
        Feedback(on: \.count) { _ in .none }
        Reducer { state, _ in state.bump() }
      }
      let last = await onThread(stackSize: smallStack) {
        let running = spin.start(on: .callersThread)
        running.emit(1)
        return lastWord(of: running)
      }
      #expect(last == 2)
    }
  }

  @Test(.promises("13.2"))
  func anObserverOfAStateOf128KiBWorksOnTheSmallStackOfTheCaller() async throws {
    await #expect(processExitsWith: .success) {
      let seen = Transcript<Int>()
      let spin = Spin<LargeState, Int>(initialState: LargeState()) {
        Feedback(lensingOn: \.count) { _ in .none }
        Reducer { state, _ in state.bump() }
      }
      await onThread(stackSize: smallStack) {
        let running = spin.start(on: .callersThread) { seen($0.state.last) }
        running.emit(1)
        running.emit(1)
      }
      #expect(seen.entries == [0, 1, 2])
    }
  }

  @Test(.promises("13.2"))
  func aStateOf128KiBWorksOnASmallThreadWithEverybodyWatching() async throws {
    await #expect(processExitsWith: .success) {
      let seen = Transcript<Int>()
      let spin = Spin<LargeState, Int>(initialState: LargeState()) {
        Feedback { _ in .none }
        Feedback.transitions { .run { [last = $0.state.last] in last == 1 ? 1 : nil } }
        Reducer { state, _ in state.bump() }
      }
      let runtime = ThreadRuntime(stackSize: smallStack)
      let running = spin.start(on: runtime) { seen($0.state.last) }
      let token = running.observe(keepingPrevious: true) { _ in }
      running.emit(1)
      let last = try await running.settled().last
      #expect(last == 2)
      #expect(seen.entries == [0, 1, 2])
      token.cancel()
      await running.end()
    }
  }

  struct Growing: Sendable {
    var numbers: [Int] = []
    var base: UInt = 0
    var moves = 0

    var currentBase: UInt {
      numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
  }

  /// Appending copies nothing: the numbers stay where they are while there is room for them.
  @Test(.promises("13.1"), arguments: RuntimeUnderTest.all)
  func appendingToALargeArrayInTheStateCopiesNothing(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<Growing, Int>(initialState: Growing(numbers: [0])) {
      Feedback(on: \.numbers.first) { _ in .none }
      Feedback(lensingOn: \.numbers, filteredBy: { $0.count < 0 }, effect: { _ in .none })
      Feedback(filteredBy: { $0.numbers.count > 1 && $0.numbers.count < 100_500 }) { _ in .just(1) }
      Reducer { state, event in
        if event == 0 {
          state.numbers = Array(repeating: 0, count: 100_000)
          state.numbers.reserveCapacity(110_000)
          state.base = state.currentBase
        }
        state.numbers.append(event)
        if state.currentBase != state.base { state.moves += 1 }
      }
    }
    let running = spin.start(on: runtime) { _ in }
    running.emit(0)
    try await running.settled()
    running.emit(1)
    let state = try await running.settled()
    #expect(state.numbers.count == 100_501)
    #expect(state.moves == 0)
  }

  /// A feedback on transitions and a sender keep no state before the event, alone or in a part.
  @Test(.promises("13.3"), arguments: RuntimeUnderTest.all)
  func answersToTransitionsCopyNothing(_ runtime: RuntimeUnderTest) async throws {
    let gear = Gear<Int>()
    let seen = Transcript<Int>()
    let growing = Spin<Growing, Int>(initialState: Growing()) {
      Feedback.transitions { transition in
        seen(transition.state.numbers.count)
        return transition.event == 0 ? .several(1, 2) : .none
      }
      Feedback.sendingTransitions(to: gear) { $0.event }
      Reducer { state, event in
        if event == 0 {
          state.numbers.reserveCapacity(1_000)
          state.base = state.currentBase
        }
        state.numbers.append(event)
        if state.currentBase != state.base { state.moves += 1 }
      }
    }
    let running = growing.start(on: runtime)
    running.emit(0)
    try await running.settled()
    for number in 3...100 { running.emit(number) }
    #expect(try await running.settled().numbers == Array(0...100))
    #expect(running.state.moves == 0)
    #expect(seen.entries == Array(0...101))
  }

  /// It is copied at each step if a feedback says so, and that feedback alone knows the state before.
  @Test(arguments: RuntimeUnderTest.all)
  func onlyTheFeedbackThatAsksKnowsThePreviousState(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<String>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.transitions(keepingPrevious: true) { transition in
        log("asked \(transition.previous ?? -1)")
        return .none
      }
      Feedback.transitions { transition in
        log("not \(transition.previous ?? -1)")
        return .none
      }
      Reducer { sum, number in sum += number }
    }
    let running = spin.start(on: runtime)
    running.emit(1)
    running.emit(1)
    try await running.settled()
    #expect(log.entries == ["asked -1", "not -1", "asked 0", "not -1", "asked 1", "not -1"])
  }

  /// A part that is selected for an effect that the strategy then skips is not kept.
  @Test(.promises("13.1"), arguments: RuntimeUnderTest.all)
  func appendingCopiesNothingWhileAnEffectIsIgnored(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Int>()
    var start = Growing()
    start.numbers.reserveCapacity(1_000)
    let spin = Spin<Growing, Int>(initialState: start) {
      Feedback(lensingOn: \.numbers, filteredBy: { !$0.isEmpty }) { _ in remote.effect("work") }
        .strategy(.ignoreNewState)
      Reducer { state, event in
        if state.numbers.count > 1, state.currentBase != state.base { state.moves += 1 }
        state.numbers.append(event)
        state.base = state.currentBase
      }
    }
    let running = spin.start(on: runtime)
    running.emit(0)
    try await remote.log.until("+work")
    for number in 1...100 { running.emit(number) }
    await running.idle()
    #expect(running.state.numbers.count == 101)
    #expect(running.state.moves == 0)
  }
}

/// Reads the state in a frame of its own: in debug builds whoever looks at the state has room on its
/// stack for it throughout, also while it emits.
@inline(never)
private func lastWord(of running: RunningSpin<LargeState, Int>) -> Int {
  running.state.last
}

/// The ways to make a spin, each in a frame of its own.
private let ways: [@Sendable ([LargeState]) -> Spin<LargeState, Int>] = [
  { initial in Spin(initialState: initial[0]) { bumping } },
  { initial in Spin(initialState: initial[0], feedbacks: [], reducer: bumping) },
  { initial in Spin(initialState: initial[0], reducer: bumping) {} },
  { initial in Spinner.initialState(initial[0]).reducer(bumping) },
]

private let bumping = Reducer<LargeState, Int> { state, _ in state.bump() }
