import Logging
import ServiceLifecycle
import SpinAsync
import SpinCallbacks
import SpinDurable
import SpinServiceLifecycle
import SpinTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SpinServiceTests {
  typealias Event = Orders.Event

  /// Each order takes a second.
  private static let orders = Spin<Orders, Event>(initialState: Orders(open: [1, 2])) {
    Feedback(forEach: \.open) { .after(.seconds(1), .done($0)) }
    Reducer { orders, event in
      switch event {
      case .order(let id): if !orders.isStopping { orders.open.append(id) }
      case .done(let id): orders.open.removeAll { $0 == id }
      case .terminate: orders.isStopping = true
      }
    }
  }

  enum Place: CaseIterable, Sendable {
    case tasks, queue, callersThread

    func runtime(_ scheduler: any SpinScheduler) -> any SpinRuntime {
      switch self {
      case .tasks: AsyncRuntime(scheduler: scheduler)
      case .queue: CallbackRuntime(scheduler: scheduler)
      case .callersThread: CallbackRuntime.callersThread(scheduler: scheduler)
      }
    }
  }

  /// The events that a loop has reduced, in order.
  private final class Seen: Sendable {
    let events = Mutex<[Event]>([])
    private let (arrivals, arrive) = AsyncStream<Event>.makeStream()

    func take(_ event: Event) {
      events.withLock { $0.append(event) }
      arrive.yield(event)
    }

    var observer: Observer<Orders, Event> {
      Observer { if let event = $0.event { self.take(event) } }
    }

    func wait(for event: Event) async {
      for await arrived in arrivals where arrived == event { return }
    }
  }

  /// A group with one service, which reports when it runs: a group ignores a shutdown before that.
  private struct Group: Sendable {
    private struct Begins: Service {
      let service: any Service
      let begin: AsyncStream<Void>.Continuation

      func run() async throws {
        begin.yield()
        try await service.run()
      }
    }

    private let group: ServiceGroup
    private let begins: AsyncStream<Void>

    init(_ service: any Service) {
      let (begins, begin) = AsyncStream<Void>.makeStream()
      self.begins = begins
      group = ServiceGroup(
        configuration: ServiceGroupConfiguration(
          services: [
            .init(
              service: Begins(service: service, begin: begin),
              successTerminationBehavior: .gracefullyShutdownGroup)
          ],
          logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    }

    func run() async throws { try await group.run() }

    func shutDown() async {
      for await _ in begins { break }
      await group.triggerGracefulShutdown()
    }
  }

  @Test(arguments: Place.allCases)
  func aGracefulShutdownIsAnEventAndTheLoopTakesItsTime(_ place: Place) async throws {
    let (time, seen) = (ManualScheduler(), Seen())
    let running = Self.orders.start(
      on: place.runtime(time), options: RunOptions(observers: [seen.observer]))
    let group = Group(SpinService(running, onGracefulShutdown: .terminate))
    async let run: Void = group.run()
    await group.shutDown()
    await seen.wait(for: .terminate)
    running.emit(.order(3))
    await running.idle()
    // Had the service ended with the event, the loop would have stopped.
    #expect(!running.isStopped)
    time.advance(by: .seconds(1))
    try await run
    #expect(seen.events.withLock { $0 } == [.terminate, .order(3), .done(1), .done(2)])
    #expect(running.isStopped)
  }

  @Test func aServiceThatIsSettledWaitsForTheShutdown() async throws {
    let seen = Seen()
    let spin = Spin<Orders, Event>(initialState: Orders()) { Reducer { _, _ in } }
    let running = spin.start(on: .async, options: RunOptions(observers: [seen.observer]))
    let group = Group(SpinService(running, onGracefulShutdown: .terminate))
    async let run: Void = group.run()
    try await running.settled()
    for id in 0..<10 { try await running.send(.order(id)) }
    await group.shutDown()
    try await run
    #expect(seen.events.withLock { $0 } == (0..<10).map(Event.order) + [.terminate])
  }

  @Test(arguments: Place.allCases)
  func aStateThatIsReachedEndsTheService(_ place: Place) async throws {
    let (time, seen) = (ManualScheduler(), Seen())
    let service = SpinService(
      Self.orders, on: place.runtime(time), onGracefulShutdown: .terminate,
      until: .reached(\.open.isEmpty), options: RunOptions(observers: [seen.observer]))
    async let run: Void = Group(service).run()
    try await time.untilAlarms(2)
    time.advance(by: .seconds(1))
    try await run
    #expect(seen.events.withLock { $0 } == [.done(1), .done(2)])
  }

  /// On the caller's thread, the state is gone when the loop has started.
  @Test(arguments: Place.allCases)
  func aStateThatIsReachedAtOnceEndsTheService(_ place: Place) async throws {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 < 5 }) { _ in .just(1) }
      Reducer { $0 += $1 }
    }
    let service = SpinService(
      spin, on: place.runtime(ManualScheduler()), onGracefulShutdown: 0, until: .reached { $0 == 3 }
    )
    try await Group(service).run()
  }

  @Test func whoeverStopsTheLoopEndsTheService() async throws {
    let running = Self.orders.start(on: .callbacks(scheduler: ManualScheduler()))
    let service = SpinService(running, onGracefulShutdown: .terminate, until: .stopped)
    async let run: Void = Group(service).run()
    running.stop()
    try await run
  }

  /// Otherwise a program would end with success after it has lost events.
  @Test func aLoopThatLosesItsStoreEndsTheServiceWithTheError() async throws {
    let (store, spin) = (MemoryStore(), Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } })
    let running = try await spin.open("sum", in: store, on: .async)
    let service = SpinService(running, onGracefulShutdown: 0)
    let run = Task { try await Group(service).run() }
    store.failNext(with: EventStoreError(.unavailable, "The disk is full."))
    running.emit(1)
    await #expect(throws: NotDurable.self) { try await run.value }
  }

  /// The event of the shutdown is the one that is lost, so the condition `.stopped` must not hide it.
  @Test func aShutdownThatCannotBeKeptEndsTheServiceWithTheError() async throws {
    let (store, spin) = (MemoryStore(), Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } })
    let running = try await spin.open("sum", in: store, on: .async)
    let group = Group(SpinService(running, onGracefulShutdown: 0, until: .stopped))
    let run = Task { try await group.run() }
    store.failNext(with: EventStoreError(.unavailable, "The disk is full."))
    await group.shutDown()
    await #expect(throws: NotDurable.self) { try await run.value }
  }

  @Test(arguments: [true, false])
  func aCancellationStopsTheLoopAtOnce(isRegular: Bool) async throws {
    let (begins, begin) = AsyncStream<Void>.makeStream()
    let cancelled = Mutex(0)
    let spin = Spin<Orders, Event>(initialState: Orders()) {
      Feedback(while: { _ in true }) {
        .run { _ in
          begin.yield()
          try? await Task.sleep(for: .seconds(3600))
          cancelled.withLock { $0 += Task.isCancelled ? 1 : 0 }
        }
      }
      Reducer { orders, event in orders.isStopping = event == .terminate }
    }
    let service = SpinService(
      spin, on: .async, onGracefulShutdown: .terminate, until: isRegular ? .stopped : .settled)
    let task = Task { try await service.run() }
    for await _ in begins { break }
    task.cancel()
    let result = await task.result
    if isRegular {
      #expect(throws: Never.self) { try result.get() }
    } else {
      #expect(throws: CancellationError.self) { try result.get() }
    }
    #expect(cancelled.withLock { $0 } == 1)
  }

  @Test(arguments: [true, false])
  func anEventThatTheMailboxDropsIsEmittedAgain(isReplaced: Bool) async throws {
    let (seen, dropped) = (Seen(), AsyncStream<Event>.makeStream())
    let spin = Spin<Orders, Event>(initialState: Orders()) { Reducer { _, _ in } }
    let options = RunOptions<Orders, Event>(
      observers: [seen.observer],
      mailbox: .bounded(1, isReplaced ? .coalesce { _ in 0 } : .dropNewest),
      onDrop: { dropped.continuation.yield($0.event) })
    let running = spin.start(on: .callbacks, options: options)
    try await running.settled()
    running.suspend()
    running.emit(.order(1))
    let group = Group(SpinService(running, onGracefulShutdown: .terminate))
    async let run: Void = group.run()
    await group.shutDown()
    var drops = dropped.stream.makeAsyncIterator()
    if isReplaced {
      // The event is in the mailbox when it has taken the place of the first one.
      #expect(await drops.next() == .order(1))
      running.emit(.order(2))
    }
    #expect(await drops.next() == .terminate)
    running.resume()
    try await run
    #expect(seen.events.withLock { $0 } == [.order(isReplaced ? 2 : 1), .terminate])
  }
}
