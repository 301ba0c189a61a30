import Foundation
import SpinAsync
import SpinDurable
import SpinNATS
import StreamProbe
import Testing

/// A program is killed at random moments, again and again, and started again with the same server.
///
/// `SPIN_KILLS=500 swift test --filter KillTests` kills it more often.
@Suite(.enabled(if: Server.isInstalled, "needs nats-server: apt-get install nats-server"))
struct KillTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["SPIN_KILLS"].flatMap(Int.init) ?? 10

  @Test func nothingAcknowledgedIsLost() async throws {
    let report = try await kill(Self.rounds)
    #expect(
      report.lost == [] && report.doubled == [] && report.fromNowhere == [] && report.early == [])
    #expect(report.kept > Self.rounds)
  }

  /// The same loop loses at once if its events are written by an observer: so the test can fail.
  @Test func withoutAGateEventsAreLost() async throws {
    let report = try await kill(10, "ungated")
    #expect(!report.lost.isEmpty && !report.early.isEmpty)
  }

  private struct Report {
    var kept = 0
    /// The jobs that were acknowledged, and are not there.
    var lost: Set<String> = []
    /// The jobs that are there twice.
    var doubled: [String] = []
    /// The jobs that are there, and that nobody has sent.
    var fromNowhere: Set<String> = []
    /// The jobs whose work has begun, and that are not there.
    var early: Set<String> = []
  }

  private func kill(_ rounds: Int, _ mode: String? = nil) async throws -> Report {
    let server = try await Server()
    var said: [String: Set<String>] = [:]
    for round in 1...rounds {
      let senders = [1, 4, 16, 64][round % 4]
      let lines = try await Program.output(
        of: "StreamProbe", [server.address, "\(round)", "\(senders)"] + (mode.map { [$0] } ?? []),
        killedAfterLines: Int.random(in: 1...400))
      for line in lines {
        let words = line.split(separator: " ")
        if words.count == 2 { said[String(words[0]), default: []].insert(String(words[1])) }
      }
    }
    let found = try await Self.jobs(server.address)
    let (kept, sent, began) = (said["kept"] ?? [], said["sent"] ?? [], said["began"] ?? [])
    return Report(
      kept: kept.count, lost: kept.subtracting(found),
      doubled: Dictionary(grouping: found) { $0 }.filter { $0.value.count > 1 }.map(\.key),
      fromNowhere: Set(found).subtracting(sent), early: began.subtracting(found))
  }

  /// The jobs that were submitted, by the events.
  static func jobs(_ address: String) async throws -> [String] {
    let log = try await JetStreamStore(address).open("jobs")
    return try await log.events(after: 0, limit: .max).compactMap { record in
      let event = try JSONDecoder().decode(
        [String: [String: String]].self, from: Data(record.bytes))
      return event["submitted"]?["_0"]
    }
  }
}
