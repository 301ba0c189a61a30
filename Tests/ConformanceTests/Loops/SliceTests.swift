import Dispatch
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Synchronization
import Testing

/// Clause 25: slices of turns, on runtimes that share a queue.
///
/// The time of the slices is that of the test, and passes only in reducers: 0.2 ms for each event.
extension Conformance {
  /// The time that reducers have taken, in nanoseconds.
  private final class Labour: Sendable {
    private let nanoseconds = Atomic<UInt64>(1)

    var time: @Sendable () -> UInt64 { { self.nanoseconds.load(ordering: .relaxed) } }

    func work() { nanoseconds.wrappingAdd(200_000, ordering: .relaxed) }

    /// Options for a run whose slices this time measures.
    func options<State, Event>(
      _ observe: (@Sendable (Transition<State, Event>) -> Void)? = nil
    ) -> RunOptions<State, Event> {
      var options = RunOptions<State, Event>(observers: observe.map { [Observer($0)] } ?? [])
      options.sliceTime = time
      return options
    }
  }

  /// A loop that occupies its runtime until it is released.
  private struct Occupation {
    let running: RunningSpin<Int, Int>
    private let goOn: Gate

    init(_ runtime: any SpinRuntime) async throws {
      let (isBusy, goOn) = (Gate(), Gate())
      let spin = Spin<Int, Int>(initialState: 0) {
        Reducer { _, _ in
          isBusy.open()
          goOn.waitBlocking()
        }
      }
      running = spin.start(on: runtime)
      self.goOn = goOn
      try await running.settled()
      // From a thread of its own, in case the emitter makes the step.
      await onThread { [running] in _ = running.emit(1) }
      await isBusy.wait()
    }

    func end() async {
      goOn.open()
      await running.end()
    }
  }

  @Test(.promises("25.2", "25.5"), arguments: RuntimeUnderTest.all.filter { $0.takesTurnsInOrder })
  func eachLoopOfAQueueGetsASliceBeforeAnyGetsItsSecond(_ runtime: RuntimeUnderTest) async throws {
    let (log, labour, shared) = (Transcript<String>(), Labour(), runtime())
    let occupation = try await Occupation(shared)
    let loops = ["a", "b", "c"].map { name in
      let spin = Spin<Int, Int>(initialState: 0) {
        Reducer { count, _ in
          log(name)
          labour.work()
          count += 1
        }
      }
      let running = spin.start(on: shared, options: labour.options())
      for number in 0..<12 { running.emit(number) }
      return running
    }
    await occupation.end()
    for running in loops {
      #expect(try await running.settled() == 12)
      await running.end()
    }
    let length = log.entries.firstIndex { $0 != "a" } ?? 0
    #expect(length == 5 || runtime.description == "a thread that runs turns in slices")
    var expected: [String] = []
    for start in stride(from: 0, to: 12, by: length) {
      for name in ["a", "b", "c"] {
        expected += Array(repeating: name, count: min(length, 12 - start))
      }
    }
    #expect(log.entries == expected)
  }

  /// The runtimes on a serial queue of the user.
  private static let onGivenQueues: [(name: String, DispatchQueue, any SpinRuntime)] = {
    let first = DispatchQueue(label: "first")
    let second = DispatchQueue(label: "second")
    return [
      ("callbacks on a queue", first, CallbackRuntime(on: first)),
      ("callbacks on the main queue", .main, CallbackRuntime(on: .main)),
      ("tasks on a queue", second, AsyncRuntime(executor: .queue(second))),
      ("tasks on the main actor", .main, MainActorRuntime()),
    ]
  }()

  /// Starts a loop, and has a queue do other work behind the loop's first turn.
  ///
  /// - Returns: What the loop and the other work have written into the log.
  private func log<State>(
    of spin: Spin<State, Int>, beside labour: Labour, on runtime: any SpinRuntime,
    _ queue: DispatchQueue
  ) async throws -> [String] {
    let (log, isBusy, goOn) = (Transcript<String>(), Gate(), Gate())
    queue.async {
      isBusy.open()
      goOn.waitBlocking()
    }
    await isBusy.wait()
    let options = labour.options { (transition: Transition<State, Int>) in
      log("\(transition.number)")
    }
    let running = spin.start(on: runtime, options: options)
    queue.async { log("other") }
    goOn.open()
    try await running.settled()
    try await log.until("other")
    await running.end()
    return log.entries
  }

  @Test(.promises("25.1", "25.6"), arguments: 0..<4)
  func otherWorkOfAQueueRunsBetweenTheSlicesOfALoop(_ row: Int) async throws {
    let (_, queue, runtime) = Self.onGivenQueues[row]
    let labour = Labour()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback { $0 < 12 ? .just(1) : .none }
      Reducer { count, step in
        labour.work()
        count += step
      }
    }
    #expect(
      try await log(of: spin, beside: labour, on: runtime, queue)
        == (0...5).map { "\($0)" } + ["other"] + (6...12).map { "\($0)" })
  }

  @Test(.promises("25.6"), arguments: 0..<4)
  func otherWorkOfAQueueRunsBetweenTheEffectsOfALoop(_ row: Int) async throws {
    let (_, queue, runtime) = Self.onGivenQueues[row]
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback { count in count < 100 ? .run { 1 } : .none }
      Reducer { count, step in count += step }
    }
    let entries = try await log(of: spin, beside: Labour(), on: runtime, queue)
    #expect(entries.prefix(2) == ["0", "other"])
  }

  /// The turn begins in the task of a body, and its rest goes on elsewhere or later.
  @Test(.promises("25.8"), arguments: RuntimeUnderTest.all)
  func aTurnThatABodyHasBegunComesToItsEndInSlices(_ runtime: RuntimeUnderTest) async throws {
    let labour = Labour()
    let goOn = Gate()
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in
        .run {
          await goOn.wait()
          return 0
        }
      }
      Feedback(filteredBy: { $0.count == 1 }) { _ in
        .merge((1...20).map { .just($0) } + [.run { 21 }])
      }
      .strategy(.continueOnNewState)
      Reducer { numbers, number in
        labour.work()
        numbers.append(number)
      }
    }
    let running = spin.start(on: runtime, options: labour.options())
    await running.idle()
    goOn.open()
    #expect(try await running.settled() == Array(0...21))
  }

  @Test(.promises("25.2", "25.3", "25.7"))
  func aSlowReducerEndsItsSliceByTheClockOfTheMachine() {
    let log = Transcript<String>()
    let held = HeldRuntime(SlicingRuntime(limit: .max, log: log), turns: true)
    let spin = Spin<Events, String>(initialState: []) {
      Reducer { events, event in
        let begin = ContinuousClock.now
        while ContinuousClock.now - begin < .milliseconds(2) {}
        events.append(event)
      }
    }
    let running = spin.start(on: held) { log($0.event ?? "0") }
    for number in 1...3 { running.emit("\(number)") }
    held.release()
    #expect(log.entries.joined(separator: " ") == "0 1 | 2 | 3 |")
  }
}
