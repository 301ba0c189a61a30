import SpinAsync
import SpinTesting
import Testing

/// Finds repositories while somebody types: the spin that the tests below are about.
private struct RepositorySearch: Equatable, Sendable {
  var query = ""
  var items: [String] = []
  var message: String?

  /// What to search for; `nil` while nothing is typed.
  var wanted: String? { query.isEmpty ? nil : query }

  enum Event: Equatable {
    case typed(String)
    case found([String])
    case failed(String)

    /// What was found; `nil` for other events.
    var found: [String]? { if case .found(let items) = self { items } else { nil } }
  }

  static func spin(_ client: Client) -> Spin<RepositorySearch, Event> {
    Spin(initialState: RepositorySearch()) {
      // A newer query cancels the delay or the search of the one before.
      Feedback(on: \.wanted) { query in
        .run {
          .found(try await client.repositories(query))
        } catch: { error in
          .failed("\(error)")
        }.delayed(by: .milliseconds(300))
      }.named("search")

      Reducer { search, event in
        switch event {
        case .typed(let text):
          search.query = text
          search.message = nil
        case .found(let items): search.items = items
        case .failed(let message): search.message = message
        }
      }
    }
  }
}

/// What the search needs of the world.
private struct Client: Sendable {
  var repositories: @Sendable (String) async throws -> [String]

  struct Offline: Error {}

  /// A client that knows three repositories, and answers at once.
  static let fake = Client { query in
    if query == "?" { throw Offline() }
    return ["swift", "swim", "spin"].filter { $0.hasPrefix(query) }
  }
}

/// Shows how a test with TestSpin reads.
///
/// None of these waits for anything in real time.
///
/// Each test has a search, a time and a runtime of its own.
struct RepositorySearchTests {
  private let test = TestSpin(RepositorySearch.spin(.fake))

  @Test func debouncesAndFinds() {
    test.emit(.typed("sw")) { $0.query = "sw" }
    test.advance(by: .milliseconds(300))
    test.expect(.found(["swift", "swim"]), from: "search") { $0.items = ["swift", "swim"] }
    test.finish()
  }

  @Test func searchesOnlyWhenTheTypingPauses() {
    test.emit(.typed("s")) { $0.query = "s" }
    test.advance(by: .milliseconds(299))
    test.emit(.typed("sp")) { $0.query = "sp" }
    test.advance(by: .milliseconds(299))
    // Nothing was found until now, or `finish()` would say so.
    test.advance(by: .milliseconds(1))
    test.expect(.found(["spin"]), from: "search") { $0.items = ["spin"] }
    test.finish()
  }

  @Test func anEmptyQuerySearchesNothing() {
    test.emit(.typed("s")) { $0.query = "s" }
    test.expectRunning("search")
    test.emit(.typed("")) { $0.query = "" }
    test.expectRunning()
    test.advance(by: .seconds(1))
    test.finish()
  }

  @Test func theSameQueryAgainChangesNothing() {
    test.emit(.typed("spin")) { $0.query = "spin" }
    test.advance(by: .milliseconds(200))
    test.emit(.typed("spin"))  // Without a closure the state must stay equal.
    test.advance(by: .milliseconds(100))
    test.expect(\.found, from: "search") { $0.items = $1 }
    test.finish()
  }

  @Test func anErrorIsShownUntilTheNextQuery() {
    test.emit(.typed("?")) { $0.query = "?" }
    test.advance(by: .milliseconds(300))
    test.expect(.failed("Offline()"), from: "search") { $0.message = "Offline()" }
    test.emit(.typed("spin")) {
      $0.query = "spin"
      $0.message = nil
    }
    test.advance(by: .milliseconds(300))
    test.expect(.found(["spin"]), from: "search") { $0.items = ["spin"] }
    test.finish()
  }

  @Test func aSearchMayStartAnywhere() {
    test.finish()
    let other = TestSpin(
      RepositorySearch.spin(.fake), initialState: RepositorySearch(query: "spin"))
    other.advance(by: .milliseconds(300))
    other.expect(.found(["spin"]), from: "search") { $0.items = ["spin"] }
    other.finish()
  }
}
