import Foundation
import SpinAsync
import SpinDurable
import SpinNATS
import StreamProbe
import Synchronization
import Testing

/// A second host opens the loop of a first one that was killed, or that stands still and goes on later.
@Suite(.enabled(if: Server.isInstalled, "needs nats-server: apt-get install nats-server"))
struct FailOverTests {
  @Test(arguments: [SIGKILL, SIGSTOP])
  func aSecondHostGoesOnAndTheFirstOneIsRefused(after signal: Int32) async throws {
    let server = try await Server()
    var (kept, began): (Set<String>, Set<String>) = ([], [])
    for round in 1...5 {
      let first = try Host([server.address, "\(round).1", "8"])
      await first.hasPrinted(Int.random(in: 20...400))
      first.send(signal)
      let second = try Host([server.address, "\(round).2", "8"])
      await second.hasPrinted(200)
      if signal == SIGSTOP {
        first.send(SIGCONT)
        let last = await first.end().last ?? ""
        #expect(last.contains("Another run has opened the log \"jobs\" since"), "\(last)")
        // The newer one does not notice.
        await second.hasPrinted(second.count + 100)
      }
      second.send(SIGKILL)
      for line in await first.end() + second.end() {
        let words = line.split(separator: " ")
        if words.first == "kept" { kept.insert(String(words[1])) }
        if words.first == "began" { began.insert(String(words[1])) }
      }
    }
    let found = try await KillTests.jobs(server.address)
    #expect(kept.count > 100)
    #expect(kept.subtracting(found) == [] && began.subtracting(found) == [])
    #expect(Set(found).count == found.count)
  }
}

/// A probe on a host of its own.
private final class Host: Sendable {
  private struct Output {
    var lines: [String] = []
    var hasEnded = false
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    mutating func takeDue() -> [CheckedContinuation<Void, Never>] {
      let isDue = { [lines, hasEnded] (count: Int) in hasEnded || lines.count >= count }
      defer { waiters.removeAll { isDue($0.count) } }
      return waiters.filter { isDue($0.count) }.map(\.continuation)
    }
  }

  private let id: Int32
  private let output = Mutex(Output())

  init(_ arguments: [String]) throws {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: CommandLine.arguments[0])
      .deletingLastPathComponent().appending(path: "StreamProbe")
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    id = process.processIdentifier
    Thread.detachNewThread { [self] in
      var rest = Data()
      while case let next = pipe.fileHandleForReading.availableData, !next.isEmpty {
        rest += next
        let end = rest.lastIndex(of: 0x0A).map { $0 + 1 } ?? rest.startIndex
        let lines = String(decoding: rest[..<end], as: UTF8.self).split(separator: "\n").map(
          String.init)
        rest = Data(rest[end...])
        note { $0.lines += lines }
      }
      note { $0.hasEnded = true }
    }
  }

  var count: Int { output.withLock { $0.lines.count } }

  func send(_ signal: Int32) { kill(id, signal) }

  /// Waits until the host has printed so many lines, or has ended.
  func hasPrinted(_ count: Int) async {
    await withCheckedContinuation { continuation in
      note { $0.waiters.append((count, continuation)) }
    }
  }

  /// Waits for the end; returns all whole lines.
  func end() async -> [String] {
    await hasPrinted(.max)
    return output.withLock { $0.lines }
  }

  private func note(_ change: (inout sending Output) -> Void) {
    let due = output.withLock { output in
      change(&output)
      return output.takeDue()
    }
    for waiter in due { waiter.resume() }
  }
}
