import SpinAsync
import SpinCallbacks
import SpinCore
import SpinTestSupport
import SpinTesting
import Synchronization
import Testing

/// Inputs of a host, whose meaning the state decides at their turn.
extension Conformance {
  @Test(.promises("26.1", "26.2"), arguments: RuntimeUnderTest.all)
  func theStateDecidesAtItsTurnWhatAnInputMeans(_ runtime: RuntimeUnderTest) async throws {
    let host = TypingHost()
    let origins = Transcript<String>()
    var options = host.options
    options.observers = [Observer { origins("\($0.number) \($0.event ?? "") \($0.origin)") }]
    let running = typed.start(on: runtime, options: options)
    running.suspend()
    for input in [1, 2] as [UInt64] { #expect(running.loop.enter(input) == .accepted) }
    #expect(running.emit("x") == .accepted)
    #expect(running.loop.enter(3) == .accepted)
    running.resume()
    #expect(
      try await running.settled() == ["key 1 after 0", "key 2 after 1", "x", "key 3 after 3"])
    #expect(
      origins.entries == [
        "0  start", "1 key 1 after 0 outside", "2 key 2 after 1 outside", "3 x outside",
        "4 key 3 after 3 outside",
      ])
    #expect(host.steps.entries == ["0 true", "1 true", "2 true", "3 true", "4 true"])
  }

  @Test(.promises("26.1", "24.10"), arguments: RuntimeUnderTest.all)
  func anInputMayBeEnteredByAnyClosureOfTheLoop(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<[String], String>()
    let host = TypingHost { input, keys in
      if input == 1 { handle.value.map { _ = $0.loop.enter(9) } }
      return input == 4 ? nil : "key \(input)"
    }
    @Sendable func enter(_ input: UInt64) { handle.value.map { _ = $0.loop.enter(input) } }
    let spin = Spin<[String], String>(initialState: []) {
      DropRepeats(within: .seconds(1_000)) { $0 == "twice" ? $0 : nil }
      Feedback.sideEffect { if $0 == ["go"] { enter(3) } }
      Feedback(filteredBy: { $0 == ["go"] }) { _ in .just("immediate") }
      Feedback(while: { $0.contains("immediate") }) {
        .run {
          enter(5)
          return "delivered"
        }
      }
      Reducer { keys, event in
        keys.append(event)
        if event == "go" { enter(1) }
      }
    }
    var options = host.options
    options.mailbox = .bounded(2, .coalesce { $0 })
    options.onDrop = { if $0.event == "twice" { enter(6) } }
    let running = spin.start(on: runtime, handle: handle, options: options) {
      if $0.state == ["go"] { enter(2) }
    }
    running.emit("go")
    #expect(
      try await running.settled() == [
        "go", "key 1", "key 2", "key 3", "immediate", "key 9", "key 5", "delivered",
      ])
    for _ in 0..<2 {
      running.emit("twice")
      await running.idle()
    }
    enter(4)
    await running.idle()
    #expect(running.state.suffix(2) == ["twice", "key 6"])
    handle.set(nil)
  }

  @Test(.promises("26.3"), arguments: RuntimeUnderTest.all)
  func anInputThatMeansNoEventMakesNoTransition(_ runtime: RuntimeUnderTest) async throws {
    let (host, seen) = (TypingHost { _, _ in nil }, Transcript<Int>())
    let spin = Spin<[String], String>(initialState: []) {
      Feedback(on: \.count) { count in
        seen(count)
        return .run { _ in try? await Task.sleep(for: .seconds(1_000)) }
      }
      Reducer { keys, event in keys.append(event) }
    }
    var options = host.options
    options.observers = [Observer { seen(10 + $0.number) }]
    let running = spin.start(on: runtime, options: options)
    for input in [1, 2] as [UInt64] { #expect(running.loop.enter(input) == .accepted) }
    await running.idle()
    #expect(seen.entries == [10, 0])
    #expect(host.steps.entries == ["0 true", "0 false", "0 false"])
    #expect(host.taken == 2)
  }

  @Test(.promises("26.4", "20.1"), arguments: RuntimeUnderTest.all)
  func aRepeatThatOnlyTheStateKnowsIsReportedAsTheEventItIs(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (time, drops) = (ManualScheduler(), Transcript<String>())
    let host = TypingHost { _, keys in keys.isEmpty ? "open" : "save" }
    let spin = Spin<[String], String>(initialState: []) {
      DropRepeats(within: .seconds(1)) { $0 }
      Feedback(on: { $0.last == "go" ? true : nil }) { (_: Bool) in .just("save") }
      Reducer { saved, event in saved.append(event) }
    }
    var options = host.options
    options.onDrop = { drops("\($0.event) \($0.reason) \($0.origin)") }
    let running = spin.start(on: runtime, scheduler: time, options: options)
    for input in [1, 2, 3] as [UInt64] { _ = running.loop.enter(input) }
    for event in ["save", "go"] { running.emit(event) }
    await running.idle()
    #expect(running.state == ["open", "save", "go", "save"])
    #expect(drops.entries == ["save repeated outside", "save repeated outside"])
    #expect(host.steps.entries == ["0 true", "1 true", "2 true", "2 false", "3 true", "4 true"])
    #expect(host.dropped.entries == ["repeat"])
    time.advance(by: .seconds(1))
    _ = running.loop.enter(4)
    await running.idle()
    #expect(running.state.count == 5, "The time of an input is that of its acceptance.")
  }

  @Test(.promises("26.6"), arguments: RuntimeUnderTest.all)
  func aStopDropsTheInputsThatWait(_ runtime: RuntimeUnderTest) async throws {
    let (host, drops) = (TypingHost(), Transcript<String>())
    var options = host.options
    options.onDrop = { drops("\($0.event)") }
    let running = typed.start(on: runtime, options: options)
    running.suspend()
    for input in [1, 2] as [UInt64] { #expect(running.loop.enter(input) == .accepted) }
    running.stop()
    await running.end()
    #expect(running.loop.enter(3) == .dropped(.stopped))
    #expect(host.dropped.entries == ["1", "2"])
    #expect(drops.entries == [])
    #expect(running.state == [])
  }

  @Test(.promises("26.5"), arguments: RuntimeUnderTest.all)
  func anInputAlwaysHasRoom(_ runtime: RuntimeUnderTest) async throws {
    let host = TypingHost()
    var options = host.options
    options.mailbox = .bounded(1, .dropNewest)
    let running = typed.start(on: runtime, options: options)
    running.suspend()
    #expect(running.emit("a") == .accepted)
    for input in [1, 2] as [UInt64] { #expect(running.loop.enter(input) == .accepted) }
    #expect(running.emit("b") == .dropped(.full))
    running.resume()
    #expect(try await running.settled() == ["a", "key 1 after 1", "key 2 after 2"])
  }

  /// What a host keeps changes under the lock of the state.
  @Test(.promises("26.7"), arguments: RuntimeUnderTest.all)
  func readersFindTheStateAndItsHostInAccord(_ runtime: RuntimeUnderTest) async throws {
    let host = TypingHost { input, _ in input % 2 == 0 ? "\(input)" : nil }
    let running = typed.start(on: runtime, options: host.options)
    let differences = Atomic(0)
    await onThreads(4) { thread in
      for number in 0..<200 {
        if thread == 0 {
          _ = running.loop.enter(UInt64(number))
        } else {
          let (keys, taken, even) = running.loop.read {
            ($0.address(of: [String].self).value.count, host.taken, host.reduced)
          }
          if keys != even || taken < even { differences.wrappingAdd(1, ordering: .relaxed) }
        }
      }
    }
    await running.idle()
    #expect(differences.load(ordering: .relaxed) == 0)
    #expect(host.taken == 200 && running.state.count == 100)
  }

  private var typed: Spin<[String], String> {
    Spin(initialState: []) { Reducer { keys, event in keys.append(event) } }
  }
}

/// A host whose inputs are keys.
private final class TypingHost: LoopHost {
  let closureUnderWay: String? = nil

  private let meaning: @Sendable (UInt64, [String]) -> String?
  /// The length of the state after each step, and whether the step made a transition.
  let steps = Transcript<String>()
  let dropped = Transcript<String>()
  nonisolated(unsafe) private(set) var taken = 0
  nonisolated(unsafe) private(set) var reduced = 0
  nonisolated(unsafe) private var isInput = false
  // Guard: the lock of the state; `isInput` the loop.

  init(
    _ meaning: @escaping @Sendable (UInt64, [String]) -> String? = { "key \($0) after \($1.count)" }
  ) {
    self.meaning = meaning
  }

  var options: RunOptions<[String], String> {
    var options = RunOptions<[String], String>()
    options.host = self
    return options
  }

  func event(of input: UInt64, in state: StatePlace, movingTo place: EventPlace) -> InputMeaning {
    isInput = true
    let keys = state.address(of: [String].self).value
    guard let event = meaning(input, keys) else { return .noEvent }
    place.initialize(to: event)
    return .event
  }

  func droppedEvent() { dropped("repeat") }

  func dropped(_ input: UInt64) { dropped("\(input)") }

  func reduce(
    _ state: StatePlace, _ event: EventPlace, by reducer: (StatePlace, EventPlace) -> Void
  ) {
    reducer(state, event)
    reduced += 1
    change(beside: state)
  }

  func change(beside state: StatePlace) {
    if isInput { taken += 1 }
    isInput = false
  }

  func stepped(to state: StatePlace, isTransition: Bool) {
    steps("\(state.address(of: [String].self).value.count) \(isTransition)")
  }
}
