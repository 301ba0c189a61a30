import Foundation
import SpinDurable
import SpinTesting
import Testing

@testable import jobs

/// The example `jobs`: in a test that owns the time, and as a program that is killed.
@Suite struct JobsTests {
  @Test func aJobIsTriedThreeTimesWhateverCrashesBetween() throws {
    let spin = Jobs.spin { id, _ in .ended(id: id, status: 1, output: "no") }
    let store = MemoryStore()
    let before = try TestSpin(opening: spin, in: store)
    before.emit(.submitted(id: "a", command: "exit 1")) {
      $0.open["a"] = Jobs.Job(command: "exit 1")
    }
    before.advance(by: .zero)
    before.expect(.ended(id: "a", status: 1, output: "no")) { $0.open["a"]?.failures = 1 }
    before.crash()
    let after = try TestSpin(opening: spin, in: store)
    after.advance(by: .seconds(1))
    after.expect(.ended(id: "a", status: 1, output: "no")) { $0.open["a"]?.failures = 2 }
    after.advance(by: .seconds(2))
    after.expect(.ended(id: "a", status: 1, output: "no")) {
      $0.open = [:]
      $0.failed = ["exit 1"]
    }
    after.finish()
  }

  @Test func fourJobsRunAtATime() throws {
    let time = ManualScheduler()
    let spin = Jobs.spin { id, _ in
      try? await time.clock.sleep(for: .seconds(1))
      return .ended(id: id, status: 0, output: "")
    }
    let test = try TestSpin(
      opening: spin, in: MemoryStore(), on: TestRuntime(time: time), exhaustivity: .off)
    for id in ["a", "b", "c", "d", "e", "f"] { test.emit(.submitted(id: id, command: id)) }
    test.advance(by: .seconds(1))
    #expect(test.state.succeeded == 4)
    test.advance(by: .seconds(1))
    #expect(test.state.succeeded == 6)
    test.finish()
  }

  @Test func whatWasAcceptedIsDoneAfterAKill() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "spin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (store, done) = (
      folder.appending(path: "jobs.sqlite").path, folder.appending(path: "done").path
    )
    let commands = (1...20).map { "echo \($0) >>\(done)" }.joined(separator: "\n") + "\n"
    let killed = try await Program.output(of: "jobs", [store], input: commands, killedAfterLines: 9)
    let accepted = killed.filter { $0.contains("accepted") }
    #expect(!accepted.isEmpty)
    let rest = try await Program.output(of: "jobs", [store])
    let lines = try String(contentsOfFile: done, encoding: .utf8).split(separator: "\n").map(
      String.init)
    for line in accepted {
      let number = try #require(line.split(separator: " ").dropLast().last)
      #expect(lines.contains(String(number)), "\(line)")
    }
    #expect(rest.last == "\(Set(lines).count) succeeded, 0 failed")
  }

  @Test(.timeLimit(.minutes(1))) func aStoreThatFailsEndsTheProgramThoughNoLineComes() async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "spin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = folder.appending(path: "jobs.sqlite").path
    let lines = try await Program.output(
      of: "jobs", [store], input: "rm \(store)\n", endsInput: false)
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { !$0.contains("succeeded, ") })
  }
}
