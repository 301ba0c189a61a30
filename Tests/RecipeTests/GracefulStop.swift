import Foundation
import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

/// One test at a time, because a signal is heard by everybody who listens, and no signal that other tests
/// use.
@Suite(.serialized)
struct GracefulStop {
  // snippet.state
  struct Service: Equatable, Sendable {
    enum Event: Equatable, Sendable { case order(Int), done(Int), terminate }
    var open: [Int] = [], done: [Int] = [], isStopping = false

    mutating func reduce(_ event: Event) {
      switch event {
      case .order(let id): if !isStopping { open.append(id) }
      case .done(let id):
        open.removeAll { $0 == id }
        done.append(id)
      case .terminate: isStopping = true
      }
    }
  }
  // snippet.end

  // snippet.spin
  func service(
    endingOn signal: Int32 = SIGTERM, _ work: @escaping @Sendable (Int) async -> Void
  ) -> Spin<Service, Service.Event> {
    Spin(initialState: Service()) {
      Feedback(while: { !$0.isStopping }) { .signal(signal, .terminate) }.named("signal")
      Feedback(forEach: \.open) { id in
        .run {
          await work(id)
          return .done(id)
        }
      }.named("work")
      Reducer { service, event in service.reduce(event) }
    }
  }
  // snippet.end

  // snippet.test
  @Test func ordersThatAreOpenAreCarriedOutAndLaterOnesAreNot() {
    let time = ManualScheduler()
    let spin = service(endingOn: SIGALRM) { _ in try? await time.clock.sleep(for: .seconds(1)) }
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

  @Test(arguments: Host.allCases)
  func onItsSignalTheServiceEndsWhenItsWorkIsDone(_ host: Host) async throws {
    let time = ManualScheduler()
    let spin = service(endingOn: SIGALRM) { _ in try? await time.clock.sleep(for: .seconds(1)) }
    let last = try await spin.withRunning(on: host.runtime(time)) { running in
      try await running.send(.order(1))
      try await time.untilAlarms(1)
      kill(getpid(), SIGALRM)
      _ = try await running.first(where: \.isStopping)
      time.advance(by: .seconds(1))
      return try await running.settled()
    }
    #expect(last == Service(done: [1], isStopping: true))
  }
}
