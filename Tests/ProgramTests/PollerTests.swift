import Foundation
import SpinAsync
import SpinTesting
import Synchronization
import Testing

/// The service against a real server; its time passes when a test says so.
///
/// One test at a time, because a signal is heard by everybody who listens.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PollerTests {
  private let time = ManualScheduler()
  private let server: FaultyServer

  init() throws {
    server = try FaultyServer()
  }

  private func spin(_ paths: String...) -> Spin<Poller, Poller.Event> {
    let addresses = paths.map(server.address)
    return Poller.spin { addresses }
  }

  @Test(arguments: Host.all)
  func eachFaultIsCountedAndPutsOffTheNextRequest(_ host: Host) async throws {
    let nobody = try Socket()
    let addresses =
      ["ok", "unavailable", "malformed", "reset", "slow"].map(server.address)
      + ["http://127.0.0.1:\(nobody.port)/refused", "no address"]
    let spin = Poller.spin { addresses }
    try await spin.withRunning(on: host.runtime(time)) { running in
      var state = try await running.first {
        $0.targets.filter(\.isAsked).map(\.id) == [addresses[4]]
      }
      #expect(state.outcomes == [.answered: 1, .rejected: 1, .failed: 4])
      for await _ in server.arrivals { break }
      await running.idle()
      time.advance(by: .seconds(10))
      state = try await running.first { $0.outcomes[.timedOut] != nil }
      #expect(state.targets.map(\.failures) == [0, 1, 1, 1, 1, 1, 1])

      time.advance(by: .seconds(50))  // A period after its answer, one is asked again.
      state = try await running.first { $0.outcomes[.answered] == 2 }
      #expect(state.outcomes == [.answered: 2, .rejected: 1, .failed: 4, .timedOut: 1])
      await running.idle()
      #expect(time.nextAlarm == .seconds(60))

      time.advance(by: .seconds(60))
      state = try await running.first { $0.outcomes.values.reduce(0, +) == 14 }
      #expect(state.targets.map(\.failures) == [0, 2, 2, 2, 1, 2, 2])
      #expect(state.outcomes == [.answered: 3, .rejected: 2, .failed: 8, .timedOut: 1])
      await running.idle()
      #expect(time.nextAlarm == .seconds(10))  // That of the slow one, which failed later.
    }
    #expect(time.alarmCount == 0)
    server.close()
  }

  @Test(arguments: Host.all)
  func onSIGTERMTheRequestThatIsUnderWayEndsAndThenTheService(_ host: Host) async throws {
    let last = try await spin("ok", "slow").withRunning(on: host.runtime(time)) { running in
      _ = try await running.first { $0.outcomes == [.answered: 1] }
      for await _ in server.arrivals { break }
      kill(getpid(), SIGTERM)
      let state = try await running.first(where: \.isStopping)
      #expect(state.targets.map(\.id) == [server.address("slow")])
      server.release()
      return try await running.settled()
    }
    #expect(last.targets.isEmpty && last.outcomes == [.answered: 2])
    #expect(time.alarmCount == 0)
    server.close()
  }

  @Test(arguments: Host.all)
  func onSIGTERMARequestWithoutAnAnswerTimesOutAndThenTheServiceEnds(_ host: Host) async throws {
    let last = try await spin("slow").withRunning(on: host.runtime(time)) { running in
      for await _ in server.arrivals { break }
      kill(getpid(), SIGTERM)
      _ = try await running.first(where: \.isStopping)
      await running.idle()
      time.advance(by: .seconds(10))
      return try await running.settled()
    }
    #expect(last.targets.isEmpty && last.outcomes == [.timedOut: 1])
    #expect(time.alarmCount == 0)
    server.close()
  }

  @Test(arguments: Host.all)
  func onSIGHUPTheListIsReadAgainAndWhatStaysIsNotDisturbed(_ host: Host) async throws {
    let lists = Mutex([["ok", "slow"], ["slow", "unavailable"]])
    let server = server
    let spin = Poller.spin {
      try lists.withLock { lists in
        if lists.isEmpty { throw Offline() }
        return lists.removeFirst().map(server.address)
      }
    }
    let last = try await spin.withRunning(on: host.runtime(time)) { running in
      _ = try await running.first { $0.outcomes == [.answered: 1] }
      for await _ in server.arrivals { break }
      kill(getpid(), SIGHUP)
      let state = try await running.first { $0.outcomes[.rejected] == 1 }
      #expect(state.targets.map(\.id) == ["slow", "unavailable"].map(server.address))
      server.release()  // The only request that it holds.
      _ = try await running.first { $0.outcomes[.answered] == 2 }

      kill(getpid(), SIGHUP)  // The list cannot be read, and the old one counts.
      let again = try await running.first { $0.reloads == 2 }
      #expect(again.targets.map(\.id) == state.targets.map(\.id))
      kill(getpid(), SIGTERM)
      return try await running.settled()
    }
    #expect(last.targets.isEmpty)
    #expect(last.outcomes == [.answered: 2, .rejected: 1])
    #expect(time.alarmCount == 0)
    server.close()
  }

  @Test(arguments: Host.all)
  func aServiceWithoutAddressesWaitsForAList(_ host: Host) async throws {
    let (reads, read) = AsyncStream.makeStream(of: Void.self)
    let lists = Mutex([[], ["ok"]])
    let server = server
    let spin = Poller.spin {
      defer { read.yield() }
      return lists.withLock { $0.removeFirst().map(server.address) }
    }
    let last = try await spin.withRunning(on: host.runtime(time)) { running in
      for await _ in reads { break }
      kill(getpid(), SIGHUP)
      _ = try await running.first { $0.outcomes == [.answered: 1] }
      kill(getpid(), SIGTERM)
      return try await running.settled()
    }
    #expect(last.reloads == 1 && last.isStopping && time.alarmCount == 0)
    server.close()
  }

  // MARK: Without a network

  private typealias Target = Poller.Target

  @Test func whoeverFailsIsAskedLessAndLessOftenUntilItAnswers() {
    for _ in 1...Support.rounds {
      let answers = Mutex<[Poller.Outcome]>([.failed, .rejected, .answered])
      let test = TestSpin(
        Poller.spin(ask: { _ in answers.withLock { $0.removeFirst() } }) { ["a"] })
      let time = test.runtime.time
      test.expect(.listed(["a"]), from: "list") { $0.targets = [Target(id: "a")] }
      for (failures, outcome) in [Poller.Outcome.failed, .rejected].enumerated() {
        test.expect(.ended("a", outcome), from: "targets[a]") {
          $0.targets = [Target(id: "a", isAsked: false, failures: failures + 1)]
          $0.outcomes[outcome] = 1
        }
        #expect(time.nextAlarm == .seconds(120 << failures))
        test.advance(by: .seconds(120 << failures))
        test.expect(.due("a"), from: "targets[a]") { $0.targets[0].isAsked = true }
      }
      test.expect(.ended("a", .answered), from: "targets[a]") {
        $0.targets = [Target(id: "a", isAsked: false)]
        $0.outcomes[.answered] = 1
      }
      #expect(time.nextAlarm == .seconds(60))
      test.emit(.terminate) { ($0.isStopping, $0.targets) = (true, []) }
      test.finish()
      #expect(time.alarmCount == 0 && answers.withLock { $0.isEmpty })
    }
  }

  @Test func aServiceThatStopsWaitsForWhomItHasAsked() {
    for _ in 1...Support.rounds {
      let time = ManualScheduler()
      let ask: @Sendable (String) async -> Poller.Outcome = { id in
        try? await time.clock.sleep(for: .seconds(id == "slow" ? 20 : 5))
        return id == "refused" ? .rejected : .answered
      }
      let addresses = ["ok", "refused", "slow"]
      let test = TestSpin(
        Poller.spin(ask: ask) { addresses }, on: TestRuntime(time: time))
      test.expect(.listed(addresses), from: "list") {
        $0.targets = addresses.map { Target(id: $0) }
      }
      test.advance(by: .seconds(4))
      test.emit(.terminate) { $0.isStopping = true }
      test.emit(.reload) { $0.reloads = 1 }  // The list is read no more.
      test.expectRunning("targets")
      test.advance(by: .seconds(1))
      test.expect(.ended("ok", .answered), from: "targets[ok]") {
        $0.targets.removeFirst()
        $0.outcomes = [.answered: 1]
      }
      test.expect(.ended("refused", .rejected), from: "targets[refused]") {
        $0.targets.removeFirst()
        $0.outcomes[.rejected] = 1
      }
      test.advance(by: .seconds(5))
      test.expect(.ended("slow", .timedOut), from: "targets[slow]") {
        $0.targets = []
        $0.outcomes[.timedOut] = 1
      }
      // The request ends when it is cancelled, and nobody wants to know.
      test.expectDrop(.ended("slow", .answered), reason: .stale, from: "targets")
      test.finish()
      #expect(time.alarmCount == 0)
    }
  }
}
