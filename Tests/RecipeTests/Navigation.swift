import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct Navigation {
  // snippet.part
  struct Article: Equatable, Identifiable, Sendable {
    enum Event: Equatable, Sendable { case loaded(String) }
    let id: Int, title: String
    var text: String?

    static func spin(_ load: @escaping @Sendable (String) async -> String) -> Spin<Article, Event> {
      Spin(initialState: Article(id: 0, title: "")) {
        Feedback(on: \.title) { title in .run { .loaded(await load(title)) } }.named("load")
        Reducer { article, event in if case .loaded(let text) = event { article.text = text } }
      }
    }
  }
  // snippet.end

  // snippet.state
  struct Reader: Equatable, Sendable {
    enum Event: Equatable, Sendable {
      case open(String), back, article(Int, Article.Event)
      var article: (Int, Article.Event)? {
        if case .article(let id, let event) = self { (id, event) } else { nil }
      }
    }
    var path: [Article] = [], opened = 0

    mutating func reduce(_ event: Event) {
      switch event {
      case .open(let title):
        opened += 1
        path.append(Article(id: opened, title: title))
      case .back: _ = path.popLast()
      case .article: break
      }
    }
  }
  // snippet.end

  // snippet.spin
  func reader(_ load: @escaping @Sendable (String) async -> String) -> Spin<Reader, Reader.Event> {
    Spin(initialState: Reader()) {
      Scope(forEach: \.path, event: Reader.Event.article, from: \.article) { Article.spin(load) }
      Reducer { reader, event in reader.reduce(event) }
    }
  }
  // snippet.end

  // snippet.test
  @Test func goingBackEndsTheWorkOfTheScreen() {
    let time = ManualScheduler()
    let spin = reader { title in
      try? await time.clock.sleep(for: .seconds(1))
      return "about \(title)"
    }
    let test = TestSpin(spin, on: TestRuntime(time: time), exhaustivity: .off)
    test.emit(.open("rivers"))
    test.advance(by: .seconds(1))
    test.emit(.open("lakes"))
    test.emit(.back)
    test.expectDrop(.article(2, .loaded("about lakes")), reason: .stale)
    #expect(test.state.path.map(\.text) == ["about rivers"])
    test.finish()
  }
  // snippet.end

  @Test func eachArticleHasItsOwnTextInEveryOrder() {
    explore(seeds: 300) { test in
      let world = World(["rivers": "wet", "lakes": "deep"])
      let spin = reader { title in await world.insisting { try await $0.get(title) } ?? "" }
      let running = test.restarting(spin) { running in
        for event in [.open("rivers"), .open("lakes"), .back, .open("lakes")] as [Reader.Event] {
          running.emit(event)
          await Task.yield()
        }
      }
      for article in running.state.path { test.expect(article.text, equals: world[article.title]) }
    }
  }
}
