import SpinAsync
import SpinCallbacks
import SpinTesting
import Synchronization
import Testing

struct WrapACallback {
  // snippet.state
  struct Page: Equatable, Sendable {
    enum Event: Equatable, Sendable { case open(String?), loaded(String) }
    var path: String?, text = ""
  }
  // snippet.end

  // snippet.spin
  func page(_ client: Client) -> Spin<Page, Page.Event> {
    Spin(initialState: Page()) {
      Feedback(on: \.path) { path in
        .callback { emit in
          let request = client.get(path) { text in
            emit(.loaded(text))
            emit.finish()  // A second answer is dropped.
          }
          return Cancellation { client.cancel(request) }
        }
      }.named("load")
      Reducer { page, event in
        switch event {
        case .open(page.path): break  // The same path keeps its text.
        case .open(let path): page = Page(path: path)
        case .loaded(let text): page.text = text
        }
      }
    }
  }
  // snippet.end

  // snippet.test
  @Test func anotherPathCancelsTheRequest() {
    let client = Client()
    let test = TestSpin(page(client))
    test.emit(.open("/a")) { $0.path = "/a" }
    test.emit(.open("/b")) { $0.path = "/b" }
    #expect(client.waiting == ["/b"])
    client.answer("/b", "text")
    test.expect(.loaded("text"), from: "load") { $0.text = "text" }
    test.finish()
  }
  // snippet.end

  @Test func aClientMayKeepItsClosuresAndAnswerTwice() {
    explore(seeds: 300) { test in
      let client = Client()
      let running = page(client).start(on: test)
      test.concurrently(
        {
          for path in ["/a", nil, "/b", "/a", "/b"] {
            running.emit(.open(path))
            await Task.yield()
          }
        },
        {
          for _ in 1...3 {
            for path in ["/a", "/b"] { client.answer(path, "at \(path)", isLast: false) }
            await Task.yield()
          }
        })
      for number in 1...2 {
        client.answer("/b", "at /b\(number == 1 ? "" : ", again")", isLast: false)
        test.run()
      }
      let settled = Transcript<Void>()
      let token = running.onSettled { settled.add(()) }
      test.run()
      test.expect(running.state, equals: Page(path: "/b", text: "at /b"))
      test.expect(settled.all.count == 1, "an effect waits for a closure that the client keeps")
      token.cancel()
    }
  }

  @Test(arguments: Host.allCases)
  func aRequestIsCancelledBeforeTheNextStateIsSeen(_ host: Host) async throws {
    let client = Client()
    let running = page(client).start(on: host.runtime())
    try await running.send(.open("/a"))
    await running.idle()
    #expect(client.waiting == ["/a"])
    try await running.send(.open(nil))
    #expect(client.waiting.isEmpty)
    running.emit(.open("/b"))
    await running.idle()
    client.answer("/b", "text")
    #expect(try await running.settled() == Page(path: "/b", text: "text"))
    running.stop()
    await running.finished()
  }

  /// A client that answers when the test says so.
  final class Client: Sendable {
    typealias Completion = @Sendable (String) -> Void
    private let requests = Mutex<(newest: Int, open: [Int: (path: String, Completion)])>((0, [:]))

    var waiting: [String] { requests.withLock { $0.open.values.map(\.path).sorted() } }

    func get(_ path: String, then completion: @escaping Completion) -> Int {
      requests.withLock { requests in
        requests.newest += 1
        requests.open[requests.newest] = (path, completion)
        return requests.newest
      }
    }

    /// Forgets a request.
    ///
    /// NB: the completion is released outside of the lock, because that may make a step of a loop.
    func cancel(_ request: Int) {
      let completion = requests.withLock { $0.open.removeValue(forKey: request) }
      withExtendedLifetime(completion) {}
    }

    /// Answers the oldest request for a path; keeps the closure unless the answer is the last one.
    func answer(_ path: String, _ text: String, isLast: Bool = true) {
      let completion = requests.withLock { requests in
        let number = requests.open.filter { $0.value.path == path }.keys.min()
        guard let number, let request = requests.open[number] else { return nil as Completion? }
        if isLast { requests.open[number] = nil }
        return request.1
      }
      completion?(text)
    }
  }
}
