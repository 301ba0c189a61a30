import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct Paging {
  // snippet.state
  struct Feed: Equatable, Sendable {
    struct Page: Equatable, Sendable { var items: [String], next: Int? }
    enum Event: Equatable, Sendable { case reachedEnd, loaded(Page), failed }
    var items: [String] = [], next: Int? = 1, loading: Int?

    mutating func reduce(_ event: Event) {
      switch event {
      case .reachedEnd: loading = loading ?? next
      case .loaded(let page): self = Feed(items: items + page.items, next: page.next)
      case .failed: loading = nil
      }
    }
  }
  // snippet.end

  // snippet.spin
  func feed(_ load: @escaping @Sendable (Int) async throws -> Feed.Page) -> Spin<Feed, Feed.Event> {
    Spin(initialState: Feed()) {
      Feedback(on: \.loading) { page in
        .run {
          .loaded(try await load(page))
        } catch: { _ in
          .failed
        }
      }.named("load")
      Reducer { feed, event in feed.reduce(event) }
    }
  }
  // snippet.end

  // snippet.test
  @Test func theEndOfTheListAsksForTheNextPageAndTheLastPageForNone() {
    let test = TestSpin(feed { .init(items: ["item \($0)"], next: $0 < 2 ? $0 + 1 : nil) })
    for page in 1...2 {
      test.emit(.reachedEnd) { $0.loading = page }
      test.expect(\.page, from: "load") { feed, page in
        feed = Feed(items: feed.items + page.items, next: page.next)
      }
    }
    test.emit(.reachedEnd)  // Nothing changes.
    test.finish()
    #expect(test.state.items == ["item 1", "item 2"])
  }
  // snippet.end

  @Test func eachPageIsShownOnceAndInOrder() {
    explore(seeds: 300) { test in
      let server = World(Dictionary(uniqueKeysWithValues: (1...3).map { ($0, "item \($0)") }))
      let spin = feed { page in
        let item = try await server.get(page)
        return Feed.Page(items: item.map { [$0] } ?? [], next: page < 3 ? page + 1 : nil)
      }
      let running = test.restarting(spin) { running in
        for _ in 1...3 {
          running.emit(.reachedEnd)
          await Task.yield()
        }
      }
      // Two requests may fail, so five ends are enough for three pages.
      for _ in 1...5 {
        running.emit(.reachedEnd)
        test.run()
      }
      test.expect(running.state, equals: Feed(items: (1...3).map { "item \($0)" }, next: nil))
    }
  }

  @Test func whileAPageIsLoadingTheEndAsksForNothingAndAFailureCanBeTriedAgain() {
    let (time, pages) = (ManualScheduler(), Transcript<Int>())
    let spin = feed { page in
      pages.add(page)
      try await time.clock.sleep(for: .seconds(1))
      throw Unreachable()
    }
    let test = TestSpin(spin, on: TestRuntime(time: time))
    for _ in 1...2 {
      test.emit(.reachedEnd) { $0.loading = 1 }
      test.emit(.reachedEnd)
      test.advance(by: .seconds(1))
      test.expect(.failed, from: "load") { $0.loading = nil }
    }
    test.finish()
    #expect(pages.all == [1, 1])
  }
}

extension Paging.Feed.Event {
  var page: Paging.Feed.Page? { if case .loaded(let page) = self { page } else { nil } }
}
