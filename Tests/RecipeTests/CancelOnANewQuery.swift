import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct CancelOnANewQuery {
  // snippet.state
  struct Search: Equatable, Sendable {
    enum Event: Equatable, Sendable { case typed(String), found([String]) }
    var query: String?, titles: [String] = []
  }
  // snippet.end

  // snippet.spin
  func search(
    _ titles: @escaping @Sendable (_ query: String) async -> [String]
  ) -> Spin<Search, Search.Event> {
    Spin(initialState: Search()) {
      Feedback(on: \.query) { query in .run { .found(await titles(query)) } }.named("search")
      Reducer { search, event in
        switch event {
        case .typed(let text): search.query = text.isEmpty ? nil : text
        case .found(let titles): search.titles = titles
        }
      }
    }
  }
  // snippet.end

  @Test func theAnswerToAnOlderQueryIsDropped() {
    // snippet.test
    let time = ManualScheduler()
    let spin = search { query in
      try? await time.clock.sleep(for: .seconds(1))  // Cancellation ends the sleep.
      return [query]
    }
    let test = TestSpin(spin, on: TestRuntime(time: time))
    test.emit(.typed("s")) { $0.query = "s" }
    test.emit(.typed("sw")) { $0.query = "sw" }
    test.expectDrop(.found(["s"]), reason: .stale, from: "search")
    test.advance(by: .seconds(1))
    test.expect(.found(["sw"]), from: "search") { $0.titles = ["sw"] }
    test.finish()
    // snippet.end
  }

  @Test(arguments: Host.allCases)
  func onlyTheLastOfManyQueriesIsAnswered(_ host: Host) async throws {
    let spin = search { query in
      await Task.yield()
      return [query]
    }
    let last = try await spin.withRunning(on: host.runtime()) { running in
      for number in 1...100 { running.emit(.typed("\(number)")) }
      return try await running.settled()
    }
    #expect(last == Search(query: "100", titles: ["100"]))
  }

  @Test func theSameQueryKeepsItsAnswer() {
    let test = TestSpin(search { query in [query] })
    test.emit(.typed("s")) { $0.query = "s" }
    test.expect(.found(["s"]), from: "search") { $0.titles = ["s"] }
    test.emit(.typed("s"))
    test.finish()
  }
}
