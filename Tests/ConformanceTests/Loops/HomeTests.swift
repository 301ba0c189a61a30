import Dispatch
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import SpinTesting
import Synchronization
import Testing

/// Clause 11, where code emits that runs where the loop makes its steps.
@MainActor @Suite(.timeLimit(.minutes(5)))
struct HomeTests {
  /// A runtime on the main queue that counts the turns that it is given.
  struct Home: SpinRuntime, CustomStringConvertible {
    final class Count: Sendable {
      let turns = Atomic(0)
    }

    let description: String
    let base: any SpinRuntime
    let count = Count()

    var isolation: LoopIsolation { base.isolation }
    var scheduler: any SpinScheduler { base.scheduler }
    var turns: Int { count.turns.load(ordering: .relaxed) }

    func isIsolatingCurrentContext() -> Bool? { base.isIsolatingCurrentContext() }

    func schedule(_ turn: Turn) {
      count.turns.add(1, ordering: .relaxed)
      base.schedule(turn)
    }

    func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
      base.start(body, on: executor)
    }
  }

  enum Place: String, CaseIterable {
    case mainActor, mainQueue

    func callAsFunction() -> Home {
      switch self {
      case .mainActor: Home(description: rawValue, base: .mainActor)
      case .mainQueue: Home(description: rawValue, base: .callbacks(on: .main))
      }
    }
  }

  nonisolated static let list = Spin<[Int], Int>(initialState: []) {
    Reducer { list, number in list.append(number) }
  }

  /// The time of slices stands still, so that one is long enough for all.
  nonisolated static func unhurried<State, Event>() -> RunOptions<State, Event> {
    var options = RunOptions<State, Event>()
    options.sliceTime = { 1 }
    return options
  }

  @Test(.promises("11.6"), arguments: Place.allCases)
  func anEmitAtHomeMakesItsStep(_ place: Place) async throws {
    let (home, seen) = (place(), Transcript<[Int]>())
    let running = Self.list.start(on: home) { seen($0.state) }
    for number in 1...100 {
      #expect(running.emit(number) == .accepted)
      #expect(running.state.last == number && running.state.count == number)
    }
    // The first turn that `start` asked for, and which `emit` made.
    #expect(home.turns == 1)
    #expect(try await running.settled() == Array(1...100))
    #expect(seen.entries == (0...100).map { Array(1..<$0 + 1) })
    await running.end()
  }

  @Test(.promises("11.6"), arguments: Place.allCases)
  func anEmitOfAPartAtHomeMakesItsStep(_ place: Place) async {
    let spin = Spin<[String: Int], (String, Int)>(initialState: [:]) {
      Reducer { numbers, event in numbers[event.0, default: 0] += event.1 }
    }
    let running = spin.start(on: place())
    let part = running.scope(state: { $0["a"] }, event: { ("a", $0) })
    part.emit(1)
    part.emit(2)
    #expect(part.state == 3 && running.state == ["a": 3])
    await running.end()
  }

  /// A turn is due by then, which another thread has asked for.
  @Test(.promises("11.6"), arguments: Place.allCases)
  func anEmitAtHomeMakesTheStepsThatWaitBeforeItsOwn(_ place: Place) async throws {
    let home = place()
    let running = Self.list.start(on: home, options: Self.unhurried())
    try await running.settled()
    let before = home.turns
    for round in 0..<10 {
      onThreadBlocking { for number in 1...3 { running.emit(10 * round + number) } }
      #expect(running.state.count == 4 * round)
      running.emit(10 * round + 4)
      #expect(running.state.suffix(4) == [1, 2, 3, 4].map { 10 * round + $0 })
    }
    // The main actor has not begun the first of these turns yet, so it serves for all.
    #expect(home.turns == before + 1)
    #expect(try await running.settled().count == 40)
    await running.end()
  }

  /// So does every consequence of it that needs no other work.
  @Test(.promises("11.6"), arguments: Place.allCases)
  func immediateEventsFollowAnEmitAtHome(_ place: Place) async {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 % 3 != 0 }) { _ in .just(1) }
      Reducer { sum, number in sum += number }
    }
    let running = spin.start(on: place(), options: Self.unhurried())
    running.emit(1)
    #expect(running.state == 3)
    await running.end()
  }

  @Test(.promises("11.7"), arguments: Place.allCases)
  func anEmitAtHomeMakesOneSliceAtMost(_ place: Place) async throws {
    let time = Atomic<UInt64>(1)
    let spin = Spin<[Int], Int>(initialState: []) {
      Reducer { list, number in
        time.add(500_000, ordering: .relaxed)
        list.append(number)
      }
    }
    var options = RunOptions<[Int], Int>()
    options.sliceTime = { time.load(ordering: .relaxed) }
    let running = spin.start(on: place(), options: options)
    onThreadBlocking { for number in 1...1_000 { running.emit(number) } }
    running.emit(0)
    #expect((1...40).contains(running.state.count))
    running.emit(-1)
    #expect(running.state.count < 100)
    #expect(try await running.settled() == Array(1...1_000) + [0, -1])
    await running.end()
  }

  /// The first entry is taken before the clock is read, the second one tells that entries are slow.
  @Test(.promises("11.7"), arguments: Place.allCases)
  func anEmitAtHomeMakesTwoSlowStepsAtMost(_ place: Place) async throws {
    let time = Atomic<UInt64>(1)
    let spin = Spin<Int, Int>(initialState: 0) {
      Reducer { count, step in
        time.add(20_000_000, ordering: .relaxed)
        count += step
      }
    }
    var options = RunOptions<Int, Int>()
    options.sliceTime = { time.load(ordering: .relaxed) }
    let running = spin.start(on: place(), options: options)
    onThreadBlocking { for _ in 1...20 { running.emit(1) } }
    running.emit(1)
    #expect(running.state <= 2)
    #expect(try await running.settled() == 21)
    await running.end()
  }

  @Test(.promises("11.8"), arguments: Place.allCases)
  func insideAClosureOfALoopAnEmitAtHomeOnlyEnqueues(_ place: Place) async throws {
    let other = Self.list.start(on: place(), options: Self.unhurried())
    let seen = Transcript<[Int]>()
    let running = Self.list.start(on: place()) { transition in
      guard let number = transition.state.last else { return }
      other.emit(number)
      seen(other.state)
    }
    running.emit(1)
    running.emit(2)
    #expect(seen.entries == [[], []])
    other.emit(3)
    #expect(other.state == [1, 2, 3])
    await running.end()
    await other.end()
  }

  @Test(.promises("11.8"), arguments: Place.allCases)
  func elsewhereAnEmitOnlyEnqueues(_ place: Place) async throws {
    let running = Self.list.start(on: place())
    try await running.settled()
    let seen = Transcript<[Int]>()
    onThreadBlocking {
      running.emit(1)
      seen(running.state)
    }
    #expect(seen.entries == [[]] && running.state == [])
    #expect(try await running.settled() == [1])
    await running.end()
  }

  @Test(.promises("11.4"), arguments: Place.allCases)
  func atHomeClosuresSeeTheTaskThatEmits(_ place: Place) async throws {
    let seen = Transcript<Bool>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Reducer { sum, number in
        seen(Task.isCancelled)
        sum += number
      }
    }
    let running = spin.start(on: place())
    await Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      running.emit(1)
    }.value
    #expect(running.state == 1 && seen.entries == [true])
    await running.end()
  }

  @Test(arguments: Place.allCases)
  func aSuspendedLoopMakesNoStepAtHome(_ place: Place) async throws {
    let running = Self.list.start(on: place(), options: Self.unhurried())
    running.emit(1)
    running.suspend()
    running.emit(2)
    #expect(running.state == [1])
    running.resume()
    running.emit(3)
    #expect(running.state == [1, 2, 3])
    await running.end()
  }

  @Test(arguments: Place.allCases)
  func aBoundIsNotReachedAtHome(_ place: Place) async throws {
    let running = Self.list.start(
      on: place(), options: RunOptions(mailbox: .bounded(2, .dropNewest)))
    for number in 1...5 { #expect(running.emit(number) == .accepted) }
    #expect(running.state == [1, 2, 3, 4, 5])
    running.suspend()
    #expect((6...8).map { running.emit($0) } == [.accepted, .accepted, .dropped(.full)])
    running.resume()
    try await running.settled()
    #expect(running.state == [1, 2, 3, 4, 5, 6, 7])
    await running.end()
  }

  /// Nothing is at the runtime that would keep it but the turn that was due.
  @Test(arguments: Place.allCases)
  func aLoopThatEndsAtHomeIsLetGo(_ place: Place) async throws {
    final class Marker: Sendable {}
    weak var marker: Marker?
    do {
      let kept = Marker()
      marker = kept
      let spin = Spin<Int, Int>(initialState: 0) {
        Reducer { sum, number in
          sum += withExtendedLifetime(kept) { number }
        }
      }
      let running = spin.start(on: place())
      running.emit(1)
      running.stop()
      #expect(running.emit(2) == .dropped(.stopped))
      await running.finished()
    }
    // The turn that `start` asked for is behind this one.
    await Task { @MainActor in }.value
    await onMainQueue()
    #expect(marker == nil)
  }

  private func onMainQueue() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }

  /// Each event is reduced once, and those of a thread in order.
  @Test(.promises("11.6"), arguments: Place.allCases)
  func threadsThatEmitMeetAMainActorThatEmits(_ place: Place) async throws {
    let running = Self.list.start(on: place(), options: Self.unhurried())
    let (threads, count) = (3, 300)
    async let others: Void = onThreads(threads) { thread in
      for number in 0..<count { running.emit((thread + 1) * 1_000 + number) }
    }
    for number in 0..<count {
      running.emit(number)
      #expect(running.state.contains(number))
      if number % 50 == 0 { await Task.yield() }
    }
    await others
    let state = try await running.settled()
    #expect(state.count == (threads + 1) * count)
    for thread in 0...threads {
      let own = state.filter { $0 / 1_000 == thread }
      #expect(own == (0..<count).map { thread * 1_000 + $0 })
    }
    await running.end()
  }
}
