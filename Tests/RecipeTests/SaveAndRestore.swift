import Foundation
import RecipeSupport
import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct SaveAndRestore {
  // snippet.state
  struct Uploads: Equatable, Sendable {
    /// The saved part of the state; the rest belongs to this run.
    struct Files: Codable, Equatable, Sendable { var open: [String] = [], done: [String] = [] }

    enum Event: Equatable, Sendable { case add(String), done(String), saved, notSaved(String) }
    var files = Files(), problem: String?

    mutating func reduce(_ event: Event) {
      switch event {
      case .add(let file): if !(files.open + files.done).contains(file) { files.open.append(file) }
      case .done(let file):
        files.open.removeAll { $0 == file }
        files.done.append(file)
      case .saved: problem = nil
      case .notSaved(let reason): problem = reason
      }
    }
  }
  // snippet.end

  // snippet.spin
  func uploads(
    save: @escaping @Sendable (Uploads.Files) async throws -> Void,
    upload: @escaping @Sendable (_ file: String) async -> Void
  ) -> Spin<Uploads, Uploads.Event> {
    Spin(initialState: Uploads()) {
      Feedback(on: \.files) { files in
        .run(retrying: .exponential(from: .seconds(1), upTo: .seconds(30), attempts: 5)) {
          try await save(files)
          return .saved
        } catch: { error in
          .notSaved("\(error)")
        }
      }.strategy(.queueNewState).named("save")
      Feedback(forEach: \.files.open) { file in
        .run {
          await upload(file)
          return .done(file)
        }
      }.named("upload")
      Reducer { uploads, event in uploads.reduce(event) }
    }
  }
  // snippet.end

  // snippet.file
  /// Returns what the last run has saved; `nil` if there was none.
  func restored(from file: URL) throws -> Uploads.Files? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try JSONDecoder().decode(Uploads.Files.self, from: Data(contentsOf: file))
  }

  /// Writes the whole file or, if that fails, nothing.
  @Sendable func save(_ files: Uploads.Files, to file: URL) throws {
    try JSONEncoder().encode(files).write(to: file, options: .atomic)
  }
  // snippet.end

  @Test func whatWasUnderWayBeginsAgain() {
    let saved = Transcript<Uploads.Files>()
    let spin = uploads(save: { saved.add($0) }, upload: { _ in })
    // snippet.test
    let last = Uploads.Files(open: ["b"], done: ["a"])
    let test = TestSpin(spin, initialState: Uploads(files: last))
    test.expect(.saved, from: "save")
    test.expect(.done("b"), from: "upload[b]") { $0.files = .init(open: [], done: ["a", "b"]) }
    test.expect(.saved, from: "save")
    test.finish()
    #expect(saved.all == [last, .init(open: [], done: ["a", "b"])])
    // snippet.end
  }

  @Test(arguments: Host.allCases)
  func aRunBeginsWithTheFileOfAnotherAndTheFirstRunWithoutOne(_ host: Host) async throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appending(path: "uploads-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let spin = uploads(save: { try save($0, to: file) }, upload: { _ in await Task.yield() })
    for (number, name) in ["a", "b"].enumerated() {
      #expect(try restored(from: file)?.done == (number == 0 ? nil : ["a"]))
      let runtime = host.runtime()
      // snippet.options
      let first = Uploads(files: try restored(from: file) ?? .init())
      let running = spin.start(on: runtime, options: RunOptions(initialState: first))
      // snippet.end
      running.emit(.add(name))
      try await running.settled()
      running.stop()
      await running.finished()
    }
    #expect(try restored(from: file) == .init(open: [], done: ["a", "b"]))
    try Data("{".utf8).write(to: file)
    #expect(throws: DecodingError.self) { try restored(from: file) }
  }

  @Test func theDiskHasTheNewestStateInEveryOrder() {
    explore(seeds: 300) { test in
      let (disk, server) = (World<String, Uploads.Files>(), World<String, String>())
      let spin = uploads {
        try await disk.put($0, as: "file")
      } upload: { file in
        await server.insisting { try await $0.put("", as: file) }
      }
      // The next process knows what the disk has, and nothing else.
      let running = test.restarting(spin) { _ in
        Uploads(files: disk["file"] ?? .init())
      } use: { running in
        for file in ["a", "b", "a"] {
          running.emit(.add(file))
          await Task.yield()
        }
      }
      running.emit(.add("b"))
      test.advance(by: .seconds(60))
      test.expect(disk["file"], equals: running.state.files)
      test.expect(running.state.files.open, equals: [])
      let (done, isThere) = (running.state.files.done, Set(server.keys))
      test.expect(done.count == Set(done).count && Set(done).isSubset(of: isThere), "\(done)")
      test.expect(done.contains("b") && running.state.problem == nil, "\(running.state)")
    }
  }

  @Test func aDiskThatFailsIsShownUntilItTakesTheState() {
    let disk = Transcript<Uploads.Files>()
    let spin = uploads { files in
      disk.add(files)
      if disk.all.count <= 5 { throw Unreachable() }
    } upload: { _ in
    }
    let test = TestSpin(spin, exhaustivity: .off)
    test.advance(by: .seconds(60))
    #expect(test.state.problem == "unreachable")
    test.emit(.add("a"))
    #expect(test.state.problem == nil && disk.all.last?.done == ["a"])
    test.finish()
  }
}
