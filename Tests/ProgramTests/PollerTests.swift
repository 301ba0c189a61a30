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
}
