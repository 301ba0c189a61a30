import RecipeSupport
import SpinAsync
import SpinTesting
import Synchronization
import Testing

struct DebounceAndRetry {
  // snippet.state
  struct Search: Equatable, Sendable {
    enum Event: Equatable, Sendable { case typed(String), found([String]), failed(String) }
    var query: String?, titles: [String] = [], failure: String?
  }
  // snippet.end

  // snippet.spin
  func search(
    _ titles: @escaping @Sendable (_ query: String) async throws -> [String]
  ) -> Spin<Search, Search.Event> {
    Spin(initialState: Search()) {
      Feedback(on: \.query) { query in
        .run(retrying: .exponential(from: .seconds(1), upTo: .seconds(8), attempts: 3)) {
          .found(try await titles(query))
        } catch: { error in
          .failed("\(error)")
        }
        .delayed(by: .milliseconds(300))
      }.named("search")
      Reducer { search, event in
        switch event {
        case .typed(""): search = Search()
        case .typed(let text): search.query = text
        case .found(let titles): (search.titles, search.failure) = (titles, nil)
        case .failed(let reason): (search.titles, search.failure) = ([], reason)
        }
      }
    }
  }
  // snippet.end

  // snippet.test
  @Test func aSearchBeginsAfterAPauseAndIsTriedAgain() {
    let answers = Mutex<[[String]?]>([nil, nil, ["Tosca"]])
    let spin = search { _ in
      guard let titles = answers.withLock({ $0.removeFirst() }) else { throw Unreachable() }
      return titles
    }
    let test = TestSpin(spin)
    test.emit(.typed("T")) { $0.query = "T" }
    test.advance(by: .milliseconds(299))
    test.emit(.typed("To")) { $0.query = "To" }  // The pause begins again.
    test.advance(by: .milliseconds(300))  // The first attempt fails,
    test.advance(by: .seconds(1))  // and the second one.
    test.advance(by: .milliseconds(1_999))
    test.expectRunning("search")
    test.advance(by: .milliseconds(1))
    test.expect(.found(["Tosca"]), from: "search") { $0.titles = ["Tosca"] }
    test.finish()
  }
  // snippet.end

  /// Three attempts outlast two failures, and not six.
  @Test(arguments: [2, 6])
  func theTitlesAreThoseOfTheTextOrTheFailureIsShown(_ faults: Int) {
    explore(seeds: 300) { test in
      let server = World(["T": ["Tosca"], "Ca": ["Carmen"]], faults: faults)
      let running = search { query in try await server.get(query) ?? [] }.start(on: test)
      test.concurrently(
        { for text in ["T", "Ca", ""] { running.emit(.typed(text)) } },
        { for text in ["T", "Ca"] { running.emit(.typed(text)) } })
      test.advance(by: .seconds(20))
      let (query, failure) = (running.state.query, running.state.failure)
      let titles = query.flatMap { server[$0] } ?? []
      test.expect(running.state.titles, equals: failure == nil ? titles : [])
      test.expect(failure == nil || faults == 6 && query != nil, "\(running.state)")
    }
  }

  @Test func anotherTextEndsTheAttempts() {
    let spin = search { query in
      if query != "Tosca" { throw Unreachable() }
      return [query]
    }
    let test = TestSpin(spin)
    test.emit(.typed("Tos")) { $0.query = "Tos" }
    test.advance(by: .milliseconds(300))
    test.emit(.typed("Tosca")) { $0.query = "Tosca" }
    test.advance(by: .seconds(10))
    test.expect(.found(["Tosca"]), from: "search") { $0.titles = ["Tosca"] }
    test.emit(.typed("x")) { $0.query = "x" }
    test.advance(by: .seconds(10))
    test.expect(.failed("unreachable"), from: "search") {
      ($0.titles, $0.failure) = ([], "unreachable")
    }
    test.finish()
  }
}
