import Dispatch
import SpinAsync
import SpinCallbacks
import SpinCombine
import Testing

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

/// Publishers of states, on the thread of the test.
struct PublisherTests {
  static let adding = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }

  @Test func aSubscriberGetsTheNewestStateAllLaterOnesAndTheEnd() {
    let running = Self.adding.start(on: .callersThread)
    running.emit(1)
    let log = Transcript<String>()
    let subscription = running.publisher.sink(
      receiveCompletion: { log.add("\($0)") }, receiveValue: { log.add("\($0)") })
    for number in [2, 3] { running.emit(number) }
    running.stop()
    #expect(log.all == ["1", "3", "6", "finished"])
    subscription.cancel()
  }

  @Test func aCancelledSubscriptionHearsNothing() {
    let running = Self.adding.start(on: .callersThread)
    let log = Transcript<Int>()
    let subscription = running.publisher.sink { log.add($0) }
    running.emit(1)
    subscription.cancel()
    running.emit(2)
    #expect(log.all == [0, 1])
  }

  @Test func aSubscriberThatAsksForLessGetsTheNewestStateWithItsNextRequest() {
    let running = Self.adding.start(on: .callersThread)
    let slow = Slow()
    running.publisher.subscribe(slow)
    slow.request()
    for number in [1, 2] { running.emit(number) }
    slow.request()
    #expect(slow.log.all == [0, 3])
    slow.subscription?.cancel()
  }

  @Test func aPublisherDoesNotKeepTheLoopAlive() {
    let log = Transcript<String>()
    var running: RunningSpin<Int, Int>? = Self.adding.start(on: .callersThread)
    let publisher = running?.publisher
    let subscription = publisher?.sink(
      receiveCompletion: { log.add("\($0)") }, receiveValue: { log.add("\($0)") })
    running = nil
    #expect(log.all == ["0", "finished"])
    let late = publisher?.sink(
      receiveCompletion: { log.add("late \($0)") }, receiveValue: { log.add("late \($0)") })
    #expect(log.all == ["0", "finished", "late finished"])
    withExtendedLifetime((subscription, late)) {}
  }

  @Test func afterTheStopAPublisherHasTheLastStateAndItsEnd() {
    let running = Self.adding.start(on: .callersThread)
    running.emit(1)
    running.stop()
    let log = Transcript<String>()
    let subscription = running.publisher.sink(
      receiveCompletion: { log.add("\($0)") }, receiveValue: { log.add("\($0)") })
    #expect(log.all == ["1", "finished"])
    subscription.cancel()
  }

  @Test func aSubscriberMayCancelWhileItGetsAState() {
    let running = Self.adding.start(on: .callersThread)
    let slow = Slow(cancelsAt: 3)
    running.publisher.subscribe(slow)
    slow.request(.unlimited)
    for number in [1, 2, 3] { running.emit(number) }
    #expect(slow.log.all == [0, 1, 3])
    running.stop()
    #expect(!slow.hasCompleted)
  }

  /// A subscriber on another runtime gets each state, in order.
  @Test func noStateIsLostOnTheWayFromAnotherThread() async throws {
    for runtime in runtimes {
      let log = Transcript<Int>()
      let ended = Gate()
      let running = Self.adding.start(on: runtime)
      let subscription = running.publisher.sink(
        receiveCompletion: { _ in ended.open() }, receiveValue: { log.add($0) })
      for _ in 1...100 { running.emit(1) }
      #expect(try await running.settled() == 100)
      running.stop()
      await ended.wait()
      let first = try #require(log.all.first)
      #expect(log.all == Array(first...100))
      subscription.cancel()
    }
  }

  @Test func aCancelledSubscriptionKeepsNoState() {
    final class Payload: Sendable {}
    let spin = Spin<Payload, Void>(initialState: Payload()) {
      Reducer { state, _ in state = Payload() }
    }
    let running = spin.start(on: .callersThread)
    running.emit(())  // The definition keeps the initial state.
    weak let first = running.state
    let subscription = running.publisher.sink { _ in }
    subscription.cancel()
    running.emit(())
    #expect(first == nil)
    running.stop()
  }

  /// Delivered states stayed in memory for as long as others waited.
  @Test func aDeliveredStateIsReleasedWhileOthersWait() {
    final class Payload: Sendable {}
    struct Numbered: Sendable {
      var number = 0
      let payload = Payload()
    }
    struct Reference { weak var payload: Payload? }
    let spin = Spin<Numbered, Int>(initialState: Numbered()) {
      Feedback(filteredBy: { $0.number < 5 }) { _ in Just(1) }
      Reducer { $0 = Numbered(number: $0.number + $1) }
    }
    var delivered: [Reference] = []
    let slow = Slow()
    AnyPublisher.stream(from: spin, on: .callersThread)
      .map { state in
        delivered.append(Reference(payload: state.payload))
        return state.number
      }
      .subscribe(slow)
    for _ in 0...3 { slow.request() }
    #expect(slow.log.all == [0, 1, 2, 3])
    // The definition keeps the initial state.
    #expect(delivered.dropFirst().allSatisfy { $0.payload == nil })
    slow.request(.unlimited)
    #expect(slow.log.all == [0, 1, 2, 3, 4, 5])
    slow.subscription?.cancel()
  }

  @Test func aStreamStartsALoopForEachSubscriberAndStopsItWithTheSubscription() {
    let log = Transcript<String>()
    let observer = Observer<Int, Int>({ _ in log.add("start") }, atEnd: { log.add("end") })
    let stream = AnyPublisher.stream(
      from: Self.adding, on: .callersThread, options: RunOptions(observers: [observer]))
    #expect(log.all.isEmpty)
    let subscriptions = (1...2).map { number in stream.sink { log.add("\(number): \($0)") } }
    #expect(log.all == ["start", "1: 0", "start", "2: 0"])
    for subscription in subscriptions { subscription.cancel() }
    #expect(log.all.suffix(2) == ["end", "end"])
  }

  @Test func aStreamHasAllStatesOnEachRuntime() async {
    for runtime in runtimes {
      let (seen, log, met) = (Transcript<[Int]>(), Transcript<[Int]>(), Gate())
      let observer = Observer<Levels, SpinCombineTests.Event> { transition in
        seen.add([transition.state.left, transition.state.right])
      }
      let stream = AnyPublisher.stream(
        from: levels, on: runtime, options: RunOptions(observers: [observer]))
      let subscription = stream.sink { levels in
        log.add([levels.left, levels.right])
        if levels.left == levels.right { met.open() }
      }
      await met.wait()
      // Each level has made five steps.
      #expect(log.all.first == [10, 20])
      #expect(log.all.prefix(11) == seen.all.prefix(11))
      subscription.cancel()
    }
  }

  @Test func aStreamKeepsTheStatesThatASubscriberHasNotRequested() {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 < 5 }) { _ in Just(1) }
      Reducer { $0 += $1 }
    }
    let slow = Slow()
    AnyPublisher.stream(from: spin, on: .callersThread).subscribe(slow)
    for _ in 0...2 { slow.request() }
    #expect(slow.log.all == [0, 1, 2])
    slow.request(.unlimited)
    #expect(slow.log.all == [0, 1, 2, 3, 4, 5])
    slow.subscription?.cancel()
  }

  @Test func statesAndRequestsMayComeFromDifferentThreads() async {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 < 1_000 }) { _ in Just(1) }
      Reducer { $0 += $1 }
    }
    for runtime in runtimes {
      let distant = Distant(last: 1_000)
      AnyPublisher.stream(from: spin, on: runtime).subscribe(distant)
      await distant.hasAll.wait()
      #expect(distant.log.all == Array(0...1_000))
    }
  }

  /// Calls of a subscriber neither overlap nor overtake each other.
  @Test func aStateThatComesDuringADeliveryIsTheNextOne() {
    let running = Self.adding.start(on: .callersThread)
    let log = Transcript<String>()
    let subscription = running.publisher.sink { state in
      log.add("+\(state)")
      if state < 2 { running.emit(1) }
      log.add("-\(state)")
    }
    #expect(log.all == ["+0", "-0", "+1", "-1", "+2", "-2"])
    subscription.cancel()
  }

  /// A loop that was told to stop may still make a step, whose state is the last one.
  @Test func whoSubscribesDuringTheLastStepGetsItsState() async {
    let (isTaken, taken) = AsyncStream.makeStream(of: Void.self)
    let goOn = DispatchSemaphore(value: 0)
    let monitor = Monitor<Int, Int> { fact in
      if case .taken = fact.fact {
        taken.yield()
        goOn.wait()
      }
    }
    let running = Self.adding.start(on: .callbacks, options: RunOptions(monitors: [monitor]))
    running.emit(1)
    for await _ in isTaken { break }
    running.stop()
    let (log, ended) = (Transcript<Int>(), Gate())
    let subscription = running.publisher.sink(
      receiveCompletion: { _ in ended.open() }, receiveValue: { log.add($0) })
    goOn.signal()
    await ended.wait()
    #expect(log.all == [1])
    subscription.cancel()
  }

  @Test func theEndWaitsUntilTheLastStateIsRequested() {
    let running = Self.adding.start(on: .callersThread)
    let slow = Slow()
    running.publisher.subscribe(slow)
    slow.request()
    running.emit(1)
    running.stop()
    #expect(slow.log.all == [0] && !slow.hasCompleted)
    slow.request()
    #expect(slow.log.all == [0, 1] && slow.hasCompleted)
  }

  /// A subscriber that requests values by hand.
  private final class Slow: Subscriber {
    let log = Transcript<Int>()
    private(set) var subscription: (any Subscription)?
    private(set) var hasCompleted = false
    private let last: Int?

    init(cancelsAt last: Int? = nil) { self.last = last }

    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ input: Int) -> Subscribers.Demand {
      log.add(input)
      if input == last { subscription?.cancel() }
      return .none
    }
    func receive(completion: Subscribers.Completion<Never>) { hasCompleted = true }
    func request(_ demand: Subscribers.Demand = .max(1)) { subscription?.request(demand) }
  }

  /// A subscriber that requests each value from another thread, and cancels after the last one.
  private final class Distant: Subscriber {
    let log = Transcript<Int>()
    let hasAll = Gate()
    private let queue = DispatchQueue(label: "distant")
    private var subscription: (any Subscription)?
    private let last: Int

    init(last: Int) { self.last = last }

    func receive(subscription: any Subscription) {
      self.subscription = subscription
      request()
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      log.add(input)
      if input < last {
        request()
      } else {
        subscription?.cancel()
        hasAll.open()
      }
      return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}

    private func request() {
      nonisolated(unsafe) let subscription = subscription
      queue.async { subscription?.request(.max(1)) }
    }
  }
}
