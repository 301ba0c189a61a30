import RecipeSupport
import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct NAtATimeWithProgress {
  // snippet.state
  struct File: Equatable, Identifiable, Sendable {
    let id: String
    var upload = Attempt<String, String>(), percent: Int?

    var status: String {
      switch upload.phase {
      case .idle, .cancelled: "not sent"
      case .running(let number):
        percent.map { "\($0) %, attempt \(number) of \(upload.backoff.attempts ?? number)" }
          ?? "waits in line"
      case .succeeded(let address): address
      case .failed(let reason): "failed: \(reason)"
      }
    }
  }
  // snippet.end

  // snippet.reduce
  struct Uploads: Equatable, Sendable {
    enum Event: Equatable, Sendable {
      case add([String]), cancel(String)
      case sent(String, percent: Int), done(String, address: String), failed(String, String)
    }
    var files: [File] = []

    mutating func reduce(_ event: Event) {
      switch event {
      case .add(let names):
        for name in names where files[id: name] == nil { files.append(File(id: name)) }
      case .cancel(let id): files[id: id]?.upload.cancel()
      case .sent(let id, let percent): files[id: id]?.percent = percent
      case .done(let id, let address): files[id: id]?.upload.succeed(address)
      case .failed(let id, let reason): files[id: id]?.upload.retryOrFail(reason)
      }
      for index in files.indices where files[index].upload.serial == 0 {
        files[index].upload.start(retrying: .constant(.seconds(1), attempts: 3))
      }
    }
  }
  // snippet.end

  // snippet.spin
  typealias Send =
    @Sendable (
      _ file: String, _ progress: @escaping @Sendable (Int) -> Void
    ) async throws -> String

  func uploads(_ send: @escaping Send) -> Spin<Uploads, Uploads.Event> {
    Spin(initialState: Uploads()) {
      Feedback(forEach: \.files, attempting: \.upload, atMost: 4) { file, _ in
        .run { emit in
          emit(.sent(file.id, percent: 0))
          let address = try await send(file.id) { emit(.sent(file.id, percent: $0)) }
          emit(.done(file.id, address: address))
        } catch: {
          .failed(file.id, "\($0)")
        }
      }.named("upload")
      Reducer { uploads, event in uploads.reduce(event) }
    }
  }
  // snippet.end

  // snippet.test
  @Test func theFifthFileWaitsAndTheFirstIsTriedAgain() {
    let time = ManualScheduler(), calls = Transcript<String>()
    let spin = uploads { file, progress in
      calls.add(file)
      progress(50)
      try await time.clock.sleep(for: .seconds(file == "e" ? 1 : 2))
      if file == "a" && calls.all.count == 4 { throw Unreachable() }
      return "/\(file)"
    }
    let test = TestSpin(spin, on: TestRuntime(time: time), exhaustivity: .off)
    test.emit(.add(["a", "b", "c", "d", "e"]))
    #expect(test.state.files.map(\.upload.number) == [1, 1, 1, 1, 1])
    #expect(test.state.files[0].status == "50 %, attempt 1 of 3")
    #expect(test.state.files[4].status == "waits in line")
    test.advance(by: .seconds(2))
    #expect(test.state.files[0].status == "50 %, attempt 2 of 3")
    #expect(test.state.files[1].status == "/b")
    #expect(test.state.files[4].status == "50 %, attempt 1 of 3")
    test.advance(by: .seconds(3))
    #expect(test.state.files.map(\.status) == ["/a", "/b", "/c", "/d", "/e"])
    test.finish()
  }
  // snippet.end

  @Test func whatHasAnAddressIsThereAndEachFileIsSentUnderItsNameInEveryOrder() {
    explore(seeds: 300) { test in
      let world = World<String, String>()
      let spin = uploads { file, progress in
        try await world.put("/\(file)", as: file)
        progress(100)
        return "/\(file)"
      }
      let running = test.restarting(spin) { running in
        running.emit(.add(["a", "b", "c"]))
        await Task.yield()
        running.emit(.add(["c", "d", "e"]))
        running.emit(.cancel("b"))
      }
      for file in running.state.files {
        let isThere = file.upload.success == world[file.id]
        test.expect(isThere || file.status == "not sent", "\(file.id): \(file.status)")
        test.expect(file.status == "/\(file.id)" || file.id == "b", "\(file.id): \(file.status)")
      }
      let names = running.state.files.map(\.id)
      test.expect(names.count, equals: Set(names).count)
    }
  }

  @Test func whatIsCancelledInLineIsNeverSent() {
    let calls = Transcript<String>()
    let spin = uploads { file, _ in
      calls.add(file)
      throw Unreachable()
    }
    let test = TestSpin(spin, exhaustivity: .off)
    test.emit(.add(["a", "b", "c", "d", "e"]))
    test.emit(.cancel("e"))
    #expect(test.state.files[4].status == "not sent")
    test.advance(by: .seconds(2))
    #expect(test.state.files.prefix(4).allSatisfy { $0.status == "failed: unreachable" })
    #expect(calls.all == (0..<3).flatMap { _ in ["a", "b", "c", "d"] })
    test.finish()
  }
}

// snippet.subscript
extension Array where Element: Identifiable {
  subscript(id id: Element.ID) -> Element? {
    get { first { $0.id == id } }
    set {
      if let index = firstIndex(where: { $0.id == id }), let newValue { self[index] = newValue }
    }
  }
}
// snippet.end
