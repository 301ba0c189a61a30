import Foundation
import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct SaveAndRestore {
  // snippet.state
  struct Uploads: Codable, Equatable, Sendable {
    enum Event: Equatable, Sendable { case add(String), done(String) }
    var open: [String] = [], done: [String] = []

    mutating func reduce(_ event: Event) {
      switch event {
      case .add(let file): open.append(file)
      case .done(let file):
        open.removeAll { $0 == file }
        done.append(file)
      }
    }
  }
  // snippet.end

  func uploads(
    save: @escaping @Sendable (Uploads) async -> Void,
    upload: @escaping @Sendable (_ file: String) async -> Void
  ) -> Spin<Uploads, Uploads.Event> {
    // snippet.spin
    Spin(initialState: Uploads()) {
      Feedback(on: \.self) { uploads in .sideEffect { await save(uploads) } }.named("save")
      Feedback(forEach: \.open) { file in
        .run {
          await upload(file)
          return .done(file)
        }
      }.named("upload")
      Reducer { uploads, event in uploads.reduce(event) }
    }
    // snippet.end
  }

  @Test func whatWasUnderWayBeginsAgain() throws {
    let saved = Transcript<Uploads>()
    let spin = uploads(save: { saved.add($0) }, upload: { _ in })
    // snippet.test
    let data = try JSONEncoder().encode(Uploads(open: ["b"], done: ["a"]))
    let restored = try JSONDecoder().decode(Uploads.self, from: data)
    let test = TestSpin(spin, initialState: restored)
    test.expect(.done("b"), from: "upload[b]") { ($0.open, $0.done) = ([], ["a", "b"]) }
    test.finish()
    #expect(saved.all == [restored, Uploads(done: ["a", "b"])])
    // snippet.end
  }

  @Test(arguments: Host.allCases)
  func aRunBeginsWithTheStateOfAnother(_ host: Host) async throws {
    let (saved, runtime) = (Transcript<Uploads>(), host.runtime())
    let spin = uploads(save: { saved.add($0) }, upload: { _ in await Task.yield() })
    let restored = Uploads(open: ["b"], done: ["a"])
    // snippet.options
    let running = spin.start(on: runtime, options: RunOptions(initialState: restored))
    // snippet.end
    let last = try await running.settled()
    #expect(last == Uploads(done: ["a", "b"]) && saved.all.last == last)
    running.stop()
    await running.finished()
  }
}
