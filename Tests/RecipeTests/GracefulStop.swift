import Foundation
import RecipeSupport
import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

/// One test at a time, because a signal is heard by everybody who listens, and no signal that other tests
/// use.
@Suite(.serialized)
struct GracefulStop {
  // snippet.state
  struct Service: Codable, Equatable, Sendable {
    enum Event: Equatable, Sendable { case order(Int), done(Int), failed(Int), terminate }
    var open: [Int] = [], done: Set<Int> = [], failed: Set<Int> = [], isStopping = false

    /// The saved part of the state: the next process is not stopping.
    private enum CodingKeys: CodingKey { case open, done, failed }

    mutating func reduce(_ event: Event) {
      switch event {
      case .order(let id): if !isStopping && !has(id) { open.append(id) }
      case .done(let id):
        open.removeAll { $0 == id }
        done.insert(id)
      case .failed(let id):
        open.removeAll { $0 == id }
        failed.insert(id)
      case .terminate: isStopping = true
      }
    }

    /// Whether the service has taken an order.
    func has(_ id: Int) -> Bool { open.contains(id) || done.contains(id) || failed.contains(id) }
  }
  // snippet.end

  // snippet.spin
  func service(
    taking orders: AsyncStream<Int>, endingOn signal: Int32 = SIGTERM,
    _ work: @escaping @Sendable (Int) async throws -> Void
  ) -> Spin<Service, Service.Event> {
    Spin(initialState: Service()) {
      Feedback(while: { !$0.isStopping }) { .signal(signal, .terminate) }.named("signal")
      Feedback(while: { !$0.isStopping }) { .sequence { orders.map { .order($0) } } }
        .named("orders")
      Feedback(forEach: \.open) { id in
        .run(retrying: .exponential(from: .seconds(1), upTo: .seconds(30), attempts: 5)) {
          try await work(id)
          return .done(id)
        } catch: { _ in
          .failed(id)
        }
      }.named("work")
      Reducer { service, event in service.reduce(event) }
    }
  }
  // snippet.end

  /// A service to which the test emits the orders.
  func service(
    _ work: @escaping @Sendable (Int) async throws -> Void
  ) -> Spin<Service, Service.Event> {
    service(taking: AsyncStream { $0.finish() }, endingOn: SIGALRM, work)
  }

  // snippet.test
  @Test func ordersThatAreOpenAreCarriedOutAndLaterOnesAreNot() {
    let time = ManualScheduler()
    let spin = service { _ in try? await time.clock.sleep(for: .seconds(1)) }
    let test = TestSpin(spin, on: TestRuntime(time: time))
    test.emit(.order(1)) { $0.open = [1] }
    test.emit(.terminate) { $0.isStopping = true }
    test.emit(.order(2))
    test.expectRunning("work")
    test.advance(by: .seconds(1))
    test.expect(.done(1), from: "work[1]") { ($0.open, $0.done) = ([], [1]) }
    test.finish()
  }
  // snippet.end

  // snippet.restart
  @Test func aRestartedServiceTakesOrdersAndCarriesOutThoseThatWereOpen() throws {
    let last = Service(open: [1], done: [0], isStopping: true)
    let data = try JSONEncoder().encode(last)
    let restored = try JSONDecoder().decode(Service.self, from: data)
    let test = TestSpin(service { _ in }, initialState: restored)
    test.expect(.done(1), from: "work[1]") { ($0.open, $0.done) = ([], [0, 1]) }
    test.emit(.order(2)) { $0.open = [2] }
    test.expect(.done(2), from: "work[2]") { ($0.open, $0.done) = ([], [0, 1, 2]) }
    test.emit(.terminate) { $0.isStopping = true }
    test.finish()
  }
  // snippet.end

  @Test func whoSendsAnOrderIsToldWhetherItWasTaken() async throws {
    try await service { _ in }.withRunning(on: .async) { running in
      // snippet.refused
      #expect(try await running.send(.order(1)).has(1))
      try await running.send(.terminate)
      #expect(try await running.send(.order(2)).has(2) == false)
      // snippet.end
    }
  }

  @Test func eachOrderThatWasTakenIsCarriedOutHoweverOftenTheServiceIsRestarted() {
    explore(seeds: 300) { test in
      let world = World<Int, String>()
      let spin = service { try await world.put("", as: $0) }
      let running = test.restarting(spin) { last in
        // What a file would have.
        (try? JSONDecoder().decode(Service.self, from: JSONEncoder().encode(last))) ?? last
      } use: { running in
        for event in [.order(1), .order(2), .order(1), .terminate] as [Service.Event] {
          running.emit(event)
          await Task.yield()
        }
      }
      running.emit(.order(3))
      test.advance(by: .seconds(60))
      test.expect(running.state.open + running.state.failed, equals: [])
      test.expect(running.state.done, equals: Set(world.keys))
      test.expect(running.state.done.contains(3), "the restarted service refuses orders")
      running.emit(.terminate)
      test.run()
    }
  }

  @Test(arguments: Host.allCases)
  func onItsSignalTheServiceEndsWhenItsWorkIsDone(_ host: Host) async throws {
    let time = ManualScheduler()
    let (orders, sender) = AsyncStream<Int>.makeStream()
    let spin = service(taking: orders, endingOn: SIGALRM) { _ in
      try? await time.clock.sleep(for: .seconds(1))
    }
    let last = try await spin.withRunning(on: host.runtime(time)) { running in
      sender.yield(1)
      try await time.untilAlarms(1)
      kill(getpid(), SIGALRM)
      _ = try await running.first(where: \.isStopping)
      time.advance(by: .seconds(1))
      return try await running.settled()
    }
    #expect(last == Service(done: [1], isStopping: true))
  }
}
