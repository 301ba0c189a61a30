import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct Debounce {
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
      Feedback(on: \.query) { query in
        .run { .found(await titles(query)) }.delayed(by: .milliseconds(300))
      }.named("search")
      Reducer { search, event in
        switch event {
        case .typed(""): search = Search()
        case .typed(let text): search.query = text
        case .found(let titles): search.titles = titles
        }
      }
    }
  }
  // snippet.end

  // snippet.test
  @Test func aSearchBeginsWhenTheTypingPauses() {
    let test = TestSpin(search { query in ["\(query)ift"] })
    test.emit(.typed("s")) { $0.query = "s" }
    test.advance(by: .milliseconds(299))
    test.emit(.typed("sw")) { $0.query = "sw" }
    test.advance(by: .milliseconds(299))
    test.expectRunning("search")  // Its delay is part of it.
    test.advance(by: .milliseconds(1))
    test.expect(.found(["swift"]), from: "search") { $0.titles = ["swift"] }
    test.finish()
  }
  // snippet.end

  @Test func theTitlesAreThoseOfTheTextInEveryOrder() {
    explore(seeds: 300) { test in
      let server = World(["s": ["sea"], "sw": ["swift"]])
      let running = search { query in await server.insisting { try await $0.get(query) } ?? [] }
        .start(on: test)
      test.concurrently(
        { for text in ["s", "sw", "s"] { running.emit(.typed(text)) } },
        { for text in ["sw", ""] { running.emit(.typed(text)) } })
      test.advance(by: .seconds(1))
      let titles = running.state.query.map { server[$0] ?? [] }
      test.expect(running.state.titles, equals: titles ?? [])
    }
  }

  @Test func anEmptyTextEndsTheDelay() {
    let test = TestSpin(search { query in [query] })
    test.emit(.typed("s")) { $0.query = "s" }
    test.emit(.typed("s"))  // The same text does not begin the delay anew.
    test.advance(by: .milliseconds(200))
    test.emit(.typed("")) { $0.query = nil }
    test.advance(by: .seconds(1))
    test.finish()
  }

  @Test @MainActor func aPreviewStartsNoSearch() async throws {
    // snippet.preview
    let shown = Search(query: "swift", titles: ["Swift in an hour"])
    let preview = ObservableSpin(Spin(initialState: shown) { search { _ in [] }.reducer })
    preview.emit(.typed("swifter"))
    try await preview.running.settled()
    #expect(preview.query == "swifter" && preview.titles == ["Swift in an hour"])
    // snippet.end
  }
}
